//! The agents that come with the worlds are well formed.

use std::fs;
use std::path::Path;

#[test]
fn every_agent_file_parses_and_has_the_canonical_layout() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/pacman");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "motive") {
            continue;
        }
        files += 1;
        let text = fs::read_to_string(&path).unwrap();
        let parse = motive_language::syntax::parse(&text);
        assert!(parse.errors().is_empty(), "{}: {:?}", path.display(), parse.errors());
        assert!(text.contains("world pacman"), "{}", path.display());
        assert_eq!(motive_language::format::format(&text).unwrap(), text, "{}", path.display());
    }
    assert!(files >= 4);
}
