//! The zenoh key expressions that processes use.
//!
//! | key | who writes | what |
//! |---|---|---|
//! | `motive/DUDE/serve/ID` | dispatcher | liveliness: it is there |
//! | `motive/DUDE/here/AGENCY` | agency | liveliness: it is there |
//! | `motive/DUDE/report/AGENCY` | agency | [`Report`](crate::Report)s |
//! | `motive/DUDE/order/AGENCY` | dispatcher | [`Order`](crate::Order)s |
//! | `motive/DUDE/beat` | dispatcher | the number of each step |
//! | `motive/DUDE/step` | dispatcher | [`Stepped`](crate::Stepped), while somebody watches |
//! | `motive/DUDE/command` | observers ask | [`Command`](crate::Command)s and their answers |
//! | `motive/DUDE/world` | skills ask | what they bring about; sensors answer |

use crate::error::NetError;

/// How long a dude's name may be.
const LONGEST_NAME: usize = 64;

/// The keys of one dude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    name: String,
}

impl Keys {
    /// The keys of a dude, if it may have that name.
    pub(crate) fn new(name: &str) -> Result<Self, NetError> {
        let fine = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(fine) {
            return Err(NetError::Name { name: name.chars().take(80).collect(), most: LONGEST_NAME });
        }
        Ok(Self { name: name.to_owned() })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn serve(&self, id: &str) -> String {
        format!("motive/{}/serve/{id}", self.name)
    }

    pub(crate) fn here(&self, agency: &str) -> String {
        format!("motive/{}/here/{agency}", self.name)
    }

    pub(crate) fn report(&self, agency: &str) -> String {
        format!("motive/{}/report/{agency}", self.name)
    }

    pub(crate) fn order(&self, agency: &str) -> String {
        format!("motive/{}/order/{agency}", self.name)
    }

    pub(crate) fn beat(&self) -> String {
        format!("motive/{}/beat", self.name)
    }

    pub(crate) fn step(&self) -> String {
        format!("motive/{}/step", self.name)
    }

    pub(crate) fn command(&self) -> String {
        format!("motive/{}/command", self.name)
    }

    pub(crate) fn world(&self) -> String {
        format!("motive/{}/world", self.name)
    }
}

/// The last part of a key: an agency or a dispatcher.
pub(crate) fn last(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or("")
}

/// The dude of a key.
pub(crate) fn dude(key: &str) -> &str {
    key.split('/').nth(1).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_be_one_part_of_a_key() {
        for bad in ["", "a/b", "a*", "a b", "$x", "?", &"x".repeat(65)] {
            assert!(Keys::new(bad).is_err(), "{bad}");
        }
        let keys = Keys::new("dude-2").unwrap();
        assert_eq!(keys.report("7f"), "motive/dude-2/report/7f");
        assert_eq!((dude(&keys.here("7f")), last(&keys.here("7f"))), ("dude-2", "7f"));
    }
}
