//! Which files a text can use, and what is reported about those that it cannot.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_core::{Catalogue, Vocabulary};
use motive_language::diagnostic::{Colour, NamedText, render};
use motive_language::{FolderFiles, Loaded, SourceText, WorldVocabulary, load, world_with_uses};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("motive-used-files-{}-{test}", std::process::id()));
        fs::create_dir_all(path.join("inner")).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load_file(path: &Path, files: &FolderFiles) -> Loaded {
    let text = fs::read_to_string(path).unwrap();
    let (vocabulary, catalogue) = (Vocabulary::new(), Catalogue::default());
    let world = WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue };
    load(SourceText::new(path.display().to_string(), text), &world, files)
}

/// Everything that is reported about a file.
fn reports(path: &Path) -> String {
    let loaded = load_file(path, &FolderFiles::of(path));
    let report = |problem: &motive_language::FileProblem| {
        let text = &loaded.texts[problem.file];
        render(NamedText { name: "file", text: &text.text }, &problem.diagnostic, Colour::Off)
    };
    loaded.problems.iter().map(report).collect()
}

#[test]
fn files_in_the_folder_and_below_can_be_used() {
    let folder = Folder::new("below");
    folder.write("inner/kinds.motive", "use \"../more.motive\" kind wolf");
    folder.write("more.motive", "kind sheep");
    let main = folder.write(
        "main.motive",
        "use \"inner/kinds.motive\" use \"./more.motive\" condition c when some wolf, some sheep",
    );
    assert_eq!(reports(&main), "");
}

#[test]
fn files_outside_of_the_folder_are_refused_unless_they_are_allowed() {
    let folder = Folder::new("outside");
    folder.write("secret.motive", "kind secret");
    let main = folder.write("inner/main.motive", "use \"../secret.motive\" condition c when some secret");
    let said = reports(&main);
    assert!(said.contains("it lies outside of"), "{said}");
    let allowed = load_file(&main, &FolderFiles::of(&main).root(&folder.0));
    assert!(allowed.problems.is_empty(), "{:?}", allowed.problems);
}

#[test]
fn a_file_that_is_not_ours_is_never_quoted() {
    let folder = Folder::new("quoted");
    let secret = folder.write("secret.txt", "the password is swordfish");
    for path in ["secret.txt", "/etc/passwd", &secret.display().to_string()] {
        let main = folder.write("main.motive", format!("use \"{path}\""));
        let said = reports(&main);
        assert!(said.contains("only files that end in `.motive` can be used"), "{said}");
        assert!(!said.contains("swordfish") && !said.contains("root:"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_does_not_lead_out_of_the_folder() {
    let folder = Folder::new("link");
    let secret = folder.write("secret.txt", "the password is swordfish");
    std::os::unix::fs::symlink(&secret, folder.0.join("inner/link.motive")).unwrap();
    let main = folder.write("inner/main.motive", "use \"link.motive\"");
    let said = reports(&main);
    assert!(said.contains("it lies outside of") && !said.contains("swordfish"), "{said}");
}

#[cfg(unix)]
#[test]
fn devices_directories_and_files_that_are_too_large_are_refused_without_reading_them() {
    let folder = Folder::new("kinds");
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("zero.motive")).unwrap();
    fs::create_dir_all(folder.0.join("folder.motive")).unwrap();
    let main = folder.write("main.motive", "use \"zero.motive\"");
    let files = FolderFiles::of(&main).root(Path::new("/"));
    assert!(load_file(&main, &files).problems[0].diagnostic.message.contains("only regular files are read"));
    let main = folder.write("main.motive", "use \"folder.motive\"");
    assert!(reports(&main).contains("it is a directory, not a regular file"));
    folder.write("large.motive", "// ".repeat(100));
    let main = folder.write("main.motive", "use \"large.motive\"");
    let loaded = load_file(&main, &FolderFiles::of(&main).limit(200));
    assert!(loaded.problems[0].diagnostic.message.contains("it is longer than 200 bytes"));
    folder.write("latin.motive", [b'/', b'/', 0xe9]);
    let main = folder.write("main.motive", "use \"latin.motive\"");
    assert!(reports(&main).contains("it is not text in UTF-8"));
}

#[test]
fn a_file_is_for_the_world_of_what_it_uses() {
    let folder = Folder::new("world");
    folder.write("base.motive", "world pacman kind wolf");
    let main = folder.write("main.motive", "use \"base.motive\"");
    let text = |path: &Path| SourceText::new(path.display().to_string(), fs::read_to_string(path).unwrap());
    assert_eq!(world_with_uses(&text(&main), &FolderFiles::of(&main)), Some("pacman".into()));
    let circle = folder.write("circle.motive", "use \"circle.motive\"");
    assert_eq!(world_with_uses(&text(&circle), &FolderFiles::of(&circle)), None);
}
