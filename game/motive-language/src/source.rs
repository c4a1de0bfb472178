//! Source texts, and where the files that they `use` come from.

/// A text and the name that it is reported under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The file name, or whatever stands for it in diagnostics.
    pub name: String,
    /// The contents.
    pub text: String,
}

impl SourceText {
    /// A text with a name.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Resolves `use "path"` to the text of another file. [`FolderFiles`](crate::FolderFiles) reads them from disk.
pub trait Files {
    /// The text that `path` means when it is used in the file `from`.
    ///
    /// # Errors
    /// A short reason why the file cannot be read, as the end of the sentence "`path` cannot be used: ...".
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String>;
}

/// Refuses every `use`: for texts that stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: &str) -> Result<SourceText, String> {
        Err("other files are not available here".into())
    }
}
