//! Options of worlds: `key=value`, checked.

use crate::error::WorldError;

/// What is known of an option of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What may be given.
    pub expects: &'static str,
    /// What holds if nothing is given.
    pub default: &'static str,
    /// What it is for.
    pub summary: &'static str,
}

/// Options as they were given, split and known to the world, each at most once.
#[derive(Debug)]
pub(crate) struct Options<'a> {
    given: Vec<(&'static OptionInfo, &'a str)>,
}

impl<'a> Options<'a> {
    /// Splits options and looks each up among those of a world.
    pub(crate) fn read<S: AsRef<str>>(
        world: &str,
        known: &'static [OptionInfo],
        given: &'a [S],
    ) -> Result<Self, WorldError> {
        let mut options = Self { given: Vec::with_capacity(given.len()) };
        for text in given.iter().map(AsRef::as_ref) {
            let Some((name, value)) = text.split_once('=') else {
                return Err(WorldError::NotAnOption { text: text.into() });
            };
            let name = name.trim();
            let Some(info) = known.iter().find(|info| info.name == name) else {
                return Err(unknown(world, name, known));
            };
            if options.given.iter().any(|(other, _)| other.name == name) {
                return Err(WorldError::OptionTwice { option: name.into() });
            }
            options.given.push((info, value.trim()));
        }
        Ok(options)
    }

    /// Reads an option, if it is given, with a function that gives nothing for what is no value of it.
    pub(crate) fn set<T>(
        &self,
        name: &str,
        into: &mut T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<(), WorldError> {
        let Some((info, value)) = self.given.iter().find(|(info, _)| info.name == name) else {
            return Ok(());
        };
        let Some(read) = read(value) else {
            let (option, value, expects) = (name.into(), (*value).into(), info.expects.into());
            return Err(WorldError::BadValue { option, value, expects });
        };
        *into = read;
        Ok(())
    }
}

fn unknown(world: &str, name: &str, known: &[OptionInfo]) -> WorldError {
    WorldError::UnknownOption {
        world: world.into(),
        option: name.into(),
        nearest: nearest(name, known.iter().map(|info| info.name)),
        known: known.iter().map(|info| info.name.into()).collect(),
    }
}

/// The known name that looks most like one, if any looks like it at all.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let name = name.to_lowercase();
    let (edits, best) = known
        .map(|other| (strsim::damerau_levenshtein(&name, other), other))
        .min_by_key(|(edits, _)| *edits)?;
    (edits * 3 <= name.chars().count().max(3)).then(|| best.to_owned())
}
