// The page in a real browser, with real games:
// `node browser/run.mjs [--motive PROGRAM] [--heist PROGRAM] [--village PROGRAM] [--pictures FOLDER]`.
// `--page dist/index.html` tries a page that is not embedded yet. Needs Chromium at /usr/bin/chromium, or where CHROMIUM says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Browser, folder, start } from "./driver.mjs";

const option = { type: "string" };
const { values: given } = parseArgs({
  options: { motive: option, heist: option, village: option, pictures: option, page: option },
});
const repository = join(import.meta.dirname, "../../../..");

const MIND = `goal survive achieves Escape { when self.threats_near > 5 priority 90 }
goal eat maintains EatDots { priority 20 }

program Escape {
    done when self.threats_near <= 5
    rule run
        when g: ghost { distance: any lowest }
        do   move_away_from(g)
}

program EatDots {
    rule fetch
        when d: dot prefer { distance: any lowest }
        do   move_toward(d)
}

mind Runner = arbiter { goals survive, eat }
`;

/**
 * Finds an agent of a game that begins paused, stops it at a rule by a fact, sees its decision change, and edits its file.
 * `file` is the one that the page edits: first a broken text, which changes nothing, then `edited`, in which `shows` is new.
 */
async function tour(browser, { name, address, agent, stop, because, fact, before, after, file, edited, shows }) {
  const studio = await browser.open(address);
  await studio.follow(agent);
  assert.match(await studio.does(), before, `${name}: what it does at first`);
  await studio.pictures_of(`${name}-begins`);

  await studio.stop_when(stop);
  await studio.inject(fact, true);
  assert.match(await studio.run_until_it_stops(), because, `${name}: why it stopped`);
  await studio.pane("What it does").getByText(after).waitFor();
  await studio.page.getByText("This run was changed by hand.").waitFor();
  await studio.pictures_of(`${name}-stopped`);
  await studio.pane("Breakpoints").getByRole("button", { name: /^Remove/ }).click();

  await studio.tab("File");
  const choice = studio.page.getByRole("combobox", { name: "File", exact: true });
  await choice.selectOption({ label: file.split("/").at(-1) });
  const text = readFileSync(file, "utf8");
  await studio.page.locator(".cm-content").getByText(text.split("\n")[0]).waitFor();
  await studio.page.locator(".cm-content .tok-keyword").first().waitFor();
  await studio.edit(`gaol ${text}`);
  await studio.page.getByText("the running game is as it was").waitFor();
  await studio.page.locator(".cm-lintRange-error, .cm-lint-marker-error").first().waitFor();
  assert.equal(readFileSync(file, "utf8"), text, `${name}: a broken file is not saved`);
  await studio.pictures_of(`${name}-mistakes`);
  await studio.edit(edited(text));
  await studio.page.getByText("saved; the game loads it").waitFor();
  await studio.tab("Mind");
  // A game may take some ticks to see that its file has changed.
  await studio.step_until(studio.page.getByRole("cell", { name: shows }).first());
  assert.deepEqual(studio.errors, []);
  return studio;
}

