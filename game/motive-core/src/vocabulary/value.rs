//! Values, symbols, and thresholds that numbers may pass.

use super::{Kind, Shared, Vocabulary};
use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::Arc;

/// The id of a thing.
///
/// The host chooses the numbers of the things of its world ([`Id::new`]); memory numbers notes; things in files have a name
/// ([`Vocabulary::id`]); planners number imagined things. These never collide, and an id means the same thing in the memory of every agent.
///
/// ```
/// use motive_core::Id;
///
/// let ghost = Id::new(20);
/// assert_eq!(ghost.number(), Some(20));
/// assert_ne!(ghost, Id::SELF); // the agent itself
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u64);

/// Where [`display`](Id::display) gets names from: a [`Vocabulary`], or a [`Memory`](crate::Memory), which also knows the names and
/// kinds of things.
pub trait NameSource {
    /// The names in use.
    fn names(&self) -> &Vocabulary;

    /// The name of a thing, if it has one of its own.
    fn thing_name(&self, _: Id) -> Option<String> {
        None
    }

    /// The most specific kind of a thing, if it is known.
    fn thing_kind(&self, _: Id) -> Option<Kind> {
        None
    }
}

impl NameSource for Vocabulary {
    fn names(&self) -> &Vocabulary {
        self
    }
}

/// A reference has the names of what it refers to.
macro_rules! forward_names {
    ($($leads:ty),*) => {$(
        impl<T: NameSource + ?Sized> NameSource for $leads {
            fn names(&self) -> &Vocabulary {
                (**self).names()
            }

            fn thing_name(&self, id: Id) -> Option<String> {
                (**self).thing_name(id)
            }

            fn thing_kind(&self, id: Id) -> Option<Kind> {
                (**self).thing_kind(id)
            }
        }
    )*};
}

forward_names!(&T, Arc<T>);

const NOTE: u64 = 1 << 63;
const NAMED: u64 = 1 << 62;
const IMAGINED: u64 = NOTE | 1 << 61;

impl Id {
    /// The agent itself.
    pub const SELF: Self = Self(u64::MAX);

    /// The host's number for a thing of its world. Only the lower 62 bits count.
    pub const fn new(number: u64) -> Self {
        Self(number & (NAMED - 1))
    }

    /// The id of a thing with this name.
    pub const fn named(symbol: Symbol) -> Self {
        Self(NAMED | symbol.0 as u64)
    }

    pub(crate) const fn note(number: u64) -> Self {
        Self(NOTE | (number & (NAMED - 1) & !IMAGINED))
    }

    pub(crate) const fn imagined(number: u64) -> Self {
        Self(IMAGINED | (number & (NAMED - 1) & !IMAGINED))
    }

    /// The number of a thing that a planner imagines.
    pub(crate) const fn imagined_number(self) -> Option<u64> {
        if self.is_imagined() { Some(self.0 & !IMAGINED) } else { None }
    }

    /// Whether this is an imagined thing, which exists only in a planner's [`Projection`](crate::Projection).
    pub const fn is_imagined(self) -> bool {
        self.is_note() && self.0 & IMAGINED == IMAGINED
    }

    /// Whether this is a note or an imagined thing, not a thing of the world.
    pub const fn is_note(self) -> bool {
        self.0 & NOTE != 0 && self.0 != u64::MAX
    }

    /// The host's number, if the host numbered this thing.
    pub const fn number(self) -> Option<u64> {
        if self.0 & (NOTE | NAMED) == 0 { Some(self.0) } else { None }
    }

    /// The id as a number that is unique over all sorts of ids.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The id as text: the thing's name, or its kind and number (`ghost#20`) as far as they are known.
    pub fn display(self, names: &dyn NameSource) -> String {
        if self == Self::SELF {
            "self".into()
        } else if let Some(name) = names.thing_name(self) {
            name
        } else if self.is_imagined() {
            format!("imagined#{}", self.0 & !IMAGINED)
        } else if self.is_note() {
            format!("note#{}", self.0 & (NAMED - 1))
        } else if self.0 & NAMED != 0 {
            names.names().name(Symbol((self.0 & u64::from(u32::MAX)) as u32)).into()
        } else {
            let kind = names.thing_kind(self).map_or("", |kind| names.names().name(kind.symbol()));
            format!("{kind}#{}", self.0)
        }
    }
}

