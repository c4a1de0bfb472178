//! Edits of an editor: after any of them the language server answers as it does about the same text when it is opened.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_lsp::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

const TEXT: &str = "world pacman\n\n// Ghosts é🎮\nlet near = 10\ngoal eat achieves Eat {\n    when some dot priority near\n}\n\
    program Eat {\n    rule fetch\n        when d: dot prefer { distance: any lowest }\n        do   move_toward(d)\n}\nmind M = arbiter { goals eat }\n";

/// What an edit writes.
const WORDS: &[&str] = &["", "\n", "{", "}", "\"", "/*", "*/", "// ", "é", "🎮", "\r\n", "goal ", "near", "dot", " ", "(", ")", "\u{0}", "program P { }", TEXT];

const QUESTIONS: &[&str] = &[
    "textDocument/semanticTokens/full",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/codeAction",
    "textDocument/inlayHint",
];

struct Editor {
    connection: Connection,
    asked: i32,
}

impl Editor {
    fn tell(&self, method: &str, params: Value) {
        let told = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(told)).expect("the server is there");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let request = Request { id: self.asked.into(), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).expect("the server is there");
        loop {
            match self.connection.receiver.recv().expect("the server is there") {
                Message::Response(answer) if answer.id == self.asked.into() => {
                    return json!([answer.result, answer.error.map(|error| error.message)]);
                }
                _ => {}
            }
        }
    }

    fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "motive", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn answers(&mut self, uri: &str) -> Vec<String> {
        let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1_000_000, "character": 0 } });
        let params = json!({
            "textDocument": { "uri": uri },
            "range": all,
            "context": { "diagnostics": [] },
            "options": { "tabSize": 4, "insertSpaces": true },
        });
        QUESTIONS.iter().map(|question| self.ask(question, params.clone()).to_string().replace(uri, "")).collect()
    }
}

/// The byte of a line and a column of UTF-16, found by counting.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let Some(start) = text.split_inclusive('\n').map(str::len).scan(0, |at, length| Some(std::mem::replace(at, *at + length))).nth(line)
    else {
        return text.len();
    };
    let mut units = 0;
    for (at, c) in text[start..].char_indices() {
        if units >= column || c == '\n' {
            return start + at;
        }
        units += c.len_utf16();
    }
    text.len()
}

fuzz_target!(|data: &[u8]| {
    let (connection, theirs) = Connection::memory();
    let server = std::thread::spawn(move || motive_lsp::serve(theirs));
    let mut editor = Editor { connection, asked: 0 };
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.tell("initialized", json!({}));
    let mut text = TEXT.to_owned();
    editor.open("untitled:a", &text);
    for (number, edit) in data.chunks_exact(5).take(20).enumerate() {
        let [line, column, to_line, to_column, word] = [0, 1, 2, 3, 4].map(|at| usize::from(edit[at]));
        let (line, to_line, word) = (line % 16, to_line % 16, WORDS[word % WORDS.len()]);
        let range = json!({ "start": { "line": line, "character": column }, "end": { "line": to_line, "character": to_column } });
        let document = json!({ "uri": "untitled:a", "version": number + 2 });
        let changes = json!([{ "range": range, "text": word }]);
        editor.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        let (start, end) = (offset(&text, line, column), offset(&text, to_line, to_column));
        text.replace_range(start.min(end)..start.max(end), word);
        if text.len() > 1 << 14 {
            break;
        }
    }
    editor.open("untitled:b", &text);
    assert_eq!(editor.answers("untitled:a"), editor.answers("untitled:b"), "{text}");
    editor.ask("shutdown", Value::Null);
    editor.tell("exit", Value::Null);
    server.join().expect("no panic").expect("no error");
});