async function playPacman(browser) {
  const file = join(folder, "runner.motive");
  writeFileSync(file, MIND);
  const args = ["play", "pacman", "--mind", file, "--studio", "--paused", "--record", join(folder, "live.trace")];
  const { game, address } = await start(given.motive, args);
  const studio = await tour(browser, {
    name: "pacman", address, agent: "runner", file,
    stop: "rule run of Escape runs", because: /rule `run` of Escape runs/,
    fact: "self.threats_near = 9", before: /move_toward/, after: /move_away_from\(/,
    edited: (text) => text.replace("rule run", "rule bolt"), shows: /bolt/,
  });
  const { page } = studio;

  // A rule that is disabled does not run, and says so.
  await studio.button("Disable: rule bolt of Escape runs").click();
  await studio.step();
  await page.getByText("it is disabled by hand").first().waitFor();
  await studio.pane("Change by hand").getByRole("button", { name: "enable" }).click();
  await studio.pane("Change by hand").getByRole("button", { name: "release" }).click();

  // Back in time, and with the keyboard alone: the timeline is a slider.
  const tick = Number(await page.getByRole("spinbutton", { name: "Tick" }).inputValue());
  await studio.button("step back").click();
  await page.waitForFunction((before) => Number(document.querySelector("input.tick").value) === before - 1, tick);
  await studio.button("newest").click();
  const slider = page.getByRole("slider", { name: "Tick" });
  await slider.focus();
  const at = Number(await slider.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((before) => Number(document.querySelector("[role=slider]").getAttribute("aria-valuenow")) === before - 1, at);
  await studio.accessible("pacman");
  for (const [place, width, height] of [["tablet", 820, 1180], ["tablet-across", 1180, 820]]) {
    await page.setViewportSize({ width, height });
    await studio.picture(`pacman-${place}`);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wider <= 0, `${place}: the page is ${wider} pixels wider than the screen`);
  }
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");
  console.log("motive play: found, stopped at a rule, changed, edited, reloaded, disabled, stepped back");
}

/** A run that ends while somebody looks. */
async function over(browser) {
  const { game, address } = await start(given.motive, ["play", "tileworld", "--steps", "5", "--studio"]);
  const studio = await browser.open(address);
  await studio.page.getByText("the run is over, at tick").waitFor();
  assert.ok(await studio.button("pause").isDisabled());
  await studio.page.getByTestId("why").waitFor();
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");
  console.log("a run that is over: said, and still to be looked at");
}

async function heist(browser) {
  const minds = join(folder, "heist");
  cpSync(join(repository, "game/motive/examples/heist"), minds, { recursive: true });
  const { game, address } = await start(given.heist, [minds]);
  const studio = await tour(browser, {
    name: "heist", address, agent: "guard", file: join(minds, "guard.motive"),
    stop: "rule chase of Catch runs", because: /guard: rule `chase` of Catch runs/,
    fact: "new person#9 { distance: 3 }", before: /go\(spot/, after: /go\(person#9\)/,
    edited: (text) => text.replace("rule chase", "rule pursue"), shows: /pursue/,
  });
  // The thief plans; what it plans is known from when it plans anew.
  await studio.follow("thief");
  await studio.step_until(studio.page.getByText(/plan of tick/));
  await studio.page.getByRole("table", { name: "Plans it was chosen over" }).first().waitFor();
  await studio.pictures_of("heist-plan");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill();
  console.log("the heist: found, stopped at a rule, changed, edited, reloaded, planned");
}

async function village(browser) {
  cpSync(join(repository, "hosts/bevy/bevy_motive/assets"), join(folder, "assets"), { recursive: true });
  const { game, address } = await start(given.village, ["--studio"], { env: { ...process.env, BEVY_ASSET_ROOT: folder } });
  const studio = await tour(browser, {
    name: "village", address, agent: "Rules", file: join(folder, "assets/village.motive"),
    stop: "rule go of Feed runs", because: /rule `go` of Feed runs/,
    fact: "self.hunger = 95", before: /wander\(\)/, after: /go_to\(/,
    edited: (text) => text.replace("rule go ", "rule walk "), shows: /walk/,
  });
  await studio.page.getByText("1000", { exact: true }).waitFor({ state: "hidden" });
  for (const [agent, shown] of [["Tasks", "Subtasks"], ["Plans", null]]) {
    await studio.follow(agent);
    if (shown) await studio.page.getByRole("list", { name: shown }).first().waitFor();
    await studio.pictures_of(`village-${agent.toLowerCase()}`);
  }
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill();
  console.log("the Bevy village: one of 1,000 found, stopped at a rule, changed, edited, reloaded");
}

/** A recorded run of a world. */
function record(name, args) {
  const file = join(folder, name);
  const played = spawnSync(given.motive, ["play", ...args, "--record", file], { cwd: repository });
  assert.equal(played.status, 0, String(played.stderr));
  return file;
}

/** Two recorded runs side by side, and a network. */
async function recorded(browser) {
  const files = ["1", "2"].map((seed) => record(`${seed}.trace`, ["tileworld", "--steps", "600", "--seed", seed, "--pictures"]));
  const { game, address } = await start(given.motive, ["studio", ...files]);
  const studio = await browser.open(address);
  await studio.page.getByTestId("why").first().waitFor();
  await studio.button("side by side").click();
  await studio.page.getByText(/The two runs differ first at tick/).first().waitFor();
  await studio.pictures_of("recorded-side-by-side");
  await studio.button("side by side").click();
  await studio.page.getByRole("slider", { name: "Tick" }).focus();
  await studio.page.keyboard.press("End");
  await studio.page.waitForFunction(() => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === "599");
  // The world at the last tick, and another picture at one before.
  const world = studio.page.getByRole("region", { name: "World" });
  const last = await world.textContent();
  await studio.go_to(512);
  await studio.page.waitForFunction((before) => document.querySelector(".world")?.textContent.length > 100 && !before.includes(document.querySelector(".world").textContent), last);
  await studio.pictures_of("recorded");
  await studio.accessible("recorded");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");

  const network = record("network.trace", ["pacman", "--mind", "agents/pacman/network.motive", "--steps", "60"]);
  const other = await start(given.motive, ["studio", network]);
  const shown = await browser.open(other.address);
  await shown.tab("Network");
  await shown.page.getByRole("group", { name: /Skills and how/ }).waitFor();
  await shown.pictures_of("network");
  await shown.tab("Curves");
  await shown.pane("Skills").waitFor();
  // The activation of a skill by source, as curves.
  await shown.pane("Skills").getByRole("button").first().click();
  await shown.page.getByRole("group", { name: /^Activation of .* by source/ }).getByRole("img").first().waitFor();
  await shown.pictures_of("curves");
  await shown.accessible("curves");
  assert.deepEqual(shown.errors, []);
  await shown.close();
  other.game.kill("SIGINT");
  console.log("recordings: two side by side, a network");
}

/** Drives as curves, and the plans of a mind that has them. */
async function drives(browser) {
  const trace = record("drives.trace", ["arena", "--mind", "agents/arena/udgoap.motive", "--steps", "200"]);
  const { game, address } = await start(given.motive, ["studio", trace]);
  const studio = await browser.open(address);
  await studio.page.getByTestId("why").waitFor();
  await studio.tab("Curves");
  const names = ["kill_enemies", "maximize_health", "maximize_mana", "minimize_enemies_nearby"];
  for (const name of names) await studio.pane("Drives").getByRole("img", { name: new RegExp(`^${name}, now`) }).waitFor();
  // The number beside a curve is that of the tick under the cursor, and the curve is not a straight line.
  const told = () => studio.pane("Drives").getByRole("img", { name: /^minimize_enemies_nearby, now/ }).getAttribute("aria-label");
  const seen = new Set();
  for (const tick of [0, 50, 100, 199]) {
    await studio.go_to(tick);
    seen.add(await told());
  }
  assert.ok(seen.size > 1, `the drive never changes: ${[...seen]}`);
  const steps = await studio.pane("Drives").locator("svg path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d").split("L").length));
  assert.ok(Math.max(...steps) > 3, `no curve has steps: ${steps}`);
  await studio.pictures_of("drives");
  await studio.tab("Mind");
  await studio.page.getByText(/plan of tick \d+, because/).first().waitFor();
  const others = studio.page.getByRole("table", { name: "Plans it was chosen over" }).locator("tbody tr");
  await studio.page.waitForFunction(() => document.querySelectorAll("table[aria-label='Plans it was chosen over'] tbody tr").length > 1);
  assert.ok((await others.count()) <= 5, "more plans than are kept");
  await studio.pictures_of("plans");
  await studio.accessible("drives");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");
  console.log("drives: curves that change, and plans");
}

/** The picture of a recorded game of the shooter: the floor, and the players where they are at each tick. */
async function shooter(browser) {
  const trace = record("shooter.trace", ["shooter", "--steps", "200", "agents=4"]);
  const { game, address } = await start(given.motive, ["studio", trace]);
  const studio = await browser.open(address);
  const arena = studio.page.getByRole("img", { name: /^The world at tick \d+: the map ctf-simple/ });
  await arena.waitFor();
  const told = async (tick) => {
    await studio.go_to(tick);
    await studio.page.getByRole("img", { name: `The world at tick ${tick}: ` }).waitFor();
    return (await arena.getAttribute("aria-label")).split(": ").slice(1).join(": ");
  };
  assert.notEqual(await told(100), await told(0), "nobody moves");
  assert.equal(await arena.locator("circle:not(.followed)").count(), 4);
  await told(100);
  await studio.pictures_of("shooter");
  await studio.accessible("shooter");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");
  console.log("the shooter: a recorded game has its picture");
}

/** A recorded game as one file: without a server it is played, moved through, asked, and drawn as a person's system is, light or dark. */
async function exported(browser) {
  const minds = ["gordon", "raider"].flatMap((name) => ["--mind", `agents/shooter/${name}.motive`]);
  const trace = record("exported.trace", ["shooter", "--seed", "3", "--steps", "240", "time_limit=60", ...minds]);
  const file = join(folder, "exported.html");
  assert.equal(spawnSync(given.motive, ["trace", "page", trace, "--out", file]).status, 0);
  const address = pathToFileURL(file).href;
  const studio = await browser.open(`${address}#tick=100&agent=0`);
  const { page } = studio;
  const tick = async () => Number(await page.getByRole("slider", { name: "Tick" }).getAttribute("aria-valuenow"));
  const at = (wanted) => page.waitForFunction((wanted) => Number(document.querySelector("[role=slider]").getAttribute("aria-valuenow")) === wanted, wanted);
  await at(100);
  const why = page.getByTestId("why");
  await page.getByRole("heading", { name: "Why, tick 100", exact: true }).waitFor();
  const told = spawnSync(given.motive, ["why", trace, "--tick", "100", "--agent", "0"], { encoding: "utf8" }).stdout;
  const first = (text) => text.split("\n")[0];
  assert.equal(first(await why.textContent()), first(told), "the page says what `motive why` says");
  await studio.pictures_of("exported");

  // Bots by name, with lines of sight as far as they see.
  const arena = page.getByRole("img", { name: /^The world at tick 100: the map ctf-simple/ });
  assert.deepEqual((await arena.locator("text").allTextContents()).filter((name) => /[A-Z]/.test(name)), ["0 Gordon", "1 Raider"]);
  const sight = arena.locator("path.sight");
  const count = async (choice) => (await page.getByLabel("sight").selectOption(choice), sight.count());
  assert.deepEqual([await count("all"), await count("chosen"), await count("none")].map(Boolean), [true, true, false]);
  await arena.locator("g.body").nth(1).click();
  await why.getByText(/agent 1 \(Raider\)/).waitFor();

  // It plays until it is stopped, and at its end says that nothing is decided.
  await page.getByLabel("ticks per second").selectOption("30");
  await studio.button("play").click();
  await page.waitForFunction(() => Number(document.querySelector("[role=slider]").getAttribute("aria-valuenow")) >= 108);
  await studio.button("pause").click();
  const stopped = await tick();
  await page.waitForTimeout(300);
  assert.equal(await tick(), stopped, "it stands still");
  await page.evaluate(() => document.activeElement?.blur());
  for (const [key, wanted] of [["Home", 0], ["ArrowRight", 1], ["Shift+ArrowRight", 11], ["ArrowLeft", 10], ["End", 240]]) {
    await page.keyboard.press(key);
    await at(wanted);
  }
  await page.getByText("Nothing is recorded here.").waitFor();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector("[role=slider]").getAttribute("aria-valuenow")) < 200);
  await page.keyboard.press("Space");
  assert.equal(await page.getByRole("searchbox", { name: /Search in time/ }).count(), 0, "what needs a server is not offered");

  const brightness = () => page.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]));
  for (const [scheme, least, most] of [["dark", 0, 110], ["light", 180, 255]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction((scheme) => document.documentElement.dataset.theme === scheme, scheme);
    const now = await brightness();
    assert.ok(now >= least && now <= most, `${scheme}: ${now}`);
  }
  await studio.accessible("exported");
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wider <= 0, `the page is ${wider} pixels wider than a telephone`);
  await studio.picture("exported-narrow");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  console.log("a recording as one file: played, moved through, asked, light and dark");
}

