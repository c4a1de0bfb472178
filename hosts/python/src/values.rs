//! Values of Motive as values of Python, and back.

use crate::errors::mind_error;
use motive::kernel::{Id, Point, Symbol, Type, Value, Vocabulary};
use motive_language::diagnostic::nearest;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

/// The name of a thing: by number or by name. Things have the same one in all percepts of a run.
#[pyclass(module = "pymotive", name = "Id", frozen, eq, hash)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ThingId(Key);

/// How a thing is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Own,
    Number(u64),
    Named(String),
    Note(Id),
}

impl ThingId {
    pub(crate) fn of(id: Id, names: &Vocabulary) -> Self {
        Self(match id.number() {
            _ if id == Id::SELF => Key::Own,
            Some(number) => Key::Number(number),
            None if id.is_note() => Key::Note(id),
            None => Key::Named(id.display(names)),
        })
    }

    /// The same thing in a vocabulary.
    pub(crate) fn id(&self, names: &Vocabulary) -> PyResult<Id> {
        match &self.0 {
            Key::Own => Ok(Id::SELF),
            Key::Number(number) => Ok(Id::new(*number)),
            Key::Note(id) => Ok(*id),
            Key::Named(name) => symbol(name, names).map(Id::named),
        }
    }
}

#[pymethods]
impl ThingId {
    #[new]
    fn new(of: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(number) = of.extract::<u64>() {
            return Ok(Self(Key::Number(Id::new(number).number().unwrap_or_default())));
        }
        let name: String = of
            .extract()
            .map_err(|_| mind_error("an Id is made of a number from 0 on, or of the name of a thing"))?;
        Ok(Self(if name == "self" { Key::Own } else { Key::Named(name) }))
    }

    /// The number, if the thing is numbered.
    #[getter]
    fn number(&self) -> Option<u64> {
        if let Key::Number(number) = self.0 { Some(number) } else { None }
    }

    /// The name, if the thing has one.
    #[getter]
    fn name(&self) -> Option<&str> {
        match &self.0 {
            Key::Named(name) => Some(name),
            Key::Own => Some("self"),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        match &self.0 {
            Key::Own => "Id('self')".to_owned(),
            Key::Number(number) => format!("Id({number})"),
            Key::Named(name) => format!("Id({name:?})"),
            Key::Note(id) => format!("<note {}>", id.display(&Vocabulary::new())),
        }
    }
}

/// The symbol of a name.
fn symbol(name: &str, names: &Vocabulary) -> PyResult<Symbol> {
    names.find_symbol(name).ok_or_else(|| {
        let hint = nearest(name, names.all_names())
            .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        mind_error(format!("the name `{name}` is not declared{hint}"))
    })
}

/// A value as Python has it: symbols and text are strings, points are tuples.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &Value,
    names: &Vocabulary,
) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Symbol(symbol) => names.name(*symbol).into_bound_py_any(py),
        Value::Number(number) => number.into_bound_py_any(py),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Id(id) => ThingId::of(*id, names).into_bound_py_any(py),
        Value::Point(point) => (point.x, point.y, point.z).into_bound_py_any(py),
        Value::Text(text) => (&**text).into_bound_py_any(py),
        Value::List(items) => to_list(py, items, names)?.into_bound_py_any(py),
    }
}

/// Values as a list.
pub(crate) fn to_list<'py>(
    py: Python<'py>,
    values: &[Value],
    names: &Vocabulary,
) -> PyResult<Bound<'py, PyList>> {
    let items: Vec<_> = values.iter().map(|value| to_python(py, value, names)).collect::<PyResult<_>>()?;
    PyList::new(py, items)
}

/// Lists in lists are followed so far.
const DEEPEST: u32 = 32;

/// A value of Python as one of Motive, as far as it can be of a type; `what` says for whom it is in errors.
pub(crate) fn from_python(
    value: &Bound<'_, PyAny>,
    expected: &Type,
    names: &Vocabulary,
    what: &dyn Fn() -> String,
) -> PyResult<Value> {
    let read = read(value, expected, names, 0)?;
    match read.filter(|read| read.is_sound() && expected.admits(read)) {
        Some(read) => Ok(read),
        None => {
            let wanted = type_name(expected, names);
            let given = value.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
            Err(mind_error(format!("{} takes {wanted}, not {given}", what())))
        }
    }
}

fn read(
    value: &Bound<'_, PyAny>,
    expected: &Type,
    names: &Vocabulary,
    depth: u32,
) -> PyResult<Option<Value>> {
    if let Ok(id) = value.cast::<ThingId>() {
        return Ok(Some(Value::Id(id.get().id(names)?)));
    }
    if value.is_instance_of::<PyBool>() || *expected == Type::Bool {
        return Ok(value.extract::<bool>().ok().map(Value::Bool));
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow()?;
        return Ok(Some(match expected {
            Type::Text => Value::Text((&*text).into()),
            Type::Id => Value::Id(if text == "self" { Id::SELF } else { Id::named(symbol(&text, names)?) }),
            Type::Symbol | Type::OneOf(_) => Value::Symbol(symbol(&text, names)?),
            _ => names.find_symbol(&text).map_or_else(|| Value::Text((&*text).into()), Value::Symbol),
        }));
    }
    if *expected == Type::Id {
        return Ok(value.extract::<u64>().ok().map(|number| Value::Id(Id::new(number))));
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(Some(Value::Number(number)));
    }
    let is_point = *expected == Type::Point || (*expected == Type::Any && value.is_instance_of::<PyTuple>());
    if is_point {
        return Ok(point(value).map(Value::Point));
    }
    let Ok(items) = value.try_iter() else { return Ok(None) };
    if depth >= DEEPEST {
        return Err(mind_error("lists are nested too deeply"));
    }
    let mut list = Vec::new();
    for item in items {
        match read(&item?, &Type::Any, names, depth + 1)? {
            Some(item) => list.push(item),
            None => return Ok(None),
        }
    }
    Ok(Some(Value::List(list.into())))
}

fn point(value: &Bound<'_, PyAny>) -> Option<Point> {
    let numbers: Vec<f32> = value.extract().ok()?;
    match numbers[..] {
        [x, y] => Some(Point { x, y, z: 0.0 }),
        [x, y, z] => Some(Point { x, y, z }),
        _ => None,
    }
}

/// A type in words.
pub(crate) fn type_name(of: &Type, names: &Vocabulary) -> String {
    match of {
        Type::Any => "any value".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Bool => "True or False".to_owned(),
        Type::Symbol => "a declared name".to_owned(),
        Type::OneOf(symbols) => {
            let words: Vec<String> =
                symbols.iter().map(|symbol| format!("{:?}", names.name(*symbol))).collect();
            format!("one of {}", words.join(", "))
        }
        Type::Id => "an Id".to_owned(),
        Type::Point => "a point (x, y) or (x, y, z)".to_owned(),
        Type::Text => "text".to_owned(),
        Type::List => "a list".to_owned(),
    }
}

/// Names of a vocabulary, for messages.
pub(crate) fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!("; there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
