//! What is done with a text, and the time of the processor that it takes: not the time that passes, which depends on what else the machine does.

use cpu_time::ThreadTime;
use motive_language::diagnostic::{Colour, NamedText, render_all};
use motive_language::{Files, NoFiles, SourceText, WorldVocabulary, format, load};
use motive_lsp::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::time::Duration;

/// Runs something, and says how long this thread computed.
pub(crate) fn cost(work: impl FnOnce()) -> Duration {
    let begun = ThreadTime::now();
    work();
    begun.elapsed()
}

/// Loads a text for a world, and prints what is wrong with it.
pub(crate) fn check(text: &str, files: &dyn Files) -> Duration {
    let world = motive_worlds::find::<&str>("pacman", &[]).unwrap();
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let source = SourceText::new("growth.motive", text);
    cost(|| {
        let loaded = load(source, &given, files);
        let own = loaded.problems.iter().filter(|problem| problem.file == 0);
        let problems: Vec<_> = own.map(|problem| problem.diagnostic.clone()).collect();
        render_all(NamedText { name: "growth.motive", text }, &problems, Colour::Off);
    })
}

/// Checks a text that uses no other.
pub(crate) fn check_alone(text: &str) -> Duration {
    check(text, &NoFiles)
}

/// Brings a text into its one layout.
pub(crate) fn layout(text: &str) -> Duration {
    cost(|| drop(format::format(text)))
}

/// What an editor asks the language server about a text.
pub(crate) const QUESTIONS: [&str; 14] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "workspace/symbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/formatting",
];

/// Asks the language server some questions about each of a few places of a text.
pub(crate) fn answers(text: &str, questions: &[&str]) -> Duration {
    let (editor, server) = Connection::memory();
    // The thread of the server does nothing else, so that its time is that of the answers.
    let server = std::thread::spawn(move || cost(|| motive_lsp::serve(server).unwrap()));
    let ask = |id: i32, method: &str, params: Value| {
        let request = Request { id: id.into(), method: method.to_owned(), params };
        editor.sender.send(Message::Request(request)).unwrap();
        while !matches!(editor.receiver.recv().unwrap(), Message::Response(answer) if answer.id == id.into())
        {
        }
    };
    let tell = |method: &str, params: Value| {
        let method = method.to_owned();
        editor.sender.send(Message::Notification(Notification { method, params })).unwrap();
    };
    ask(0, "initialize", json!({ "capabilities": {} }));
    tell("initialized", json!({}));
    let document = json!({ "uri": "untitled:growth", "languageId": "motive", "version": 1, "text": text });
    tell("textDocument/didOpen", json!({ "textDocument": document }));
    for (id, (place, question)) in
        places(text).iter().flat_map(|place| questions.iter().map(move |it| (place, it))).enumerate()
    {
        let params = json!({
            "textDocument": { "uri": "untitled:growth" },
            "position": place,
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": u32::MAX, "character": 0 } },
            "context": { "includeDeclaration": true, "diagnostics": [] },
            "options": { "tabSize": 4, "insertSpaces": true },
            "newName": "another",
            "query": "",
        });
        ask(1 + id as i32, question, params);
    }
    ask(-1, "shutdown", Value::Null);
    tell("exit", Value::Null);
    server.join().unwrap()
}

/// The middle of a text and its end.
fn places(text: &str) -> [Value; 2] {
    [text.len() / 2, text.trim_end().len()].map(|at| {
        let before = &text[..text.floor_char_boundary(at)];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        json!({ "line": before.matches('\n').count(), "character": before[line..].encode_utf16().count() })
    })
}
