// The page in a real browser, with real games: `node browser/run.mjs --motive PROGRAM [--heist PROGRAM] [--pictures FOLDER]`.
// `--page dist/index.html` tries a page that is not embedded yet.
// Needs Chromium at /usr/bin/chromium, or where CHROMIUM says.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: given } = parseArgs({
  options: { motive: { type: "string" }, heist: { type: "string" }, pictures: { type: "string" }, page: { type: "string" } },
});
const folder = mkdtempSync(join(tmpdir(), "motive-studio-"));
const pictures = given.pictures ?? folder;
mkdirSync(pictures, { recursive: true });
const started = [];

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

/** Starts a game and waits for the address of its page. */
function start(program, args, options = {}) {
  const game = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  started.push(game);
  return new Promise((resolve, reject) => {
    let text = "";
    const seen = (part) => {
      text += part;
      const found = text.match(/studio: (http:\S+)/);
      if (found) resolve({ game, address: found[1] });
    };
    game.stdout.on("data", seen);
    game.stderr.on("data", seen);
    game.on("exit", (code) => reject(new Error(`${program} ended with ${code}: ${text}`)));
    setTimeout(() => reject(new Error(`${program} gave no address: ${text}`)), 30_000);
  });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    // A page from a file does not count as one of this machine.
    ...(given.page ? ["--disable-features=LocalNetworkAccessChecks"] : [])],
});

async function open(address, viewport = { width: 1280, height: 800 }, colorScheme = "light") {
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  if (given.page) await page.route((url) => url.pathname === "/", (route) => replaced(route));
  await page.goto(address);
  return { page, errors, close: () => context.close() };
}

/** The page of a file instead of the one that is embedded. */
async function replaced(route) {
  const served = await route.fetch();
  const runs = (await served.text()).match(/id="runs">(.*?)<\/script>/)[1];
  const policy = served.headers()["content-security-policy"];
  const body = readFileSync(given.page, "utf8").replace("{{RUNS}}", () => runs);
  await route.fulfill({ contentType: "text/html; charset=utf-8", headers: { "content-security-policy": policy }, body });
}

const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
const pane = (page, name) => page.getByRole("region", { name, exact: true });
const mind = (page) => page.getByRole("tab", { name: "Mind" }).click();

async function changeFact(page, text, hold) {
  const hand = pane(page, "Change by hand");
  await hand.getByRole("textbox").fill(text);
  if (hold) await hand.getByLabel("hold").check();
  await hand.getByRole("button", { name: "inject" }).click();
}

/** Waits until the game stands still. */
async function paused(page) {
  await page.getByRole("button", { name: "run", exact: true }).waitFor();
}

async function playPacman() {
  const file = join(folder, "runner.motive");
  writeFileSync(file, MIND);
  const { game, address } = await start(given.motive, ["play", "pacman", "--mind", file, "--studio", "--record", join(folder, "live.trace")]);
  const { page, errors, close } = await open(address);

  // Find the agent, see why it does what it does.
  await page.getByRole("searchbox", { name: "Search agents" }).fill("runner");
  await page.getByRole("option", { name: /Runner/ }).click();
  await page.getByTestId("why").getByText("Runner").first().waitFor();
  await picture(page, "pacman-light");

  // Stop at a rule.
  await page.getByRole("button", { name: "pause" }).click();
  await paused(page);
  await mind(page);
  await page.getByRole("button", { name: "Stop when goal survive comes up" }).first().click();
  await pane(page, "Breakpoints").getByText("goal `survive` comes up").waitFor();

  // A fact by hand: too many ghosts. The decision changes.
  await changeFact(page, "self.threats_near = 9", true);
  await page.getByRole("button", { name: "run", exact: true }).click();
  await page.getByText("Stopped at tick").waitFor();
  await pane(page, "What it does").getByText("move_away_from(").waitFor();
  await page.getByText("This run was changed by hand.").waitFor();
  await page.getByRole("button", { name: "Stop when goal survive comes up" }).first().click();
  await page.getByRole("button", { name: "Stop when rule run of Escape runs" }).click();
  await pane(page, "Breakpoints").getByText("rule `run` of Escape runs").waitFor();
  await picture(page, "pacman-stopped");
  await pane(page, "Change by hand").getByRole("button", { name: "release" }).click();

  // A rule that is disabled does not run, and says so.
  await page.getByRole("button", { name: "Disable: rule run of Escape runs" }).click();
  await page.getByRole("button", { name: "step", exact: true }).click();
  await page.getByText("it is disabled by hand").first().waitFor();
  await pane(page, "Change by hand").getByRole("button", { name: "enable" }).click();

  // Step by step, and back.
  const tick = Number(await page.getByRole("spinbutton", { name: "Tick" }).inputValue());
  await page.getByRole("button", { name: "step back" }).click();
  await page.waitForFunction((before) => Number(document.querySelector("input.tick").value) === before - 1, tick);
  await page.getByRole("button", { name: "newest" }).click();

  // Edit the file: a broken one changes nothing, a right one is loaded.
  await page.getByRole("tab", { name: "File" }).click();
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("gaol ");
  await page.getByRole("button", { name: "save" }).click();
  await page.getByText("the running game is as it was").waitFor();
  await page.locator(".cm-lintRange-error, .cm-lint-marker-error").first().waitFor();
  assert.equal(readFileSync(file, "utf8"), MIND);
  await picture(page, "pacman-editor");
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(MIND.replace("rule fetch", "rule collect"));
  await page.keyboard.press("Control+s");
  await page.getByText("saved; the game loads it").waitFor();
  await mind(page);
  await page.getByRole("button", { name: "step", exact: true }).click();
  await page.getByRole("button", { name: "step", exact: true }).click();
  await page.getByText("collect", { exact: false }).first().waitFor();

  // With the keyboard alone: the timeline is a slider.
  const slider = page.getByRole("slider", { name: "Tick" });
  await slider.focus();
  const at = Number(await slider.getAttribute("aria-valuenow"));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((before) => Number(document.querySelector("[role=slider]").getAttribute("aria-valuenow")) === before - 1, at);
  await page.getByRole("button", { name: "Use the dark colours" }).click();
  await picture(page, "pacman-dark");
  await page.setViewportSize({ width: 820, height: 1180 });
  await picture(page, "pacman-tablet");
  assert.deepEqual(errors, []);
  await close();
  game.kill("SIGINT");
  console.log("motive play: found, stopped, changed, disabled, stepped, edited, reloaded");
}

