//! Bytes of an editor to the language server: whatever they are, the conversation goes on or ends, and takes no more memory than it is sent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, sink};

const BEGINNING: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a","languageId":"motive","version":1,"text":"world pacman\ngoal eat achieves Eat { priority 20 }\nprogram Eat { otherwise do nothing }\nmind M = arbiter { goals eat }\n"}}}"#,
];

fn framed(message: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", message.len()).as_bytes(), message].concat()
}

fuzz_target!(|data: &[u8]| {
    let beginning: Vec<u8> = BEGINNING.iter().flat_map(|message| framed(message.as_bytes())).collect();
    // As it is, and cut into messages at zero bytes, which a fuzzer does not do by itself.
    let messages: Vec<u8> = data.split(|byte| *byte == 0).flat_map(framed).collect();
    for sent in [data, &messages] {
        let _ = motive_lsp::serve_streams(Cursor::new([&beginning, sent].concat()), sink());
    }
});
