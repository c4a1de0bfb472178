//! Text helpers for reports.

pub(crate) use motive_trace::text::{counted, figure, listed, thousands, wrapped};

/// `did you mean x?` behind an error, if there is something that may be meant.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    motive_language::diagnostic::nearest(name, known)
        .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}
