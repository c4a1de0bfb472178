"""Studies: run here or on a cluster, with agents in Python, and their results as data frames.

::

    from pymotive import lab

    class Right:
        def decide(self, percepts):
            return ("move", "right")

    results = lab.run("league-pacman", "out/league", runs=10, agents={"right": Right})
    print(results.frame().groupby("agent")["score"].mean())
"""

from __future__ import annotations

import csv
import inspect
import io
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from ._native import LabError, StudyResults

if TYPE_CHECKING:
    import pandas

__all__ = ["Results", "merge", "read", "run", "studies"]


class Results:
    """Results of a study, in a directory that `motive lab report` understands too."""

    def __init__(self, native: StudyResults) -> None:
        self._native = native

    @property
    def directory(self) -> Path:
        """Where they are."""
        return Path(self._native.directory)

    @property
    def done(self) -> int:
        """Runs that are complete."""
        return self._native.done

    @property
    def total(self) -> int:
        """Runs that there will be."""
        return self._native.total

    def csv(self) -> str:
        """One row a run, as in ``results.csv``."""
        return self._native.csv()

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary a run: numbers as numbers, everything else as text."""
        return [{name: _number(value) for name, value in row.items()} for row in csv.DictReader(io.StringIO(self.csv()))]

    def frame(self) -> pandas.DataFrame:
        """One row a run, as a data frame of pandas."""
        return _frame(self.csv())

    def times(self) -> pandas.DataFrame:
        """How long each run took, as a data frame of pandas."""
        return _frame(self._native.times_csv())

    def report(self) -> Path:
        """Writes the report beside the results, and returns where its page is."""
        return Path(self._native.report())

    def __repr__(self) -> str:
        return repr(self._native)


def _frame(text: str) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError as error:
        raise LabError("data frames need pandas: pip install 'pymotive[pandas]'; `rows()` does without") from error
    return pandas.read_csv(io.StringIO(text))


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def studies() -> dict[str, str]:
    """The studies that come with Motive, with their titles."""
    return dict(_native.studies())


def read(directory: str | os.PathLike[str]) -> Results:
    """The results in a directory."""
    return Results(StudyResults.read(os.fspath(directory)))


def merge(*directories: str | os.PathLike[str], out: str | os.PathLike[str] | None = None) -> Results:
    """Joins results of shards, of one directory or several, and writes them to ``out``, or to the first."""
    if not directories:
        raise LabError("there is nothing to merge; name at least one directory")
    paths = [os.fspath(directory) for directory in directories]
    return Results(_native.merge(paths, os.fspath(out) if out is not None else paths[0]))


def run(
    study: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    runs: int | None = None,
    quick: bool = False,
    minds: Sequence[str] = (),
    agents: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    resume: bool = False,
    shard: str | None = None,
    on: str | None = None,
    shards: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Results:
    """Runs a study into a directory, ``out/STUDY`` by default.

    :param study: a name from ``studies()``, or a file
    :param runs: runs of each agent in each condition, instead of the number in the study
    :param quick: only the few runs that the study names for a first look
    :param minds: further agents, as ``"FILE"`` or ``"FILE:NAME"``
    :param agents: further agents in Python, by name: a class (a new object for each run), an object with ``decide(percepts)`` (a copy for each run), or a
        function of percepts. If it has ``reset(seed, number)``, that is called before the first decision. In the study they are called ``host:NAME``.
    :param jobs: threads; all cores by default. Agents in Python take turns.
    :param resume: go on with what the directory holds
    :param shard: only a part of the runs, such as ``"3/16"``; ``merge`` joins them
    :param on: ``"ray"`` to run shards as tasks of Ray; the directory must be one that all its machines see
    :param shards: how many tasks; one for each processor of the cluster by default
    :param progress: called with the runs that are complete and all runs
    """
    study = os.fspath(study)
    place = os.fspath(out) if out is not None else os.path.join("out", Path(study).stem)
    asked: dict[str, Any] = {
        "runs": runs,
        "quick": quick,
        "minds": list(minds),
        "agents": {name: (agent, _source(agent)) for name, agent in (agents or {}).items()},
        "resume": resume,
    }
    if on is None:
        if shards is not None:
            raise LabError("`shards` is for on='ray'; a single one of several is asked for with shard='3/16'")
        found = _native.run_study(study, place, jobs=jobs, shard=shard, progress=progress, **asked)
        assert found is not None
        return Results(found)
    if on != "ray":
        raise LabError(f"studies run here or on='ray', not on={on!r}; for Slurm and Kubernetes: motive lab run --on")
    if shard is not None or jobs is not None:
        raise LabError("with on='ray' the tasks share the runs among themselves: `shard` and `jobs` do not go with it")
    from .ray_tasks import run_shards

    run_shards(study, place, asked, shards, progress)
    return merge(place)


def _source(agent: Any) -> str:
    """The text that says what an agent is: a directory of results does not go on with another one."""
    of = agent if inspect.isclass(agent) or inspect.isroutine(agent) else type(agent)
    try:
        return inspect.getsource(of)
    except (OSError, TypeError):
        return f"{of.__module__}.{getattr(of, '__qualname__', repr(of))}, whose source is not known\n"
