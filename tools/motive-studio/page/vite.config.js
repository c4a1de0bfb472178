import { svelte } from "@sveltejs/vite-plugin-svelte";
import { copyFileSync } from "node:fs";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// One file, beside the Rust source that embeds it: who builds Motive needs no Node.
const embed = {
  name: "embed",
  closeBundle: () => copyFileSync("dist/index.html", "../src/page.html"),
};

export default defineConfig({
  plugins: [svelte(), viteSingleFile(), embed],
  build: { target: "es2022", chunkSizeWarningLimit: 2000 },
  test: { include: ["test/*.test.js"] },
});
