// Makes the picture at the top of the README: `node browser/readme_picture.mjs PROGRAM`. Pac-Man is stopped while it decides.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser, folder, start } from "./driver.mjs";

const repository = join(import.meta.dirname, "../../../..");
const readme = readFileSync(join(repository, "README.md"), "utf8");
const mind = join(folder, "glutton.motive");
writeFileSync(mind, readme.split("```motive\n")[1].split("```")[0]);

const { game, address } = await start(process.argv[2], ["play", "pacman", "--mind", mind, "--seed", "4", "--studio", "--paused"]);
const browser = await Browser.launch({ pictures: join(repository, "docs") });
const studio = await browser.open(address);
await studio.page.setViewportSize({ width: 1440, height: 900 });
await studio.follow("glutton");
await studio.step();
for (let step = 0; step < 60; step += 1) await studio.step();
await studio.picture("studio");
await browser.close();
game.kill("SIGINT");