/** Several processes and a recording in one page; and one more by its address, and one that lets nobody in. */
async function several(browser) {
  const files = [["pacman", "1"], ["tileworld", "2"]];
  const games = await Promise.all(files.map(([world, seed]) => start(given.motive, ["play", world, "--seed", seed, "--studio", "--paused"])));
  const trace = record("several.trace", ["tileworld", "--steps", "40"]);
  const { game, address } = await start(given.motive, ["studio", trace, games[0].address]);
  const studio = await browser.open(address);
  const runs = studio.page.getByRole("group", { name: "Runs" });
  await runs.getByRole("button", { name: "pacman, seed 1" }).waitFor();
  await runs.getByRole("button", { name: "several.trace" }).waitFor();
  const field = studio.page.getByRole("textbox", { name: "Address of a running game to show too" });
  await field.fill("somewhere");
  await field.press("Enter");
  await studio.page.getByText("this is not an address").waitFor();
  await field.fill(games[1].address);
  await field.press("Enter");
  await runs.getByRole("button", { name: "tileworld, seed 2" }).waitFor();
  // Each is stepped for itself.
  await studio.step_until(studio.page.getByTestId("why"));
  await studio.step();
  const there = await studio.tick();
  await runs.getByRole("button", { name: "pacman, seed 1" }).click();
  assert.equal(await studio.tick(), 0);
  await studio.step_until(studio.page.getByTestId("why"));
  await studio.pictures_of("several");
  // Runs that go on are compared by what is kept of them: these two play different games, and so differ at once.
  await studio.button("side by side").click();
  await studio.page.getByText(/what it does or its rule differs first at tick 0/).first().waitFor();
  await studio.pictures_of("live-side-by-side");
  await studio.button("side by side").click();
  await runs.getByRole("button", { name: "tileworld, seed 2" }).click();
  assert.equal(await studio.tick(), there);
  assert.deepEqual(studio.errors, []);
  // A wrong token is refused, which the page says.
  await field.fill(games[1].address.replace(/token=.*/, "token=0"));
  await field.press("Enter");
  await studio.page.getByText(/is the token wrong/).waitFor();
  await studio.close();
  for (const each of [game, ...games.map((started) => started.game)]) each.kill("SIGINT");
  console.log("several processes and a recording in one page");
}

