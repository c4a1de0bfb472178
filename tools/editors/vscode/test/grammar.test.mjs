// The colours of .motive files, as VS Code's own tokeniser gives them.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../../..");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
        textmate.parseRawGrammar(readFileSync(join(here, "../syntaxes/motive.tmLanguage.json"), "utf8"), "motive.json"),
});
const grammar = await registry.loadGrammar("source.motive");

// Every word of a text with its innermost scope.
function words(text) {
    let stack = textmate.INITIAL;
    const found = [];
    for (const line of text.split("\n")) {
        const tokens = grammar.tokenizeLine(line, stack);
        stack = tokens.ruleStack;
        for (const token of tokens.tokens) {
            const word = line.slice(token.startIndex, token.endIndex).trim();
            if (word) found.push([word, token.scopes.at(-1).replace(/\.motive$/, "")]);
        }
    }
    return found;
}

test("words are coloured by what they are", () => {
    const text = `goal eat maintains EatDots { priority 20 } // all day
program EatDots {
    rule fetch
        when d: dot { priority: 1.. } prefer { distance: any lowest }, self.health < 70
        do   move_toward(d)
}
let pause = 250 ms`;
    assert.deepEqual(words(text), [
        ["goal", "keyword.declaration"], ["eat", "entity.name.type"], ["maintains", "keyword.control"], ["EatDots", "variable.other"],
        ["{", "source"], ["priority", "keyword.control"], ["20", "constant.numeric"], ["}", "source"], ["// all day", "comment.line.double-slash"],
        ["program", "keyword.declaration"], ["EatDots", "entity.name.type"], ["{", "source"],
        ["rule", "keyword.declaration"], ["fetch", "entity.name.function"],
        ["when", "keyword.control"], ["d", "variable.other.property"], [":", "punctuation.separator.key-value"], ["dot", "variable.other"],
        ["{", "source"], ["priority", "variable.other.property"], [":", "punctuation.separator.key-value"], ["1", "constant.numeric"], ["..", "keyword.operator"], ["}", "source"],
        ["prefer", "keyword.control"], ["{", "source"], ["distance", "variable.other.property"], [":", "punctuation.separator.key-value"], ["any", "keyword.control"],
        ["lowest", "storage.modifier"], ["},", "source"], ["self", "constant.language"], [".", "source"], ["health", "variable.other.property"],
        ["<", "keyword.operator"], ["70", "constant.numeric"],
        ["do", "keyword.control"], ["move_toward", "entity.name.function.call"], ["(", "source"], ["d", "variable.other"], [")", "source"], ["}", "source"],
        ["let", "keyword.declaration"], ["pause", "entity.name.type"], ["=", "keyword.operator"], ["250", "constant.numeric"], ["ms", "keyword.other.unit"],
    ]);
});

test("in every agent of the repository declarations are keywords, and comments are comments", () => {
    const folders = readdirSync(join(root, "agents"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    let declarations = 0;
    for (const folder of folders) {
        for (const file of readdirSync(join(root, "agents", folder.name)).filter((name) => name.endsWith(".motive"))) {
            const text = readFileSync(join(root, "agents", folder.name, file), "utf8");
            for (const [word, scope] of words(text)) {
                if (word.startsWith("//")) assert.match(scope, /^comment/, `${file}: ${word}`);
            }
            for (const line of text.split("\n")) {
                const head = /^(goal|program|mind|task|action|network|kind|machine|drive)\s+\w+/.exec(line);
                if (!head) continue;
                declarations += 1;
                assert.equal(words(line)[0][1], "keyword.declaration", `${file}: ${line}`);
            }
        }
    }
    assert.ok(declarations > 100);
});