/// Human-readable formats get the number. In binary formats the bits for the sort of id are rotated to the low end, so that most ids take
/// one or two bytes with variable-length integers.
#[cfg(feature = "serde")]
impl serde::Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number =
            if serializer.is_human_readable() { self.0 } else { self.0.rotate_left(2).wrapping_add(1) };
        serializer.serialize_u64(number)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_human_readable = deserializer.is_human_readable();
        let number = u64::deserialize(deserializer)?;
        Ok(Self(if is_human_readable { number } else { number.wrapping_sub(1).rotate_right(2) }))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::SELF => f.write_str("Id::SELF"),
            id if id.is_imagined() => write!(f, "Id::imagined({})", id.0 & !IMAGINED),
            id if id.is_note() => write!(f, "Id::note({})", id.0 & (NAMED - 1)),
            id if id.0 & NAMED != 0 => write!(f, "Id::named({})", id.0 & (NAMED - 1)),
            id => write!(f, "Id({})", id.0),
        }
    }
}

/// A point in space, or any other three numbers that belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// First coordinate.
    pub x: f32,
    /// Second coordinate.
    pub y: f32,
    /// Third coordinate; 0 in a flat world.
    pub z: f32,
}

impl Point {
    /// A point with `z` = 0.
    pub const fn flat(x: f32, y: f32) -> Self {
        Self { x, y, z: 0.0 }
    }

    /// The straight-line distance to another place.
    pub fn distance(self, other: Self) -> f64 {
        let d = |a: f32, b: f32| f64::from(a) - f64::from(b);
        let (x, y, z) = (d(self.x, other.x), d(self.y, other.y), d(self.z, other.z));
        (x * x + y * y + z * z).sqrt()
    }

    fn is_number(self) -> bool {
        !(self.x.is_nan() || self.y.is_nan() || self.z.is_nan())
    }
}

/// The value of a property.
///
/// Numbers may be infinite but are never NaN: [`Memory`](crate::Memory) refuses to store it, and an expression that gives it has no value.
///
/// ```
/// use motive_core::Value;
///
/// assert_eq!(Value::from(3).number(), Some(3.0));
/// assert_eq!(Value::from(true).number(), None);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Value {
    /// A name: `young`, `left`.
    Symbol(Symbol),
    /// A number; may be infinite, but never NaN.
    Number(f64),
    /// True or false.
    Bool(bool),
    /// Another thing.
    Id(Id),
    /// A place.
    Point(Point),
    /// Text.
    Text(Shared<str>),
    /// A list of values.
    List(#[cfg_attr(feature = "serde", serde(deserialize_with = "bounded::list"))] Shared<[Value]>),
}

/// Limits the nesting of lists in untrusted data, so that it cannot exhaust the stack.
#[cfg(feature = "serde")]
mod bounded {
    use super::{Shared, Value};
    use serde::{Deserialize, Deserializer, de::Error};
    use std::cell::Cell;

    const DEEPEST: u32 = 32;

    thread_local! {
        static DEPTH: Cell<u32> = const { Cell::new(0) };
    }

    pub(super) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Shared<[Value]>, D::Error> {
        let depth = DEPTH.get();
        if depth >= DEEPEST {
            return Err(D::Error::custom("lists are nested too deeply"));
        }
        DEPTH.set(depth + 1);
        let list = Vec::deserialize(from);
        DEPTH.set(depth);
        list.map(Into::into)
    }
}

impl Value {
    /// The number in it, if it is one.
    pub const fn number(&self) -> Option<f64> {
        if let Self::Number(n) = self { Some(*n) } else { None }
    }

    /// The thing in it, if it names one.
    pub const fn id(&self) -> Option<Id> {
        if let Self::Id(id) = self { Some(*id) } else { None }
    }

    /// The symbol in it, if it is one.
    pub const fn symbol(&self) -> Option<Symbol> {
        if let Self::Symbol(symbol) = self { Some(*symbol) } else { None }
    }

    /// The place in it, if it is one.
    pub const fn point(&self) -> Option<Point> {
        if let Self::Point(point) = self { Some(*point) } else { None }
    }

    /// The truth value in it, if it is one.
    pub const fn truth(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// How the columns of a herd encode a number, a truth value (1 or 0) or a symbol. [`Type::decode`](crate::Type::decode) is the way back.
    #[inline]
    pub fn code(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Bool(truth) => Some(f64::from(u8::from(*truth))),
            Self::Symbol(symbol) => Some(f64::from(symbol.0)),
            _ => None,
        }
    }

    /// Whether a condition that consists of this value holds: all values except `false`.
    pub const fn is_true(&self) -> bool {
        !matches!(self, Self::Bool(false))
    }

