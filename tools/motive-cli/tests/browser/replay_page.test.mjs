// The page of a recorded game, operated in a browser as a viewer would.
//
// It needs Chromium (`CHROMIUM` names it if it is not `chromium`) and the program (`MOTIVE` names it if it is not target/debug/motive).
// With `SCREENSHOTS=DIR` it leaves pictures there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const motive = process.env.MOTIVE || join(repository, "target/debug/motive");
const folder = mkdtempSync(join(tmpdir(), "motive-replay-"));
let browser, address;

before(async () => {
  const agents = join(repository, "agents/shooter");
  const trace = join(folder, "game.trace"), page = join(folder, "game.html");
  execFileSync(motive, ["play", "shooter", "--seed", "3", "--steps", "240", "time_limit=60", "--record", trace,
    "--mind", join(agents, "gordon.motive"), "--mind", join(agents, "raider.motive")], { stdio: "ignore" });
  execFileSync(motive, ["trace", "page", trace, "--out", page], { stdio: "ignore" });
  address = pathToFileURL(page).href;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// A page that complains of nothing.
async function open(where = "", options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints = [];
  page.on("pageerror", error => complaints.push(String(error)));
  page.on("console", message => message.type() === "error" && complaints.push(message.text()));
  await page.goto(address + where);
  page.calm = async () => {
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${page.named}.png`) });
    assert.deepEqual(complaints, []);
    await page.close();
  };
  page.named = where.replace(/\W+/g, "-") || "start";
  return page;
}

const moment = async page => Number(await page.inputValue("#seek"));
const mind = async page => (await page.textContent("#mind")).trim();
// Where a player of the first scene is on the screen.
const onScreen = (page, number) => page.evaluate(it => {
  const player = scenes[0].players[it], ratio = view.width / view.clientWidth, box = view.getBoundingClientRect();
  return [box.left + X(player.x) / ratio, box.top + Y(player.y) / ratio];
}, number);

test("playing goes on until it is stopped, and the slider and the clock go along", async () => {
  const page = await open();
  const clock = await page.textContent("#time");
  await page.selectOption("#speed", "4");
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Pause");
  await page.waitForFunction(() => Number(document.getElementById("seek").value) >= 8);
  await page.click("#play");
  const stopped = await moment(page);
  assert.notEqual(await page.textContent("#time"), clock);
  await page.waitForTimeout(300);
  assert.equal(await moment(page), stopped, "it stands still");
  assert.equal(await page.textContent("#play"), "Play");
  await page.calm();
});

test("keys go one decision on or back, to the start and to the end; the slider can be dragged", async () => {
  const page = await open();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  assert.equal(await moment(page), 1);
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await moment(page), 21);
  await page.keyboard.press("End");
  const last = await moment(page);
  assert.equal(last, Number(await page.getAttribute("#seek", "max")));
  assert.match(await mind(page), /The game is over/);
  await page.keyboard.press("Space");
  await page.waitForFunction(end => Number(document.getElementById("seek").value) < end, last);
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  assert.equal(await moment(page), 0);
  const slider = await page.locator("#seek").boundingBox();
  await page.mouse.move(slider.x + 8, slider.y + slider.height / 2);
  await page.mouse.down();
  await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2, { steps: 5 });
  await page.mouse.up();
  assert.ok(Math.abs(await moment(page) - last / 2) <= last / 20, "half way");
  assert.match(await page.textContent("#time"), /0:(29|30|31)/);
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs(await moment(page) - last / 2) <= last / 20 + 1, "a key moves once, though the slider has the focus");
  await page.calm();
});

test("a click on a bot shows its mind at that moment", async () => {
  const page = await open("#tick=100&agent=0");
  assert.match(await page.textContent("#time"), /tick 100$/);
  assert.match(await mind(page), /^Gordon/);
  await page.evaluate(() => go(0));
  await page.mouse.click(...await onScreen(page, 1));
  assert.match(await mind(page), /^Raider/);
  for (const part of ["does", "goals that are pursued", "why, at tick"]) assert.ok((await mind(page)).includes(part), part);
  await page.click("#agents button >> nth=0");
  assert.match(await mind(page), /^Gordon/);
  await page.click("summary");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("details").evaluate(it => it.open), false, "what was folded stays folded");
  await page.calm();
});

test("the page is light or dark as the system is, and changes with it", async () => {
  const brightness = page => page.evaluate(() => {
    const at = view.getContext("2d").getImageData(Math.round(X(map.cell * 12)), Math.round(Y(map.cell * 5)), 1, 1).data;
    const back = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return [back[0], at[0]];
  });
  const page = await open("#tick=60", { colorScheme: "dark" });
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "dark.png") });
  for (const part of await brightness(page)) assert.ok(part < 110, String(part));
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => paint === LIGHT);
  for (const part of await brightness(page)) assert.ok(part > 180, String(part));
  page.named = "light";
  await page.calm();
});

test("a narrow window needs no scrolling sideways", async () => {
  const page = await open("#tick=60&agent=1", { viewport: { width: 390, height: 844 } });
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${wide} > ${window}`);
  page.named = "narrow";
  await page.calm();
});
