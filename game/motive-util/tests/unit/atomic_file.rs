use super::*;

/// An empty directory that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let random = RandomState::new().build_hasher().finish();
        let path = std::env::temp_dir().join(format!("motive-util-{random:016x}"));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn a_target_is_replaced_whole_or_stays() {
    let folder = Folder::new();
    let path = folder.0.join("a");
    write_atomically(&path, "old").unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(file);
    assert_eq!((fs::read(&path).unwrap(), folder.names()), (b"old".to_vec(), vec!["a".to_owned()]));
    write_atomically(&path, "new").unwrap();
    assert_eq!((fs::read(&path).unwrap(), folder.names()), (b"new".to_vec(), vec!["a".to_owned()]));
}

#[test]
fn a_file_with_the_same_content_is_left_alone() {
    let folder = Folder::new();
    let path = folder.0.join("a");
    write_if_changed(&path, "same").unwrap();
    let then = fs::metadata(&path).unwrap().modified().unwrap();
    write_if_changed(&path, "same").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), then);
    write_if_changed(&path, "sam").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"sam");
}

#[test]
fn a_draft_with_an_ending_stays_until_the_next() {
    let folder = Folder::new();
    let path = folder.0.join("a");
    for text in ["one", "two"] {
        let mut file = AtomicFile::create_with_ending(&path, ".partial").unwrap();
        file.write_all(text.as_bytes()).unwrap();
        drop(file);
        assert_eq!(fs::read(folder.0.join("a.partial")).unwrap(), text.as_bytes());
    }
    AtomicFile::create_with_ending(&path, ".partial").unwrap().finish().unwrap();
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn errors_say_what_and_where() {
    let folder = Folder::new();
    let error = write_atomically(&folder.0, "").unwrap_err();
    assert_eq!(error.to_string(), "it is a directory");
    let error = write_atomically(&folder.0.join("no/a"), "").unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    let begin = format!("cannot create a file in `{}`: ", folder.0.join("no").display());
    assert!(error.to_string().starts_with(&begin), "{error}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_link_that_lies_ready_is_not_followed() {
        let folder = Folder::new();
        let (path, precious) = (folder.0.join("a"), folder.0.join("precious"));
        fs::write(&precious, "precious").unwrap();
        symlink(&precious, folder.0.join("a.partial")).unwrap();
        assert!(open_new(&folder.0.join("a.partial"), None).is_err());
        let mut file = AtomicFile::create_with_ending(&path, ".partial").unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&precious).unwrap(), b"precious");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(!path.is_symlink());
        symlink(folder.0.join("nothing"), folder.0.join("b")).unwrap();
        assert!(open_new(&folder.0.join("b"), None).is_err(), "nor one that leads nowhere");
    }

    #[test]
    fn a_link_at_the_target_stays_and_what_it_leads_to_is_replaced() {
        let folder = Folder::new();
        fs::create_dir(folder.0.join("far")).unwrap();
        symlink("far/b", folder.0.join("a")).unwrap();
        symlink("c", folder.0.join("far/b")).unwrap();
        for text in ["before there is a file", "and after"] {
            write_atomically(&folder.0.join("a"), text).unwrap();
            assert!(folder.0.join("a").is_symlink() && folder.0.join("far/b").is_symlink());
            assert!(!folder.0.join("far/c").is_symlink());
            assert_eq!(fs::read(folder.0.join("far/c")).unwrap(), text.as_bytes());
        }
        symlink("circle", folder.0.join("circle")).unwrap();
        let error = write_atomically(&folder.0.join("circle"), "").unwrap_err();
        assert_eq!(error.to_string(), "it is a link that leads back to itself");
    }

    #[test]
    fn permissions_stay() {
        let folder = Folder::new();
        let path = folder.0.join("a");
        for mode in [0o600, 0o666, 0o751] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_atomically(&path, "new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn devices_are_written_to_at_once() {
        write_atomically(Path::new("/dev/null"), "text").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
