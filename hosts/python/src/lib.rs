//! The native part of `pymotive`: minds, worlds and the lab for Python.
//!
//! What Python sees is in the package `pymotive` beside this crate; environments, data frames and searches are written there, on top of these classes. An error is
//! an exception with the text that the program `motive` prints.

mod actions;
mod errors;
mod lab;
mod mind;
mod percepts;
mod python_mind;
mod values;
mod why;
mod world;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("MotiveError", py.get_type::<errors::MotiveError>())?;
    module.add("WorldError", py.get_type::<errors::WorldError>())?;
    module.add("MindError", py.get_type::<errors::MindError>())?;
    module.add("LabError", py.get_type::<errors::LabError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<world::World>()?;
    module.add_class::<mind::Mind>()?;
    module.add_class::<actions::Action>()?;
    module.add_class::<values::ThingId>()?;
    module.add_class::<why::PythonExplanation>()?;
    module.add_class::<lab::StudyResults>()?;
    module.add_function(wrap_pyfunction!(world::worlds, module)?)?;
    module.add_function(wrap_pyfunction!(lab::studies, module)?)?;
    module.add_function(wrap_pyfunction!(lab::run_study, module)?)?;
    module.add_function(wrap_pyfunction!(lab::merge, module)?)?;
    module.add_function(wrap_pyfunction!(lab::tune_section, module)?)?;
    module.add_function(wrap_pyfunction!(lab::tune_evaluate, module)?)?;
    Ok(())
}