    /// Whether it contains no NaN.
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Number(n) => !n.is_nan(),
            Self::Point(point) => point.is_number(),
            Self::List(items) => items.iter().all(Self::is_sound),
            Self::Symbol(_) | Self::Bool(_) | Self::Id(_) | Self::Text(_) => true,
        }
    }

    /// The value as text.
    pub fn display(&self, names: &dyn NameSource) -> String {
        match self {
            Self::Symbol(symbol) => names.names().name(*symbol).into(),
            Self::Number(n) if n.is_infinite() => if *n > 0.0 { "infinite" } else { "-infinite" }.into(),
            Self::Number(n) => n.to_string(),
            Self::Bool(truth) => truth.to_string(),
            Self::Id(id) => id.display(names),
            Self::Point(p) => format!("({}, {}, {})", p.x, p.y, p.z),
            Self::Text(text) => format!("{text:?}"),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(|item| item.display(names)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    /// A hash key for indexes. Equal values have equal keys; different values of one type mostly have different ones.
    pub fn key(&self) -> (u8, u64) {
        match self {
            Self::Symbol(symbol) => (0, u64::from(symbol.0)),
            Self::Number(n) => (1, (n + 0.0).to_bits()),
            Self::Bool(truth) => (2, u64::from(*truth)),
            Self::Id(id) => (3, id.bits()),
            Self::Point(_) | Self::Text(_) | Self::List(_) => {
                let mut hasher = rustc_hash::FxHasher::default();
                self.hash(&mut hasher);
                (4, hasher.finish())
            }
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Symbol(a), Self::Symbol(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Id(a), Self::Id(b)) => a == b,
            (Self::Point(a), Self::Point(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            _ => false,
        }
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Symbol(symbol) => symbol.hash(state),
            Self::Number(n) => (n + 0.0).to_bits().hash(state),
            Self::Bool(truth) => truth.hash(state),
            Self::Id(id) => id.hash(state),
            Self::Point(p) => [p.x + 0.0, p.y + 0.0, p.z + 0.0].map(f32::to_bits).hash(state),
            Self::Text(text) => text.hash(state),
            Self::List(items) => items.hash(state),
        }
    }
}

macro_rules! from {
    ($($rust:ty, $from:expr;)*) => {$(
        impl From<$rust> for Value {
            #[inline]
            fn from(value: $rust) -> Self {
                let from: fn($rust) -> Self = $from;
                from(value)
            }
        }
    )*};
}

from! {
    f64, Self::Number;
    i32, |number| Self::Number(number.into());
    bool, Self::Bool;
    Symbol, Self::Symbol;
    Id, Self::Id;
    Point, Self::Point;
    &str, |text| Self::Text(text.into());
    Vec<Self>, |items| Self::List(items.into());
}

/// A name from a [`Vocabulary`](crate::Vocabulary): `young`, `left`, `gun`.
///
/// Two spellings that differ only in case are one symbol; it prints as it was first written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Symbol(pub u32);

/// The table behind symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolTable {
    written: Vec<Arc<str>>,
    by_folded: FxHashMap<Arc<str>, Symbol>,
}

impl SymbolTable {
    pub(crate) fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.find(name) {
            return symbol;
        }
        // 2^32 names do not fit into memory.
        let symbol = Symbol(self.written.len() as u32);
        self.written.push(name.into());
        self.by_folded.insert(fold(name).into(), symbol);
        symbol
    }

    pub(crate) fn find(&self, name: &str) -> Option<Symbol> {
        if name.bytes().any(|b| b.is_ascii_uppercase() || !b.is_ascii()) {
            return self.by_folded.get(fold(name).as_str()).copied();
        }
        self.by_folded.get(name).copied()
    }

    pub(crate) fn written(&self, symbol: Symbol) -> &str {
        self.written.get(symbol.0 as usize).map_or("?", |name| name)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(|name| &**name)
    }
}

fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// A constant that a number is compared with. The result stays the same while the number stays on the same side.
///
/// ```
/// use motive_core::Threshold;
///
/// let boiling = Threshold::new(100.0).ok_or("not a number")?;
/// assert!(boiling.separates(20.0, 101.0));
/// assert!(boiling.separates(100.0, 101.0), "equal is neither below nor above");
/// assert!(!boiling.separates(20.0, 99.0));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threshold(NonZeroU64);

impl Threshold {
    /// A threshold; `None` if the number is NaN.
    pub fn new(number: f64) -> Option<Self> {
        // Zero has two signs; both are the same threshold.
        if number.is_nan() {
            return None;
        }
        // Only a NaN has all bits set, so their complement is never zero.
        NonZeroU64::new(!(number + 0.0).to_bits()).map(Self)
    }

    /// The number.
    #[inline]
    pub fn number(self) -> f64 {
        f64::from_bits(!self.0.get())
    }

    /// Whether two numbers lie on different sides. Equal to the threshold counts as a side of its own.
    #[inline]
    pub fn separates(self, one: f64, other: f64) -> bool {
        let threshold = self.number();
        (one < threshold) != (other < threshold) || (one > threshold) != (other > threshold)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/value.rs"]
mod tests;