/** No run at all: the page says what to do. */
async function empty(browser) {
  const { game, address } = await start(given.motive, ["studio"]);
  const studio = await browser.open(address);
  await studio.page.getByText("Nothing is shown yet").waitFor();
  await studio.accessible("empty");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");
  console.log("an empty page says what to do");
}

const STUDY = `title = "Looked at"
seed = 3
runs = 3
steps = 80
metrics = ["score", "work"]
[[part]]
name = "main"
world = "pacman"
[[agent]]
name = "classic"
mind = "agents/pacman/classic.motive"
`;

/** The runs of a study, one after the other, on two threads. */
async function study(browser) {
  const file = join(folder, "study.toml");
  writeFileSync(file, STUDY);
  const run = (out, more) => ["lab", "run", file, "--out", join(folder, out), "--jobs", "2", ...more];
  assert.equal(spawnSync(given.motive, run("plain", []), { cwd: repository }).status, 0);
  const { game, address } = await start(given.motive, run("seen", ["--studio", "--paused"]), { cwd: repository });
  const studio = await browser.open(address);
  const runs = studio.page.getByRole("group", { name: "Runs" }).getByRole("button", { name: /^main: classic, pacman, run \d, seed/ });
  await runs.nth(1).waitFor();
  await studio.step_until(studio.page.getByTestId("why"));
  await studio.page.getByRole("region", { name: "World" }).waitFor();
  await studio.inject("self.lives = 9", true);
  await studio.step();
  await studio.page.getByText("This run was changed by hand.").waitFor();
  await studio.pictures_of("study");
  for (const at of [0, 1]) {
    await runs.nth(at).click();
    await studio.button("run").click();
  }
  await studio.page.getByText("the run is over, at tick").waitFor();
  await studio.page.getByTestId("why").waitFor();
  assert.deepEqual(studio.errors, []);
  const over = new Promise((resolve) => game.removeAllListeners("exit").on("exit", resolve));
  await studio.close();
  assert.equal(await over, 0);
  const [plain, seen] = ["plain", "seen"].map((out) => readFileSync(join(folder, out, "results.csv"), "utf8"));
  assert.equal(seen, plain, "what was looked at and changed does not count");
  console.log("a study: its runs looked at and changed, its results the same");
}

