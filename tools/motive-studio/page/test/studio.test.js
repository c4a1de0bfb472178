import { describe, expect, test } from "vitest";
import { runAddresses } from "../src/lib/connection.js";
import { ranges } from "../src/lib/highlight.js";
import { layout, links } from "../src/lib/skill_graph.js";
import { EmbeddedRecording, entryAt, valueOf } from "../src/lib/recording.js";
import { clockOf, gameMarks, inWords, shooterMap, shooterScene, sightPath } from "../src/lib/shooter_picture.js";
import { byteOffset, placeOf, placesOf, searchAgents, searchFrom, stops } from "../src/lib/text.js";
import { curves, firstDifference, nextToLoad, phases, phasesAt, spans, valueAt, zoomed } from "../src/lib/tracks.js";

test("runs of the own server and of other games have addresses", () => {
  expect(runAddresses(["/run/0?token=a", "http://127.0.0.1:4000/?token=b"], "localhost:3000")).toEqual([
    "ws://localhost:3000/run/0?token=a",
    "ws://127.0.0.1:4000/run/0?token=b",
  ]);
});

describe("places in a text", () => {
  const text = "a é € 😀 z";
  test("bytes and places are the same places", () => {
    for (const sign of ["a", "é", "€", "😀", "z"]) {
      const at = text.indexOf(sign);
      expect(placeOf(text, byteOffset(text, at))).toBe(at);
    }
    expect(placesOf(text, [0, 2, 999])).toEqual([0, 2, text.length]);
  });
  test("colours lie where the words are", () => {
    const line = "goal éat // 😀 soon";
    const parts = [[0, 4, "keyword"], [5, 9, "goal"], [10, byteOffset(line, line.length), "comment"]];
    const words = ranges(line, parts).map((part) => [line.slice(part.from, part.to), part.class]);
    expect(words).toEqual([["goal", "tok-keyword"], ["éat", "tok-goal"], ["// 😀 soon", "tok-comment"]]);
  });
});

test("agents are found by all words, whatever their case", () => {
  const agents = [[1, "Guard", "guard.motive"], [12, "thief", "thief.motive"]];
  expect(searchAgents(agents, "GUARD 1")).toEqual([agents[0]]);
  expect(searchAgents(agents, "12")).toEqual([agents[1]]);
  expect(searchAgents(agents, "nobody")).toEqual([]);
  expect(searchAgents(agents, " ")).toBe(agents);
});

