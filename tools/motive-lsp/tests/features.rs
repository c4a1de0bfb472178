//! An editor's conversation with the server, one test a feature. `|` marks the cursor in a text.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue fails")]

use expect_test::{Expect, expect};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::thread::JoinHandle;

const GLUTTON: &str = "\
world pacman

// Ghosts nearer than this are fled from.
let near = 10

goal survive achieves Escape {
    when some ghost { blue: false, distance: ..near }
        priority 100 - nearest(ghost { blue: false }).distance updated
}

goal eat maintains EatDots { priority 20 }

program Escape {
    done when no ghost { blue: false, distance: ..near }
    rule run
        when g: ghost { blue: false, distance: 0..near lowest }
        do   move_away_from(g)
}

program EatDots {
    rule fetch
        when d: dot prefer { distance: any lowest }
        do   move_toward(d)
}

mind Glutton = arbiter { goals survive, eat }
";

/// The side of the editor.
struct Editor {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    folder: PathBuf,
    requests: i32,
    diagnostics: Vec<Value>,
}

impl Editor {
    fn start(test: &str) -> Editor {
        let folder = std::env::temp_dir().join(format!("motive-lsp-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let (connection, theirs) = Connection::memory();
        let server = std::thread::spawn(move || motive_lsp::serve(theirs).unwrap());
        let mut editor =
            Editor { connection, server: Some(server), folder, requests: 0, diagnostics: Vec::new() };
        let root = format!("file://{}", editor.folder.display());
        editor.ask(
            "initialize",
            json!({ "capabilities": {}, "workspaceFolders": [{ "uri": root, "name": "test" }] }),
        );
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.folder.display())
    }

    fn tell(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(message)).unwrap();
    }