/** Everything without a mouse: an agent, a stop, a step, a fact, the tabs, the timeline, a search. */
async function keyboard(browser) {
  const { game, address } = await start(given.motive, ["play", "pacman", "--mind", join(folder, "runner.motive"), "--studio", "--paused"]);
  const studio = await browser.open(address, "dark");
  const { page } = studio;
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
  await studio.pane("Change by hand").waitFor();
  await press("a");
  await page.keyboard.type("runner");
  await press("Enter", "Tab");
  assert.equal(await focused(), "Agents");
  // From the list on, every control can be reached by Tab, and focus is never lost or caught.
  const reached = new Set();
  for (let tabs = 0; tabs < 80; tabs++) {
    await press("Tab");
    reached.add(await focused());
  }
  for (const name of ["Tick", "Mind", "inject", "it dithers", "Search memory", "pause", "step"]) {
    assert.ok([...reached].some((one) => one.includes(name)) || (name === "pause" && reached.has("run")), `${name} is not reached by Tab: ${[...reached].join(" | ")}`);
  }
  await page.evaluate(() => document.activeElement?.blur());
  await press("n");
  await page.getByText("the game is at tick 1").waitFor();
  const facts = page.getByRole("textbox", { name: /^A fact/ });
  await facts.focus();
  await page.keyboard.type("self.threats_near = 9");
  await press("Enter");
  await page.evaluate(() => document.activeElement?.blur());
  await press("n");
  await page.getByText("This run was changed by hand.").waitFor();
  await page.getByRole("tab", { name: "Mind" }).focus();
  await press("ArrowRight", "ArrowRight");
  assert.equal(await focused(), "Curves");
  assert.equal(await page.getByRole("tab", { name: "Curves" }).getAttribute("aria-selected"), "true");
  await press("End");
  assert.equal(await focused(), "File");
  // Tab indents in the text, and Escape lets go of it.
  await page.locator(".cm-content").waitFor();
  await page.locator(".cm-content").focus();
  await press("Tab");
  assert.match(await focused(), /^File/);
  await press("Escape", "Tab");
  assert.doesNotMatch(await focused(), /runner/);
  await press("Shift+Tab");
  await page.getByRole("slider", { name: "Tick" }).focus();
  await press("Home");
  await page.waitForFunction(() => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === document.querySelector("[role=slider]").getAttribute("aria-valuemin"));
  await page.evaluate(() => document.activeElement?.blur());
  await press("/");
  await page.keyboard.type("when did rule fetch first run?");
  await press("Enter");
  await page.getByText(/found at tick \d+/).waitFor();
  await studio.picture("keyboard-dark");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill("SIGINT");
  console.log("without a mouse: found, stepped, changed, tabs, text, timeline, search");
}

const browser = await Browser.launch(given);
try {
  if (given.motive) {
    await recorded(browser);
    await drives(browser);
    await shooter(browser);
    await exported(browser);
    await playPacman(browser);
    await keyboard(browser);
    await over(browser);
    await several(browser);
    await empty(browser);
    await study(browser);
  }
  if (given.heist) await heist(browser);
  if (given.village) await village(browser);
} finally {
  await browser.close();
}