describe("the shooter's arena", () => {
  const backdrop = { shooter: { map: "yard", teams: true, cell: 100, floor: [[null, 0, 0, 200], [0, 0, null, 200]], doors: [[50, 150]], lifts: [], points: [["north", 150, 50]] } };
  const players = [{ team: 0, x: 150, y: 50, yaw: 16384, health: 80, carries: true }, { team: 1, x: 350, y: 150, yaw: 0, health: 0, carries: false }];
  const picture = { shooter: { scores: [2000, 0], things: [["health", 150, 150], [{ point: 1 }, 150, 50]], players, doors: [true], lifts: [], shots: [] } };

  test("the map and what is on it", () => {
    const map = shooterMap(backdrop);
    expect(map).toMatchObject({ width: 400, height: 200 });
    expect(map.floor).toEqual([
      { height: 0, path: "M100 0h200v100h-200zM0 100h200v100h-200z" },
      { height: 200, path: "M300 0h100v100h-100zM300 100h100v100h-100z" },
    ]);
    const scene = shooterScene(picture, map);
    expect(scene.things[1]).toEqual({ kind: "point", team: 1, x: 150, y: 50, name: "north" });
    expect(scene.players[0]).toMatchObject({ colour: 0, degrees: 90, alive: true });
    expect(scene.doors).toEqual([{ x: 50, y: 150, open: true }]);
    expect(inWords(scene, map)).toBe("the map yard; score 2 to 0; player 0, red: health 80, carries the flag, column 2, row 1; player 1, blue: dead");
  });

  test("lines of sight end at walls, shut doors and where sight ends", () => {
    const room = { map: "room", cell: 100, sight: 1000, field_of_view: 1, floor: [[0, 0, 0, 0, null], [0, 0, 200, 0, null]], doors: [[250, 50]], lifts: [], points: [] };
    const far = (y, open, eyes, map = shooterMap({ shooter: room })) => {
      const scene = shooterScene({ shooter: { players: [{ x: 50, y, yaw: 0, eyes, health: 100 }], doors: [open] } }, map);
      return Math.max(...sightPath(scene.players[0], scene, map).split("L").slice(1).map((point) => Number(point.split(" ")[0])));
    };
    expect(far(50, true, 100)).toBe(400);
    expect(far(50, false, 100)).toBe(200);
    expect(far(150, true, 100)).toBe(200);
    expect(far(150, true, 300)).toBe(400);
    expect(far(50, true, 100, shooterMap({ shooter: { ...room, sight: 150 } }))).toBe(200);
    const map = shooterMap({ shooter: room });
    const scene = shooterScene({ shooter: { players: [{ x: 50, y: 50, health: 0 }, { x: 50, y: 50, health: 9, unseen: true }] } }, map);
    expect(scene.players.map((player) => sightPath(player, scene, map))).toEqual(["", ""]);
    expect(inWords(scene, map)).toContain("player 1: not seen");
  });

  test("deaths and captured flags are marked at their ticks", () => {
    const map = shooterMap({ shooter: { ...backdrop.shooter, game: "capture_the_flag" } });
    const at = (tick, health, scores) => [tick, { shooter: { scores, players: [{ team: 1, x: 1, y: 1, health }] } }];
    const pictures = [at(0, 50, [0, 0]), at(1, 0, [0, 0]), at(2, 0, [0, 1000]), [3, null]];
    expect(gameMarks(pictures, map)).toEqual([{ tick: 1, colour: 1, kind: "death" }, { tick: 2, colour: 1, kind: "point" }]);
    expect(gameMarks([at(0, 50, [0, 0]), at(1, 50, [0, 1000])], shooterMap(backdrop))).toEqual([]);
    expect(clockOf(61_250)).toBe("1:01.2");
    expect(clockOf(undefined)).toBe("");
  });

  test("what is not the shooter's is not drawn", () => {
    for (const foreign of [null, {}, { shooter: 5 }, { shooter: { cell: 0, floor: [[0]] } }, { shooter: { cell: 1, floor: [5] } }]) {
      expect(shooterMap(foreign)).toBe(null);
    }
    const map = shooterMap(backdrop);
    expect(shooterScene({ shooter: {} }, map)).toBe(null);
    expect(shooterScene(picture, null)).toBe(null);
    const odd = { shooter: { players: [null, { x: "a", y: 1 }, players[0]], things: [5, [null, 1, 1], ["health"]], shots: [{}, null] } };
    expect(shooterScene(odd, map)).toMatchObject({ things: [], shots: [], players: [{ number: 2 }] });
  });
});

