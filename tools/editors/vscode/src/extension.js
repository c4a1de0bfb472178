// The language server for .motive files, and commands that play them.
const { existsSync } = require("node:fs");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
    const command = vscode.workspace.getConfiguration("motive").get("server.path");
    const server = { command, transport: TransportKind.stdio };
    const watched = vscode.workspace.createFileSystemWatcher("**/*.motive");
    const options = { documentSelector: [{ language: "motive" }], synchronize: { fileEvents: watched } };
    client = new LanguageClient("motive", "Motive", server, options);
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        const how = "`cargo install --path tools/motive-lsp` installs it, or set `motive.server.path`";
        vscode.window.showWarningMessage(`The language server \`${command}\` cannot be started (${error.message}): ${how}.`);
    }
}

async function stop() {
    const running = client;
    client = undefined;
    await running?.stop();
}

// The world that a file is written for.
function worldOf(text) {
    return /^\s*world\s+([\p{L}_][\p{L}\p{N}_]*)/mu.exec(text)?.[1];
}

// The open file and its world, saved; or nothing, with a message.
async function played() {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "motive") return undefined;
    const world = worldOf(document.getText());
    if (!world) {
        vscode.window.showWarningMessage("The file names no world: a line such as `world pacman` says where it plays.");
        return undefined;
    }
    await document.save();
    return { world, file: document.fileName };
}

function run(lines) {
    const terminal = vscode.window.createTerminal("Motive");
    terminal.show();
    lines.forEach((line) => terminal.sendText(line));
}

const quoted = (text) => `"${text.replace(/(["\\$`])/g, "\\$1")}"`;
const program = () => quoted(vscode.workspace.getConfiguration("motive").get("program.path"));

async function play() {
    const it = await played();
    if (it) run([`${program()} play ${it.world} --mind ${quoted(it.file)}`]);
}

async function why() {
    const it = await played();
    if (!it) return;
    const tick = await vscode.window.showInputBox({ prompt: "Which tick?", value: "40" });
    if (!/^\d+$/.test(tick ?? "")) return;
    const trace = `${it.file}.trace`;
    const record = `${program()} play ${it.world} --mind ${quoted(it.file)} --steps ${Number(tick) + 1} --record ${quoted(trace)}`;
    run([record, `${program()} why ${quoted(trace)} --tick ${tick}`]);
}

// The page that shows running games and recorded runs: the file plays there, and its last recording, if there is one, is offered too.
async function studio() {
    const it = await played();
    if (!it) return;
    const trace = `${it.file}.trace`;
    const [live, recorded] = ["Play this file in the studio", "Look at its last recording"];
    const chosen = existsSync(trace) ? await vscode.window.showQuickPick([live, recorded]) : live;
    if (chosen === live) run([`${program()} play ${it.world} --mind ${quoted(it.file)} --studio --paused`]);
    if (chosen === recorded) run([`${program()} studio ${quoted(trace)}`]);
}

async function activate(context) {
    const command = (name, what) => context.subscriptions.push(vscode.commands.registerCommand(name, what));
    command("motive.play", play);
    command("motive.why", why);
    command("motive.studio", studio);
    command("motive.restart", async () => {
        await stop();
        await start();
    });
    await start();
}

module.exports = { activate, deactivate: stop };
