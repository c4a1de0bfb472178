// Games, and pages of a real Chromium that look at them.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import { chromium } from "playwright-core";

/** For files of the games. */
export const folder = mkdtempSync(join(tmpdir(), "motive-studio-"));

const games = [];

/** Starts a game and waits for the address of its page. */
export function start(program, args, options = {}) {
  const game = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  games.push(game);
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
    setTimeout(() => reject(new Error(`${program} gave no address: ${text}`)), 60_000).unref();
  });
}

export class Browser {
  /** `page` is a page that is not embedded yet; `pictures` is the folder for pictures. */
  static async launch({ page, pictures = folder }) {
    mkdirSync(pictures, { recursive: true });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
        // A page from a file does not count as one of this machine.
        ...(page ? ["--disable-features=LocalNetworkAccessChecks"] : [])],
    });
    return Object.assign(new Browser(), { browser, replacement: page, pictures });
  }

  async open(address, colorScheme = "light") {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
    const page = await context.newPage();
    // A busy machine is slow; what never happens fails all the same.
    page.setDefaultTimeout(60_000);
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    if (this.replacement) await page.route((url) => url.pathname === "/", (route) => this.#replace(route));
    await page.goto(address);
    return new StudioPage(page, errors, this.pictures, () => context.close());
  }

  /** The page of a file instead of the one that is embedded. */
  async #replace(route) {
    const served = await route.fetch();
    const runs = (await served.text()).match(/id="runs">(.*?)<\/script>/)[1];
    const policy = served.headers()["content-security-policy"];
    const body = readFileSync(this.replacement, "utf8").replace("{{POLICY}}", policy.replace(/;\s*frame-ancestors[^;]*/, "")).replace("{{RUNS}}", () => runs).replace("{{RECORDING}}", "null");
    await route.fulfill({ contentType: "text/html; charset=utf-8", headers: { "content-security-policy": policy }, body });
  }

  async close() {
    await this.browser.close();
    for (const game of games) game.kill("SIGKILL");
  }
}

/** What somebody does in the page. */
export class StudioPage {
  constructor(page, errors, pictures, close) {
    Object.assign(this, { page, errors, pictures, close });
  }

  picture(name) {
    return this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
  }

  /** The same picture in light and in dark. */
  async pictures_of(name) {
    for (const colours of ["light", "dark"]) {
      const button = this.button(`Use the ${colours} colours`);
      if (await button.isVisible()) await button.click();
      await this.picture(`${name}-${colours}`);
    }
    await this.button("Use the light colours").click();
  }

  /** Nothing that a screen reader or weak eyes would stumble over, in both colours, as far as a program can tell. */
  async accessible(where) {
    for (const colours of ["dark", "light"]) {
      const button = this.button(`Use the ${colours} colours`);
      if (await button.isVisible()) await button.click();
      // The page lets no script of others in, so that this one comes through the debugger.
      await this.page.evaluate(axe.source);
      const { violations } = await this.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any, all }) => `${html} (${[...any, ...all].map(({ message }) => message).join("; ")})`).join("\n  ")}`);
      if (told.length > 0) throw new Error(`${where}, ${colours}: ${told.join("\n")}`);
    }
  }

  /** Moves the cursor, and waits until what is shown is of that tick. */
  async go_to(tick) {
    const field = this.page.getByRole("spinbutton", { name: "Tick" });
    await field.fill(String(tick));
    await field.press("Enter");
    await this.page.getByRole("heading", { name: `Why, tick ${tick}`, exact: true }).waitFor();
  }

  pane(name) {
    return this.page.getByRole("region", { name, exact: true });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  tab(name) {
    return this.page.getByRole("tab", { name }).click();
  }

  /** Chooses an agent, and steps until it has decided: one that is followed is known from its next decision on. */
  async follow(search) {
    await this.page.getByRole("searchbox", { name: "Search agents" }).fill(search);
    const found = this.page.getByRole("listbox", { name: "Agents" }).getByRole("option").first();
    const name = await found.locator(".name").textContent();
    await found.click();
    await this.step_until(this.page.getByTestId("why").getByText(name));
  }

  /** Steps until something shows. */
  async step_until(shown) {
    for (let steps = 0; !(await shown.isVisible()); steps++) {
      if (steps > 50) throw new Error(`it never shows: ${shown}`);
      await this.step();
      await shown.waitFor({ timeout: 1000 }).catch(() => {});
    }
  }

  /** The tick that the game is at. */
  async tick() {
    return Number((await this.page.getByText(/the game is at tick \d+/).textContent()).match(/tick (\d+)/)[1]);
  }

  async step() {
    const before = await this.tick();
    await this.button("step").click();
    await this.page.getByText(`the game is at tick ${before + 1}`).waitFor();
  }

  async stop_when(words) {
    await this.page.getByRole("combobox", { name: "Stop at a goal or a rule" }).selectOption({ label: words });
    await this.pane("Breakpoints").getByRole("button", { name: /^Remove/ }).first().waitFor();
  }

  async inject(text, hold) {
    const hand = this.pane("Change by hand");
    await hand.getByRole("textbox").fill(text);
    if (hold) await hand.getByLabel("hold").check();
    await hand.getByRole("button", { name: "inject" }).click();
    if (hold) await hand.getByText(`${text} is held`, { exact: true }).waitFor();
  }

  /** Lets the game run until it stops, and says why it did. */
  async run_until_it_stops() {
    await this.button("run").click();
    const stopped = this.page.getByText(/Stopped at tick/);
    await stopped.waitFor();
    return stopped.locator("..").textContent();
  }

  async does() {
    return this.pane("What it does").getByRole("list").textContent();
  }

  async edit(text) {
    await this.page.locator(".cm-content").click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Control+s");
  }
}