describe("tracks", () => {
  const one = { from: 0, to: 9, goals: [["eat", [[0, 5], [4, 7]]], ["flee", [[2, 90], [6, null]]]], actions: [["go(#1)", 3, 9]] };
  const two = { from: 10, to: 19, goals: [["flee", [[12, 80]]]], actions: [["go(#1)", 10, 12], ["go(#1)", 15, 16]] };
  const tracks = new Map([[10, two], [0, one]]);

  test("curves go on over segments and end with them", () => {
    const goals = curves(tracks, "goals");
    expect(goals.get("eat")).toEqual([[0, 5], [4, 7], [10, null]]);
    expect(valueAt(goals.get("eat"), 9)).toBe(7);
    expect(valueAt(goals.get("eat"), 10)).toBe(null);
    expect(valueAt(goals.get("flee"), 1)).toBe(null);
    expect(valueAt(goals.get("flee"), 30)).toBe(80);
  });

  test("what goes on over the end of a segment is one span", () => {
    expect(spans(tracks, "actions")).toEqual([
      { what: "go(#1)", from: 3, to: 12 },
      { what: "go(#1)", from: 15, to: 16 },
    ]);
  });

  test("two runs differ first where one does something else", () => {
    const run = (...actions) => new Map([[0, { from: 0, to: 9, actions, rules: [["Eat.go", 0, 9]] }]]);
    const goes = run(["go(#1)", 0, 5], ["eat(#1)", 6, 9]);
    expect(firstDifference(goes, run(["go(#1)", 0, 5], ["eat(#1)", 6, 9]))).toEqual({ ticks: [0, 9], tick: null });
    expect(firstDifference(goes, run(["go(#1)", 0, 7], ["eat(#1)", 8, 9])).tick).toBe(6);
    expect(firstDifference(goes, run(["go(#1)", 0, 5], ["eat(#2)", 6, 9])).tick).toBe(6);
    // Only what both have is compared: one begins later, and so it does not matter how long its action had gone on.
    const late = new Map([[4, { from: 4, to: 7, actions: [["go(#1)", 4, 5], ["eat(#1)", 6, 7]], rules: [["Eat.go", 4, 4], ["Eat.eat", 5, 7]] }]]);
    expect(firstDifference(goes, late)).toEqual({ ticks: [4, 7], tick: 5 });
    expect(firstDifference(goes, new Map())).toBe(null);
    expect(firstDifference(new Map([[20, { from: 20, to: 29, actions: [], rules: [] }]]), goes)).toBe(null);
  });

  test("nothing is drawn where nothing is loaded", () => {
    const late = { from: 100, to: 109, goals: [["flee", [[100, 70]]]], actions: [["go(#1)", 100, 104]] };
    const apart = new Map([[0, one], [100, late]]);
    expect(valueAt(curves(apart, "goals").get("eat"), 50)).toBe(null);
    expect(curves(apart, "goals").get("flee")).toEqual([[2, 90], [6, null], [100, 70]]);
    expect(spans(apart, "actions")).toEqual([
      { what: "go(#1)", from: 3, to: 9 },
      { what: "go(#1)", from: 100, to: 104 },
    ]);
  });

  test("curves of a part of a track are found by a function, and drives go on over segments", () => {
    const first = { from: 0, to: 9, drives: [["food", [[0, 1], [5, 0.5]]]], sources: [["eat", [["goal", [[0, 2]]]]]] };
    const second = { from: 10, to: 19, drives: [["food", [[10, 0.4]]], ["rest", [[12, 0.9]]]], sources: [["eat", [["goal", [[10, 3]]], ["situation", [[11, -1]]]]]] };
    const both = new Map([[0, first], [10, second]]);
    expect(curves(both, "drives").get("food")).toEqual([[0, 1], [5, 0.5], [10, 0.4]]);
    expect(valueAt(curves(both, "drives").get("rest"), 11)).toBe(null);
    const eat = curves(both, (track) => track.sources.find(([skill]) => skill === "eat")[1]);
    expect([...eat.keys()]).toEqual(["goal", "situation"]);
    expect(valueAt(eat.get("goal"), 15)).toBe(3);
    // Older recordings say nothing of some sorts.
    expect(curves(both, "filtered").size).toBe(0);
  });

  test("an action starts, is changed, stops, or goes on", () => {
    const found = [["go(#1)", 0, 4], ["go(#2)", 5, 9], ["eat()", 12, 14], ["eat()", 17, 20]].map(([what, from, to]) => ({ what, from, to }));
    const all = phases(found, 20);
    expect(all.map(({ begin, end }) => [begin, end])).toEqual([
      ["started", "changed"], ["changed", "stopped"], ["started", "stopped"], ["started", "goes on"],
    ]);
    expect([...phasesAt(all, 5).done]).toEqual([["go(#2)", "changed"]]);
    expect([...phasesAt(all, 7).done]).toEqual([["go(#2)", "continues, changed at tick 5"]]);
    expect(phasesAt(all, 10)).toEqual({ done: new Map(), stopped: ["go(#2)"] });
    expect(phasesAt(all, 21).stopped).toEqual([]);
  });

  test("what is near is loaded first", () => {
    expect(nextToLoad([0, 512, 1024], new Map(), 1000)).toBe(1024);
    expect(nextToLoad([0, 512, 1024], new Map([[1024, 1]]), 1000)).toBe(512);
    expect(nextToLoad([0], new Map([[0, 1]]), 0)).toBe(null);
  });

  test("zooming keeps the tick under the pointer and stays within the run", () => {
    expect(zoomed([0, 100], [0, 100], 50, 0.5)).toEqual([25, 75]);
    expect(zoomed([25, 75], [0, 100], 50, 4)).toEqual([0, 100]);
    expect(zoomed([0, 100], [0, 100], 0, 0.5)).toEqual([0, 50]);
    expect(zoomed([0, 8], [0, 3], 2, 0.01)[1]).toBeGreaterThan(zoomed([0, 8], [0, 3], 2, 0.01)[0]);
  });
});

