//! The two generations of the protocol.

/// Which generation of the protocol a peer speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// GameBots for Unreal Tournament, 2000.
    #[default]
    Ut99,
    /// GameBots 2004 for Unreal Tournament 2004.
    Ut2004,
}

/// How lines end that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// `\r`, which Hansen's bots send.
    Cr,
    /// `\n`.
    Lf,
    /// `\r\n`.
    #[default]
    CrLf,
}

impl LineEnd {
    /// The characters to write.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnd::Cr => "\r",
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

/// An attribute of a kind of message that has another name in UT2004.
struct AttributeName {
    kind: &'static str,
    ut99: &'static str,
    ut2004: &'static str,
}

const ATTRIBUTES: &[AttributeName] = &[
    AttributeName { kind: "SLF", ut99: "CurrentAmmo", ut2004: "PrimaryAmmo" },
    AttributeName { kind: "INV", ut99: "Class", ut2004: "Type" },
    AttributeName { kind: "MOV", ut99: "Class", ut2004: "Type" },
    AttributeName { kind: "AIN", ut99: "Class", ut2004: "Type" },
    AttributeName { kind: "CWP", ut99: "Class", ut2004: "Type" },
];

impl Dialect {
    /// This dialect's name for an attribute of 2000.
    pub(crate) fn own_attribute<'a>(self, kind: &str, name: &'a str) -> &'a str {
        let known = ATTRIBUTES
            .iter()
            .find(|known| self == Dialect::Ut2004 && known.kind == kind && known.ut99 == name);
        known.map_or(name, |known| known.ut2004)
    }
}
