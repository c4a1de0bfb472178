"""The package itself: its types, and its notebook."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

import pymotive

HERE = pathlib.Path(__file__).parent


def test_types_are_shipped_and_hold():
    pytest.importorskip("mypy")
    assert (pathlib.Path(pymotive.__file__).parent / "py.typed").exists()
    # Not all that the package builds on has types of its own.
    lenient = ["--ignore-missing-imports", "--allow-subclassing-any", "--allow-untyped-calls"]
    command = [sys.executable, "-m", "mypy", "--strict", *lenient, "-p", "pymotive"]
    said = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
    assert said.returncode == 0, said.stdout + said.stderr


def test_what_is_public_is_documented():
    for name in pymotive.__all__:
        if name != "__version__":
            assert getattr(pymotive, name).__doc__, name


@pytest.mark.skipif(importlib.util.find_spec("nbclient") is None, reason="nbclient runs notebooks")
def test_the_notebook_runs(tmp_path):
    import nbclient
    import nbformat

    notebook = nbformat.read(HERE.parent / "notebooks" / "tour.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
