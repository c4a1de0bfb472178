import { describe, expect, test } from "vitest";
import { runAddresses } from "../src/lib/connection.js";
import { layout, links } from "../src/lib/skill_graph.js";
import { byteOffset, placeOf, placesOf, searchAgents, searchFrom, stops } from "../src/lib/text.js";
import { curves, nextToLoad, spans, valueAt, zoomed } from "../src/lib/tracks.js";

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
});

test("agents are found by all words, whatever their case", () => {
  const agents = [[1, "Guard", "guard.motive"], [12, "thief", "thief.motive"]];
  expect(searchAgents(agents, "GUARD 1")).toEqual([agents[0]]);
  expect(searchAgents(agents, "12")).toEqual([agents[1]]);
  expect(searchAgents(agents, "nobody")).toEqual([]);
  expect(searchAgents(agents, " ")).toBe(agents);
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