describe("skill networks", () => {
  const skills = [
    { name: "fetch", conditions: ["free true"], effects: ["has true"] },
    { name: "build", conditions: ["has true"], effects: ["done true", "has false"] },
    { name: "wave", conditions: ["done false"], effects: [] },
  ];
  test("skills help by what they make and hinder by its opposite", () => {
    expect(links(skills)).toEqual([
      { from: "fetch", to: "build", kind: "helps", why: "has true" },
      { from: "build", to: "wave", kind: "hinders", why: "done true" },
    ]);
  });
  test("every skill gets a place", () => {
    const { nodes, width } = layout(skills);
    expect([...nodes.keys()]).toEqual(["fetch", "build", "wave"]);
    expect(nodes.get("build").x).toBeGreaterThan(nodes.get("fetch").x);
    expect(width).toBeGreaterThan(0);
  });
});

test("a search for the first time begins at the beginning, and goes on after what it found", () => {
  expect(searchFrom("rule flee", 40, false)).toBe(40);
  expect(searchFrom("rule flee", 40, true)).toBe(41);
  expect(searchFrom("when did rule `flee` first run?", 40, false)).toBe(0);
  expect(searchFrom("first rule flee", 40, true)).toBe(41);
  expect(searchFrom("first", 40, false)).toBe(40);
});

test("a game can be stopped at every goal and rule that is written", () => {
  const written = { goals: [["flee", []]], programs: [["Flee", [{ name: "run" }, { name: "run" }, { name: "rest" }]]] };
  expect(stops(written)).toEqual([
    { words: "goal flee comes up", stop: { at: "goal", goal: "flee" } },
    { words: "rule run of Flee runs", stop: { at: "rule", program: "Flee", rule: 0 } },
    { words: "rule rest of Flee runs", stop: { at: "rule", program: "Flee", rule: 2 } },
  ]);
  expect(stops(null)).toEqual([]);
});

describe("a recording in the page", () => {
  // Shapes: { a, b } and { text }. Nodes: 7, "x", ["x", 7], { a: ["x", 7], b: 7 }, "later", { text: ["x", 7] }.
  const nodes = [7, "x", [0, 1, 0], [1, 2, 0], "later", [2, 2]];
  const minds = { 0: { written: { name: "one" }, ticks: { ticks: [2, 9], segments: [2] }, tracks: [[2, 3]], minds: [[2, 5]] } };
  const answers = { about: { live: false }, agents: [[0, "one", ""]], backdrop: null, pictures: [[0, 1], [12, 4]], minds, shapes: [["a", "b"], ["text"]] };
  const recording = () => new EmbeddedRecording({ answers, nodes }, { onstate: () => {} });

  test("values are put together from their parts", () => {
    expect(valueOf({ nodes, shapes: [["a", "b"]] }, 3)).toEqual({ a: ["x", 7], b: 7 });
    expect(entryAt([[2, "a"], [5, "b"]], 4)).toEqual([2, "a"]);
    expect(entryAt([[2, "a"]], 1)).toBe(undefined);
  });

  test("it answers what a server would, up to the picture of how it ended", async () => {
    const run = recording();
    expect(await run.ask("agents")).toEqual([[0, "one", ""]]);
    expect(await run.ask("written", { agent: 0 })).toEqual({ name: "one" });
    expect(await run.ask("ticks", { agent: 0 })).toEqual({ ticks: [2, 12], segments: [2] });
    expect(await run.ask("mind", { agent: 0, tick: 1 })).toBe(null);
    expect(await run.ask("mind", { agent: 0, tick: 9 })).toEqual({ text: "x\n7" });
    expect(await run.ask("mind", { agent: 0, tick: 10 })).toBe(null);
    expect(await run.ask("picture", { tick: 11 })).toBe("x");
    expect(await run.ask("picture", { tick: 12 })).toBe("later");
    expect(await run.ask("track", { agent: 0, tick: 2 })).toEqual({ a: ["x", 7], b: 7 });
    expect(run.pictures).toEqual([[0, "x"], [12, "later"]]);
  });

  test("what is not recorded is refused or empty", async () => {
    await expect(recording().ask("pause")).rejects.toThrow("recording");
    expect(await recording().ask("ticks", { agent: 9 })).toEqual({ ticks: null, segments: [] });
    expect(await recording().ask("mind", { agent: 9, tick: 1 })).toBe(null);
  });
});
