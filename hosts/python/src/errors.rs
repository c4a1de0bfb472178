//! The exceptions that Python sees.

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyException;

create_exception!(pymotive, MotiveError, PyException, "What is wrong with what Motive was asked to do.");
create_exception!(pymotive, WorldError, MotiveError, "A world, an option or an action that there is not.");
create_exception!(
    pymotive,
    MindError,
    MotiveError,
    "A mind that cannot be loaded, or percepts that do not fit it."
);
create_exception!(pymotive, LabError, MotiveError, "A study that cannot be read, run or merged.");

/// An error of the lab.
pub(crate) fn lab_error(error: impl ToString) -> PyErr {
    LabError::new_err(error.to_string())
}

/// An error about a mind or its percepts.
pub(crate) fn mind_error(error: impl ToString) -> PyErr {
    MindError::new_err(error.to_string())
}

/// An error about a world or its actions.
pub(crate) fn world_error(error: impl ToString) -> PyErr {
    WorldError::new_err(error.to_string())
}
