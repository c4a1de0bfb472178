//! Lines that are whole, cut, forged and too long.

use super::*;
use proptest::prelude::*;

#[test]
fn a_fault_has_its_column() {
    let fault = |line| Message::parse(line).unwrap_err().to_string();
    assert_eq!(fault("INIT {Name Bob"), "column 6: this brace is never closed");
    assert_eq!(fault("INIT }"), "column 6: this brace closes nothing");
    assert_eq!(fault("INIT Name Bob"), "column 6: attributes stand in braces: `{Name value}`");
    assert!(fault("  {Name Bob}").starts_with("column 3: a message starts with its kind"));
    assert!(fault("").starts_with("column 1:"));
}

#[test]
fn a_line_without_its_last_brace_can_be_read_all_the_same() {
    let message = Message::parse("INIT {Team 1} {Name Bob").unwrap_err().readable().unwrap();
    assert_eq!((message.get("Team"), message.get("Name")), (Some("1"), Some("Bob")));
}

#[test]
fn nested_groups_belong_to_the_value() {
    let message = Message::parse("GAM {PlayerScores {a 3} {b 1}} {Time 2}").unwrap();
    assert_eq!(message.get("PlayerScores"), Some("{a 3} {b 1}"));
    assert_eq!(message.get("Time"), Some("2"));
}

#[test]
fn a_blank_follows_a_kind_without_attributes() {
    assert_eq!(Message::new("End").to_string(), "END ");
}

#[test]
fn a_value_cannot_forge_a_message() {
    let chat = Message::new("VMG").with("Text", "hi}\r\nKIL {Id x");
    assert_eq!(chat.to_string(), "VMG {Text hi)  KIL (Id x}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}|[A-Z{} a]{0,40}") {
        if let Ok(message) = Message::parse(&text) {
            prop_assert!(!message.kind().is_empty());
        }
    }

    #[test]
    fn what_is_written_is_read_again(
        kind in "[A-Z]{1,8}",
        attributes in proptest::collection::vec(("[A-Za-z0-9]{1,8}", "\\PC{0,20}"), 0..6),
    ) {
        let message = attributes.iter().fold(Message::new(&kind), |message, (name, value)| message.with(name, value));
        prop_assert_eq!(Message::parse(&message.to_string()), Ok(message));
    }
}

fn line(text: &str) -> SplitLine {
    SplitLine::Line(text.to_owned())
}

#[test]
fn every_line_end_of_the_time_is_understood() {
    for end in ["\r", "\n", "\r\n", "\n\n\r\n"] {
        let mut lines = LineSplitter::new(100);
        let text = format!("STOP{end}JUMP {end}");
        assert_eq!(lines.push(text.as_bytes()), [line("STOP"), line("JUMP ")], "{end:?}");
    }
}

#[test]
fn a_line_that_is_too_long_costs_no_memory_and_no_neighbour() {
    let mut lines = LineSplitter::new(8);
    let mut found = lines.push(b"STOP\n");
    for _ in 0..1000 {
        found.extend(lines.push(&[b'x'; 1000]));
        assert!(lines.partial.capacity() <= 64);
    }
    found.extend(lines.push(b"xx\nJUMP\n"));
    assert_eq!(found, [line("STOP"), SplitLine::TooLong, line("JUMP")]);
}

proptest! {
    #[test]
    fn lines_do_not_depend_on_how_bytes_arrive(
        bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..200),
        cuts in proptest::collection::vec(1usize..20, 1..40),
    ) {
        let mut whole = LineSplitter::new(16);
        let mut expected = whole.push(&bytes);
        expected.extend(whole.finish());

        let mut pieces = LineSplitter::new(16);
        let (mut found, mut rest) = (Vec::new(), &bytes[..]);
        for cut in cuts.iter().cycle() {
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            found.extend(pieces.push(piece));
            rest = after;
            if rest.is_empty() { break }
        }
        found.extend(pieces.finish());
        prop_assert_eq!(found, expected);
    }
}