async function heist() {
  const { game, address } = await start(given.heist, []);
  const { page, errors, close } = await open(address);
  await page.getByRole("option", { name: /guard/ }).click();
  await page.getByTestId("why").getByText("guard").first().waitFor();
  await page.getByRole("button", { name: "pause" }).click();
  await paused(page);
  await page.getByRole("button", { name: /^Stop when goal catch comes up/ }).first().click();
  await changeFact(page, "new person#9 { distance: 3 }", true);
  await page.getByRole("button", { name: "run", exact: true }).click();
  await page.getByText("Stopped at tick").waitFor();
  await pane(page, "What it does").getByText("go(person#9)").waitFor();
  await picture(page, "heist");
  assert.deepEqual(errors, []);
  await close();
  game.kill();
  console.log("the heist: found, stopped, changed");
}

/** Two recorded runs side by side. */
async function recorded() {
  const record = (name, seed) => {
    const file = join(folder, name);
    const played = spawnSync(given.motive, ["play", "tileworld", "--steps", "600", "--seed", seed, "--record", file]);
    assert.equal(played.status, 0, String(played.stderr));
    return file;
  };
  const files = [record("one.trace", "1"), record("two.trace", "2")];
  const { game, address } = await start(given.motive, ["studio", ...files]);
  const { page, errors, close } = await open(address);
  await page.getByTestId("why").first().waitFor();
  await page.getByRole("button", { name: "side by side" }).click();
  await page.getByText(/The two runs differ first at tick/).first().waitFor();
  await picture(page, "recorded-side-by-side");
  await page.getByRole("button", { name: "side by side" }).click();
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === "599");
  await picture(page, "recorded");
  assert.deepEqual(errors, []);
  await close();
  game.kill("SIGINT");

  const network = join(folder, "network.trace");
  const played = spawnSync(given.motive, ["play", "pacman", "--mind", "agents/pacman/network.motive", "--steps", "60", "--record", network], { cwd: join(import.meta.dirname, "../../../..") });
  assert.equal(played.status, 0, String(played.stderr));
  const other = await start(given.motive, ["studio", network]);
  const shown = await open(other.address, undefined, "dark");
  await shown.page.getByRole("tab", { name: "Network" }).click();
  await shown.page.getByRole("group", { name: /Skills and how/ }).waitFor();
  await picture(shown.page, "network-dark");
  await shown.page.getByRole("tab", { name: "Curves" }).click();
  await shown.page.getByRole("region", { name: "Skills" }).waitFor();
  await picture(shown.page, "curves-dark");
  assert.deepEqual(shown.errors, []);
  await shown.close();
  other.game.kill("SIGINT");
  console.log("recordings: two side by side, a network");
}

try {
  if (given.motive) await recorded();
  if (given.motive) await playPacman();
  if (given.heist) await heist();
} finally {
  await browser.close();
  for (const game of started) game.kill("SIGKILL");
}
