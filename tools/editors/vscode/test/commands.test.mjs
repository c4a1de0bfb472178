// What the commands type into a terminal. The editor is played by a stand-in.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const file = join(tmpdir(), `motive-commands-${process.pid}.motive`);
const typed = [];
const warned = [];
const commands = new Map();
let picked = 0;

const document = { languageId: "motive", fileName: file, getText: () => "// a file\nworld pacman\n", save: async () => true };
const settings = { "server.path": "motive-lsp", "program.path": "motive" };
const vscode = {
    commands: { registerCommand: (name, what) => commands.set(name, what) },
    window: {
        activeTextEditor: { document },
        createTerminal: () => ({ show() {}, sendText: (line) => typed.push(line) }),
        showInputBox: async () => "12",
        showQuickPick: async (offered) => offered[picked],
        showWarningMessage: (text) => warned.push(text),
    },
    workspace: { getConfiguration: () => ({ get: (name) => settings[name] }), createFileSystemWatcher: () => ({}) },
};
class LanguageClient {
    async start() {}
    async stop() {}
}

const load = Module._load;
Module._load = (name, ...rest) => {
    if (name === "vscode") return vscode;
    if (name === "vscode-languageclient/node") return { LanguageClient, TransportKind: {} };
    return load(name, ...rest);
};
const extension = createRequire(import.meta.url)("../src/extension.js");

async function typedBy(command) {
    typed.length = 0;
    await commands.get(command)();
    return [...typed];
}

test("every command of the manifest exists", async () => {
    await extension.activate({ subscriptions: [] });
    assert.deepEqual([...commands.keys()].sort(), manifest.contributes.commands.map((one) => one.command).sort());
});

test("play plays the file in its world", async () => {
    assert.deepEqual(await typedBy("motive.play"), [`"motive" play pacman --mind "${file}"`]);
});

test("why records up to the tick and explains it", async () => {
    assert.deepEqual(await typedBy("motive.why"), [
        `"motive" play pacman --mind "${file}" --steps 13 --record "${file}.trace"`,
        `"motive" why "${file}.trace" --tick 12`,
    ]);
});

test("the file plays in the studio, or its last recording is shown there", async () => {
    const live = [`"motive" play pacman --mind "${file}" --studio --paused`];
    assert.deepEqual(await typedBy("motive.studio"), live);
    writeFileSync(`${file}.trace`, "");
    try {
        assert.deepEqual(await typedBy("motive.studio"), live);
        picked = 1;
        assert.deepEqual(await typedBy("motive.studio"), [`"motive" studio "${file}.trace"`]);
        picked = 2;
        assert.deepEqual(await typedBy("motive.studio"), [], "nothing is chosen");
    } finally {
        rmSync(`${file}.trace`);
    }
});

test("a file without a world is not played", async () => {
    document.getText = () => "mind M = arbiter { goals g }";
    assert.deepEqual(await typedBy("motive.play"), []);
    assert.match(warned.at(-1), /names no world/);
});
