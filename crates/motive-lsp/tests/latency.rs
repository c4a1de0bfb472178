//! How long an editor waits for an answer after a key stroke, in a file of 5,000 lines. A measurement, for an optimised build:
//! `cargo test --release -p motive-lsp --test latency -- --ignored --nocapture`

#![expect(clippy::unwrap_used, reason = "a measurement")]

use cpu_time::ProcessTime;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const FILE: &str = "file:///long.motive";
/// What an editor may wait.
const MOST: Duration = Duration::from_millis(20);

fn long_file() -> String {
    let mut text = String::from("world pacman\n\n");
    for number in 0..625 {
        let goal = format!("goal g{number} maintains P{number} {{ priority {number} }}\n");
        let rule = "    rule fetch\n        when d: dot prefer { distance: any lowest }\n        do   move_toward(d)\n";
        write!(text, "{goal}\nprogram P{number} {{\n{rule}}}\n\n").unwrap();
    }
    text
}

/// An editor and its server, which shares no more with it than the connection.
struct Editor {
    connection: Connection,
    requests: i32,
}

impl Editor {
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let request = Request { id: RequestId::from(self.requests), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            if let Message::Response(response) = self.connection.receiver.recv().unwrap() {
                return response.result.unwrap_or_default();
            }
        }
    }

    fn tell(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(message)).unwrap();
    }

    /// Processor time from a key stroke to the answer, the middle of several.
    fn waits(&mut self, method: &str) -> Duration {
        let place = json!({ "textDocument": { "uri": FILE }, "position": { "line": 2505, "character": 20 } });
        let mut times: Vec<Duration> = (0..15)
            .map(|version| {
                let begun = ProcessTime::now();
                let at = json!({ "line": 2504, "character": 0 });
                let change = json!({ "range": { "start": at, "end": at }, "text": " " });
                let file = json!({ "uri": FILE, "version": version + 2 });
                self.tell(
                    "textDocument/didChange",
                    json!({ "textDocument": file, "contentChanges": [change] }),
                );
                self.ask(method, place.clone());
                begun.elapsed()
            })
            .collect();
        times.sort();
        times[7]
    }
}

#[test]
#[ignore = "a measurement, for an optimised build"]
fn an_answer_comes_within_twenty_milliseconds_in_a_file_of_5000_lines() {
    let text = long_file();
    assert!(text.lines().count() >= 5_000);
    let (connection, theirs) = Connection::memory();
    let server = std::thread::spawn(move || motive_lsp::serve(theirs).unwrap());
    let mut editor = Editor { connection, requests: 0 };
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.tell("initialized", json!({}));
    let file = json!({ "uri": FILE, "languageId": "motive", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": file }));
    let mut late = Vec::new();
    for method in ["hover", "completion", "documentSymbol", "semanticTokens/full", "foldingRange"] {
        let waited = editor.waits(&format!("textDocument/{method}"));
        eprintln!("{method}: {waited:?} of processor time");
        if waited > MOST {
            late.push(method);
        }
    }
    editor.ask("shutdown", Value::Null);
    editor.tell("exit", Value::Null);
    server.join().unwrap();
    assert!(late.is_empty(), "{late:?} take longer than {MOST:?}");
}
