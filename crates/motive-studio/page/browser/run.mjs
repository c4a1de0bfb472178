// The page in a real browser, with real games:
// `node browser/run.mjs [--motive PROGRAM] [--heist PROGRAM] [--village PROGRAM] [--pictures FOLDER]`.
// `--page dist/index.html` tries a page that is not embedded yet. Needs Chromium at /usr/bin/chromium, or where CHROMIUM says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  await page.setViewportSize({ width: 820, height: 1180 });
  await studio.picture("pacman-tablet");
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
  cpSync(join(repository, "crates/motive/examples/heist"), minds, { recursive: true });
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
  await studio.page.getByText(/won against/).waitFor();
  await studio.pictures_of("heist-plan");
  assert.deepEqual(studio.errors, []);
  await studio.close();
  game.kill();
  console.log("the heist: found, stopped at a rule, changed, edited, reloaded, planned");
}

async function village(browser) {
  cpSync(join(repository, "bevy/bevy_motive/assets"), join(folder, "assets"), { recursive: true });
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

/** Two recorded runs side by side, and a network. */
async function recorded(browser) {
  const record = (name, args) => {
    const file = join(folder, name);
    const played = spawnSync(given.motive, ["play", ...args, "--record", file], { cwd: repository });
    assert.equal(played.status, 0, String(played.stderr));
    return file;
  };
  const files = ["1", "2"].map((seed) => record(`${seed}.trace`, ["tileworld", "--steps", "600", "--seed", seed]));
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
  await studio.pictures_of("recorded");
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
  await shown.pictures_of("curves");
  assert.deepEqual(shown.errors, []);
  await shown.close();
  other.game.kill("SIGINT");
  console.log("recordings: two side by side, a network");
}

const browser = await Browser.launch(given);
try {
  if (given.motive) {
    await recorded(browser);
    await playPacman(browser);
    await over(browser);
  }
  if (given.heist) await heist(browser);
  if (given.village) await village(browser);
} finally {
  await browser.close();
}