    /// Sends a request and waits for its response; diagnostics that arrive before it are kept.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            match self.connection.receiver.recv().unwrap() {
                Message::Response(response) if response.id == id => {
                    return match response.error {
                        Some(error) => json!({ "refused": error.message }),
                        None => response.result.unwrap_or_default(),
                    };
                }
                Message::Notification(told) => self.diagnostics.push(told.params),
                _ => {}
            }
        }
    }

    /// Opens a file; gives back where its cursor is.
    fn open(&mut self, file: &str, text: &str) -> Value {
        let at = text.find('|');
        let before = &text[..at.unwrap_or(0)];
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        let text = at.map_or(text.to_owned(), |at| [&text[..at], &text[at + 1..]].concat());
        let document = json!({ "uri": self.uri(file), "languageId": "motive", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        json!({ "textDocument": { "uri": self.uri(file) }, "position": { "line": line, "character": column } })
    }

    /// The diagnostics that the server tells next.
    fn next_diagnostics(&mut self) -> Value {
        while self.diagnostics.is_empty() {
            if let Message::Notification(told) = self.connection.receiver.recv().unwrap() {
                self.diagnostics.push(told.params);
            }
        }
        self.diagnostics.remove(0)
    }

    /// Opens a file with a text; gives all quick fixes in it.
    fn fixes_of(&mut self, file: &str, text: &str) -> Value {
        let at = self.open(file, text);
        let end = json!({ "line": text.lines().count(), "character": 0 });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
        let context = json!({ "diagnostics": [] });
        let params = json!({ "textDocument": at["textDocument"], "range": range, "context": context });
        self.ask("textDocument/codeAction", params)
    }

    /// A range as `line:column..line:column` with the file's name, all counted from 1.
    fn shown(&self, location: &Value) -> String {
        let point = |at: &Value| {
            format!("{}:{}", at["line"].as_u64().unwrap() + 1, at["character"].as_u64().unwrap() + 1)
        };
        let range = if location["range"].is_null() { location } else { &location["range"] };
        let file = location["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or("");
        format!("{file} {}..{}", point(&range["start"]), point(&range["end"]))
    }

    fn shown_all(&self, locations: &Value) -> String {
        locations.as_array().unwrap().iter().map(|each| self.shown(each)).collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.ask("shutdown", Value::Null);
            self.tell("exit", Value::Null);
            self.server.take().unwrap().join().unwrap();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn labels(completions: &Value) -> Vec<&str> {
    completions.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

fn check_hover(test: &str, text: &str, expected: Expect) {
    let mut editor = Editor::start(test);
    let at = editor.open("a.motive", text);
    let hover = editor.ask("textDocument/hover", at);
    expected.assert_eq(hover["contents"]["value"].as_str().unwrap());
}

#[test]
fn diagnostics_come_as_one_types_and_go_when_mended() {
    let mut editor = Editor::start("diagnostics");
    let wrong = GLUTTON.replace("distance: any", "distence: any");
    editor.open("a.motive", &wrong);
    let told = editor.next_diagnostics();
    let first = &told["diagnostics"][0];
    assert_eq!(told["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(editor.shown(first), " 22:30..22:38");
    assert_eq!(first["severity"], 1);
    expect![[r#"
        there is no property called `distence`
        help: did you mean `distance`?"#]]
    .assert_eq(first["message"].as_str().unwrap());

    let change = json!({
        "range": { "start": { "line": 21, "character": 33 }, "end": { "line": 21, "character": 34 } },
        "text": "a"
    });
    let file = json!({ "uri": editor.uri("a.motive"), "version": 2 });
    editor.tell("textDocument/didChange", json!({ "textDocument": file, "contentChanges": [change] }));
    let told = editor.next_diagnostics();
    assert_eq!((told["version"].as_i64(), &told["diagnostics"]), (Some(2), &json!([])));
}

#[test]
fn a_quick_fix_for_did_you_mean() {
    let mut editor = Editor::start("fix");
    let at = editor.open("a.motive", &GLUTTON.replace("distance: any", "dist|ence: any"));
    let range = json!({ "start": at["position"], "end": at["position"] });
    let params =
        json!({ "textDocument": at["textDocument"], "range": range, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Replace by `distance`");
    let edit = &actions[0]["edit"]["changes"][editor.uri("a.motive")][0];
    assert_eq!((editor.shown(edit), &edit["newText"]), (" 22:30..22:38".to_owned(), &json!("distance")));
}

#[test]
fn misspelt_keywords_have_quick_fixes_too() {
    let mut editor = Editor::start("keywords");
    let misspelt = [
        ("goal eat", "gaol| eat", "goal"),
        ("rule fetch", "rul|e2 fetch", "rule"),
        ("priority 20", "prio|rty 20", "priority"),
        ("when d:", "i|f d:", "when"),
    ];
    for (number, (right, wrong, word)) in misspelt.into_iter().enumerate() {
        let file = format!("{number}.motive");
        let at = editor.open(&file, &GLUTTON.replace(right, wrong));
        let range = json!({ "start": at["position"], "end": at["position"] });
        let params =
            json!({ "textDocument": at["textDocument"], "range": range, "context": { "diagnostics": [] } });
        let actions = editor.ask("textDocument/codeAction", params);
        assert_eq!(actions[0]["title"], format!("Replace by `{word}`"), "{wrong}: {actions}");
    }
}

/// Every word of several agents is misspelt in turn. Wherever the server says "did you mean", the quick fix mends the file.
#[test]
fn whatever_is_meant_has_a_quick_fix_that_mends_the_file() {
    let mut editor = Editor::start("meant");
    let (mut fixes, mut words) = (0, 0);
    for agent in ["pacman/ours", "arena/udgoap", "household/network", "shooter/hunter", "tileworld/udgoap"] {
        let path = format!("{}/../../agents/{agent}.motive", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let mut seen = std::collections::BTreeSet::new();
        for (at, word) in text.split(|sign| !is_word(sign)).map(|word| {
            // Where it is: a part of the text that was split.
            (word.as_ptr() as usize - text.as_ptr() as usize, word)
        }) {
            let in_comment = text[..at].rsplit('\n').next().unwrap().contains("//");
            if word.len() < 5 || in_comment || !seen.insert(word) {
                continue;
            }
            words += 1;
            let wrong = format!("{}{}{}", &text[..at], &word[..word.len() - 1], &text[at + word.len()..]);
            // Where a declaration is misspelt, its uses are mended one by one.
            let mut mending = mended(&mut editor, &wrong);
            fixes += usize::from(mending.is_some());
            for _ in 0..40 {
                let Some(text) = mending else { break };
                mending = mended(&mut editor, &text);
            }
            assert_eq!(mending, None, "{agent}: `{word}` at {at} is not mended");
        }
    }
    assert!(fixes > 40 && fixes * 3 > words, "{fixes} of {words} misspelt words have a fix");
}

/// The text after its first quick fix; none if there is none.
fn mended(editor: &mut Editor, text: &str) -> Option<String> {
    let fixes = editor.fixes_of("a.motive", text);
    let fix = fixes.as_array()?.first()?;
    let told = fix["diagnostics"][0]["message"].as_str().unwrap();
    assert!(told.contains("did you mean"), "{told}");
    let edit = &fix["edit"]["changes"][editor.uri("a.motive")][0];
    let offset = |at: &Value| {
        let line = at["line"].as_u64().unwrap() as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + at["character"].as_u64().unwrap() as usize
    };
    let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
    Some([&text[..start], edit["newText"].as_str().unwrap(), &text[end..]].concat())
}

#[test]
fn completion_offers_what_can_stand_there() {
    let mut editor = Editor::start("completion");
    let mut complete = |text: &str| {
        let at = editor.open("a.motive", text);
        editor.ask("textDocument/completion", at)
    };
    let properties = complete(&GLUTTON.replace("prefer { distance", "prefer { |distance"));
    assert!(labels(&properties).contains(&"distance"), "{properties}");
    assert!(!labels(&properties).contains(&"move_toward"), "{properties}");

    let steps = complete(&GLUTTON.replace("do   move_toward(d)", "do   |move_toward(d)"));
    assert!(labels(&steps).contains(&"move_away_from") && labels(&steps).contains(&"Escape"), "{steps}");
    assert!(!labels(&steps).contains(&"distance"), "{steps}");

    let pursuits = complete(&GLUTTON.replace("maintains EatDots", "maintains |"));
    assert_eq!(labels(&pursuits), ["EatDots", "Escape"]);

    let worlds = complete("world |");
    assert!(labels(&worlds).contains(&"pacman") && labels(&worlds).contains(&"tileworld"), "{worlds}");

    let items = complete("world pacman\n\n|");
    assert!(labels(&items).contains(&"goal"), "{items}");

    let values = complete(&GLUTTON.replace("distance: 0..near", "distance: 0..|near"));
    assert!(labels(&values).contains(&"near"), "{values}");
}

#[test]
fn hover_says_what_a_name_is() {
    let of_world = GLUTTON.replace("move_toward(d)", "move_|toward(d)");
    check_hover(
        "hover1",
        &of_world,
        expect![[r#"
        ```motive
        action move_toward(_)
        ```

        takes the next step toward a thing"#]],
    );
    let of_file =
        GLUTTON.replace("distance: ..near }\n        priority", "distance: ..n|ear }\n        priority");
    check_hover(
        "hover2",
        &of_file,
        expect![[r#"
        ```motive
        let near = 10
        ```

        Ghosts nearer than this are fled from."#]],
    );
}

#[test]
fn names_of_a_game_are_found_in_its_names_file() {
    let mut editor = Editor::start("names");
    let names = "/// Hunts the player\nkind wolf\nproperty distance: number\naction flee(a: id)\n";
    std::fs::write(editor.folder.join("names.motive"), names).unwrap();
    std::fs::create_dir(editor.folder.join("minds")).unwrap();
    let text = "program Run { rule run when w: wo|lf { distance: ..5 } do flee(w) }\n";
    let at = editor.open("minds/sheep.motive", text);
    let hover = editor.ask("textDocument/hover", at);
    expect![[r#"
        ```motive
        kind wolf
        ```

        Hunts the player"#]]
    .assert_eq(hover["contents"]["value"].as_str().unwrap());
    let at = editor.open("minds/sheep.motive", &text.replace("wo|lf", "wolf").replace("flee(w)", "f|lee(w)"));
    let offered = editor.ask("textDocument/completion", at);
    assert!(labels(&offered).contains(&"flee"), "{offered}");
    assert!(!labels(&offered).contains(&"move_toward"), "no world is named: {offered}");
}

#[test]
fn definitions_are_found_in_the_file_and_in_files_that_it_uses() {
    let mut editor = Editor::start("definition");
    let at = editor.open("a.motive", &GLUTTON.replace("achieves Escape", "achieves Esc|ape"));
    let found = editor.ask("textDocument/definition", at);
    assert_eq!(editor.shown(&found), "a.motive 13:9..13:15");

    std::fs::write(editor.folder.join("common.motive"), "let near = 10\n").unwrap();
    let uses = "world pacman\nuse \"common.motive\"\ncondition close when self.lives > nea|r\n";
    let at = editor.open("b.motive", uses);
    let found = editor.ask("textDocument/definition", at);
    assert_eq!(editor.shown(&found), "common.motive 1:5..1:9");
    let at = editor.open("b.motive", &uses.replace("nea|r", "near").replace("common", "com|mon"));
    let found = editor.ask("textDocument/definition", at);
    assert_eq!(editor.shown(&found), "common.motive 1:1..1:1");
}

#[test]
fn references_are_found_in_every_file_of_the_workspace() {
    let mut editor = Editor::start("references");
    let user = "world pacman\nuse \"common.motive\"\ncondition close when self.lives > near\n";
    std::fs::write(editor.folder.join("user.motive"), user).unwrap();
    let mut at = editor.open("common.motive", "let ne|ar = 10\ncondition far when self.lives < near\n");
    at["context"] = json!({ "includeDeclaration": true });
    let found = editor.ask("textDocument/references", at);
    expect![[r#"
        common.motive 1:5..1:9
        common.motive 2:33..2:37
        user.motive 3:35..3:39"#]]
    .assert_eq(&editor.shown_all(&found));
}

#[test]
fn uses_are_highlighted() {
    let mut editor = Editor::start("highlight");
    let at = editor.open("a.motive", &GLUTTON.replace("when d: dot", "when d|: dot"));
    let found = editor.ask("textDocument/documentHighlight", at);
    assert_eq!(editor.shown_all(&found), " 22:14..22:15\n 23:26..23:27");
}

#[test]
fn a_rename_reaches_every_use_and_nothing_else() {
    let mut editor = Editor::start("rename");
    let mut at = editor.open("a.motive", &GLUTTON.replace("program Escape", "program Esc|ape"));
    let prepared = editor.ask("textDocument/prepareRename", at.clone());
    assert_eq!(prepared["placeholder"], "Escape");
    at["newName"] = json!("Flee");
    let edits = editor.ask("textDocument/rename", at.clone());
    let edits = &edits["changes"][editor.uri("a.motive")];
    assert_eq!(editor.shown_all(edits), " 6:23..6:29\n 13:9..13:15");
    assert!(edits.as_array().unwrap().iter().all(|edit| edit["newText"] == "Flee"));

    at["newName"] = json!("EatDots");
    assert_eq!(editor.ask("textDocument/rename", at)["refused"], "there is something else called `EatDots`");
    let mut at = editor.open("a.motive", &GLUTTON.replace("when d: dot", "when d: d|ot"));
    at["newName"] = json!("pill");
    let refused = editor.ask("textDocument/rename", at);
    assert_eq!(refused["refused"], "`dot` is declared by the world or game, not by a file");
}

#[test]
fn an_outline_has_declarations_and_rules() {
    let mut editor = Editor::start("symbols");
    editor.open("a.motive", GLUTTON);
    let file = json!({ "textDocument": { "uri": editor.uri("a.motive") } });
    let symbols = editor.ask("textDocument/documentSymbol", file);
    let mut lines = Vec::new();
    for symbol in symbols.as_array().unwrap() {
        lines.push(format!("{} {}", symbol["detail"].as_str().unwrap(), symbol["name"].as_str().unwrap()));
        for inner in symbol["children"].as_array().into_iter().flatten() {
            lines.push(format!(
                "  {} {}",
                inner["detail"].as_str().unwrap(),
                inner["name"].as_str().unwrap()
            ));
        }
    }
    expect![[r#"
        let near
        goal survive
        goal eat
        program Escape
          rule run
        program EatDots
          rule fetch
        mind Glutton"#]]
    .assert_eq(&lines.join("\n"));
    let found = editor.ask("workspace/symbol", json!({ "query": "eat" }));
    let names: Vec<_> = found.as_array().unwrap().iter().map(|each| each["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["EatDots", "eat"]);
}

#[test]
fn formatting_gives_the_canonical_layout() {
    let mut editor = Editor::start("format");
    editor.open("a.motive", "world    pacman\ngoal eat   maintains E{priority 20}\n");
    let params = json!({
        "textDocument": { "uri": editor.uri("a.motive") },
        "options": { "tabSize": 4, "insertSpaces": true }
    });
    let edits = editor.ask("textDocument/formatting", params.clone());
    expect![[r#"
        world pacman
        goal eat maintains E { priority 20 }
    "#]]
    .assert_eq(edits[0]["newText"].as_str().unwrap());
    editor.open("a.motive", "world pacman goal {");
    let refused = editor.ask("textDocument/formatting", params);
    assert_eq!(refused["refused"], "the file has syntax errors: mend them first");
}

#[test]
fn blocks_and_comments_fold() {
    let mut editor = Editor::start("folding");
    editor.open("a.motive", &format!("// one\n// two\n{GLUTTON}"));
    let params = json!({ "textDocument": { "uri": editor.uri("a.motive") } });
    let ranges = editor.ask("textDocument/foldingRange", params);
    let lines = |range: &Value| (range["startLine"].as_u64().unwrap(), range["endLine"].as_u64().unwrap());
    let found: Vec<_> = ranges.as_array().unwrap().iter().map(lines).collect();
    assert_eq!(found, [(0, 1), (7, 9), (14, 18), (21, 24)]);
}

#[test]
fn tokens_are_coloured_by_their_meaning() {
    let mut editor = Editor::start("tokens");
    let text = "world pacman\nprogram P { rule r when d: dot { distance: ..9 } do move_toward(d) } // end\n";
    editor.open("a.motive", text);
    let params = json!({ "textDocument": { "uri": editor.uri("a.motive") } });
    let tokens = editor.ask("textDocument/semanticTokens/full", params);
    let numbers: Vec<u64> =
        tokens["data"].as_array().unwrap().iter().map(|each| each.as_u64().unwrap()).collect();
    let kinds =
        ["keyword", "comment", "string", "number", "operator", "type", "property", "function", "method"];
    let (mut line, mut column, mut shown) = (0, 0, Vec::new());
    for token in numbers.chunks(5) {
        (line, column) = (line + token[0], if token[0] == 0 { column + token[1] } else { token[1] });
        let row = text.lines().nth(line as usize).unwrap();
        let word = &row[column as usize..(column + token[2]) as usize];
        shown.push(format!("{word}:{}", kinds.get(token[3] as usize).unwrap_or(&"other")));
    }
    expect!["world:keyword program:keyword P:other rule:keyword when:keyword d:other dot:type distance:property 9:number do:keyword move_toward:method d:other // end:comment"].assert_eq(&shown.join(" "));
}

#[test]
fn types_are_shown_beside_names_that_do_not_say_theirs() {
    let mut editor = Editor::start("hints");
    let text = "world pacman\nprogram P {\n    rule r\n        when d: dot\n        let far = d.distance\n        do   move_toward(d)\n}\n";
    editor.open("a.motive", text);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": editor.uri("a.motive") }, "range": range });
    let hints = editor.ask("textDocument/inlayHint", params);
    let shown: Vec<_> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| {
            format!("{}{}", hint["position"]["line"].as_u64().unwrap() + 1, hint["label"].as_str().unwrap())
        })
        .collect();
    assert_eq!(shown, ["5: number"]);
}

#[test]
fn nonsense_gets_an_error_and_the_server_goes_on() {
    let mut editor = Editor::start("nonsense");
    assert!(editor.ask("textDocument/hover", json!({ "what": 1 }))["refused"].is_string());
    assert_eq!(
        editor.ask("motive/dance", Value::Null)["refused"],
        "`motive/dance` is not offered by this server"
    );
    editor.tell("textDocument/didOpen", json!(7));
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///nowhere", "version": 1 },
        "contentChanges": [{ "text": "x" }] }),
    );
    let missing = json!({ "textDocument": { "uri": "file:///nowhere/at/all" }, "position": { "line": 5, "character": 5 } });
    assert_eq!(editor.ask("textDocument/hover", missing), Value::Null);
    for text in ["", "|", "world\n|", "{{{{|", "goal \u{1f3ae}|"] {
        let mut at = editor.open("a.motive", text);
        at["context"] = json!({ "includeDeclaration": true });
        for method in [
            "completion",
            "hover",
            "definition",
            "references",
            "documentHighlight",
            "documentSymbol",
            "foldingRange",
        ] {
            editor.ask(&format!("textDocument/{method}"), at.clone());
        }
    }
}

/// The folder in which the tests' files lie, beside one that no text may use.
#[cfg(unix)]
#[test]
fn a_text_uses_no_file_that_the_check_refuses() {
    let mut editor = Editor::start("strangers");
    let secret = std::env::temp_dir().join(format!("motive-lsp-secret-{}.motive", std::process::id()));
    std::fs::write(&secret, "swordfish").unwrap();
    std::os::unix::fs::symlink("/dev/zero", editor.folder.join("zero.motive")).unwrap();
    std::os::unix::fs::symlink(&secret, editor.folder.join("link.motive")).unwrap();
    let outside = secret.display().to_string();
    let refused = [
        ("/etc/passwd", "only files that end in `.motive` can be used"),
        ("/proc/kmsg", "only files that end in `.motive` can be used"),
        (&outside, "it lies outside of"),
        ("link.motive", "it lies outside of"),
        ("zero.motive", "it lies outside of"),
    ];
    for (number, (path, why)) in refused.into_iter().enumerate() {
        editor.open(&format!("uses{number}.motive"), &format!("use \"{path}\"\n"));
        let told = editor.next_diagnostics()["diagnostics"].to_string();
        assert!(told.contains(why) && !told.contains("swordfish"), "{path}: {told}");
        editor.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": editor.uri(&format!("uses{number}.motive")) } }),
        );
        editor.next_diagnostics();
    }
    std::fs::remove_file(&secret).unwrap();
}

/// What a text uses is read to a limit, as the text itself.
#[test]
fn a_used_file_that_is_too_long_is_refused() {
    let mut editor = Editor::start("long");
    let long = std::fs::File::create(editor.folder.join("long.motive")).unwrap();
    long.set_len((16 << 20) + 1).unwrap();
    editor.open("uses.motive", "use \"long.motive\"\n");
    let told = editor.next_diagnostics()["diagnostics"].to_string();
    assert!(told.contains("it is longer than 16 MiB"), "{told}");
}

/// A message as it stands in a stream.
fn framed(message: &Value) -> String {
    let message = message.to_string();
    format!("Content-Length: {}\r\n\r\n{message}", message.len())
}

/// What the server writes to an editor that sends this, and how the conversation ends.
fn stream(input: impl Into<Vec<u8>>) -> (String, Result<(), String>) {
    let (output, written) =
        std::io::pipe().map(|(output, written)| (std::io::BufReader::new(output), written)).unwrap();
    let input = std::io::Cursor::new(input.into());
    let ended = std::thread::spawn(move || motive_lsp::serve_streams(input, written));
    let answers = std::io::read_to_string(output).unwrap();
    (answers, ended.join().unwrap().map_err(|error| error.to_string()))
}

#[test]
fn a_stream_is_read_to_its_end_whatever_its_messages_are() {
    let id = |id: i32, method: &str| {
        framed(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": { "capabilities": {} } }))
    };
    let tell = |method: &str| framed(&json!({ "jsonrpc": "2.0", "method": method }));
    let begins = id(1, "initialize") + &tell("initialized");
    let ends = id(3, "shutdown") + &tell("exit");
    let deep = "[".repeat(100_000);
    let deep = format!("Content-Type: x\r\ncontent-length:{}\r\n\r\n{deep}", deep.len());
    let nonsense = [
        "Content-Length: 0\r\n\r\n",
        "Content-Length: 3\r\n\r\n{}]",
        "Content-Length: 2\r\n\r\n\u{df}",
        &framed(&json!(7)),
        &deep,
    ];
    let (answers, ended) =
        stream([begins.as_str(), &nonsense.concat(), &id(2, "motive/dance"), &ends].concat());
    ended.unwrap();
    assert!(answers.contains("`motive/dance` is not offered by this server"), "{answers}");
    // Whoever is gone in the middle of a message is gone.
    stream(begins.clone() + "Content-Length: 100\r\n\r\n{").1.unwrap();
    stream(begins.clone() + "Content-Len").1.unwrap_err();
}

/// No header makes the server take memory that the editor has not filled, or read without an end.
#[test]
fn a_stream_that_is_not_cut_into_messages_ends_the_conversation() {
    let begins = framed(&json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }))
        + &framed(&json!({ "method": "initialized" }));
    let wrong = [
        ("Content-Length: 18446744073709551615\r\n\r\n{}".to_owned(), "longer than 100 MiB"),
        ("Content-Length: 100000000000\r\n\r\n{}".to_owned(), "longer than 100 MiB"),
        ("Content-Length: -1\r\n\r\n{}".to_owned(), "not a number"),
        ("\r\n{}".to_owned(), "how long the message is"),
        ("Content-Length 2\r\n\r\n{}".to_owned(), "no colon"),
        ("a: b\r\n".repeat(20), "too many header lines"),
        ("\0".repeat(1 << 20), "no end"),
    ];
    for (bytes, why) in wrong {
        let told = stream(begins.clone() + &bytes).1.unwrap_err();
        assert!(told.contains(why), "{told}");
    }
}
