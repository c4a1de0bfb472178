//! An editor: how long a key stroke waits for its answer in a long file.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median, race};
use anyhow::{Context, Result, ensure};
use motive_lsp::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::fmt::Write;

measures! {
    /// from a key stroke in 5,000 lines to the language server's slowest answer
    "editor.answer" Nanoseconds <= 20e6 => |effort| slowest(effort, QUESTIONS);
    /// the same for symbols and folding, which need no meaning of names
    "editor.outline" Nanoseconds <= 10e6 => |effort| slowest(effort, &["documentSymbol", "foldingRange"]);
}

const FILE: &str = "file:///long.motive";

/// Everything that an editor asks of one file.
const QUESTIONS: &[&str] = &[
    "hover",
    "completion",
    "definition",
    "references",
    "documentHighlight",
    "rename",
    "documentSymbol",
    "foldingRange",
    "semanticTokens/full",
    "inlayHint",
    "codeAction",
    "formatting",
];

fn long_file() -> String {
    let mut text = String::from("world pacman\n\n");
    for number in 0..625 {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "goal g{number} maintains P{number} {{ priority {number} }}\n\nprogram P{number} {{\n    rule fetch\n        \
             when d: dot prefer {{ distance: any lowest }}\n        do   move_toward(d)\n}}\n\n"
        );
    }
    text
}

fn slowest(effort: &Effort, questions: &[&str]) -> Result<f64> {
    let text = long_file();
    let mut slowest: f64 = 0.0;
    for question in questions {
        let mut once = || answer(&text, question);
        let [times] = race(effort.passes.min(5), [&mut once])?;
        slowest = slowest.max(median(times));
    }
    Ok(slowest * 1e9)
}

/// A whole conversation: a file is opened, a key is pressed in it, one question is asked. All that an editor says is there from the beginning,
/// so that the server works without a pause, in this thread, and its time is that of the last answer.
fn answer(text: &str, question: &str) -> Result<f64> {
    let (editor, server) = Connection::memory();
    // The thing that a rule moves toward.
    let at = json!({ "line": 2503, "character": 25 });
    let range = json!({ "start": { "line": 2500, "character": 0 }, "end": { "line": 2600, "character": 0 } });
    let opened = json!({ "uri": FILE, "languageId": "motive", "version": 1, "text": text });
    let key = json!({ "line": 2504, "character": 0 });
    let typed = json!({ "range": { "start": key, "end": key }, "text": " " });
    let asked = json!({
        "textDocument": { "uri": FILE },
        "position": at,
        "range": range,
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 },
        "options": { "tabSize": 4, "insertSpaces": true },
        "newName": "another",
    });
    let said = [
        request(1, "initialize", json!({ "capabilities": {} })),
        notification("initialized", json!({})),
        notification("textDocument/didOpen", json!({ "textDocument": opened })),
        notification(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": FILE, "version": 2 }, "contentChanges": [typed] }),
        ),
        request(2, &format!("textDocument/{question}"), asked),
        request(3, "shutdown", Value::Null),
        notification("exit", Value::Null),
    ];
    for message in said {
        editor.sender.send(message)?;
    }
    let mut served = Ok(());
    let seconds = cpu_seconds(|| served = motive_lsp::serve(server))?;
    served?;
    let response = editor.receiver.try_iter().find_map(|message| match message {
        Message::Response(Response { id, error, .. }) if id == 2.into() => Some(error),
        _ => None,
    });
    let error = response.context("the server gave no answer")?;
    ensure!(error.is_none(), "`{question}` was refused: {error:?}");
    Ok(seconds)
}

fn request(id: i32, method: &str, params: Value) -> Message {
    Request { id: id.into(), method: method.to_owned(), params }.into()
}

fn notification(method: &str, params: Value) -> Message {
    Notification { method: method.to_owned(), params }.into()
}
