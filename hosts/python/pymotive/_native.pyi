"""The native part: what ``pymotive`` is built on."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

__version__: str

class MotiveError(Exception):
    """What is wrong with what Motive was asked to do."""

class WorldError(MotiveError):
    """A world, an option or an action that there is not."""

class MindError(MotiveError):
    """A mind that cannot be loaded, or percepts that do not fit it."""

class LabError(MotiveError):
    """A study that cannot be read, run or merged."""

class OptionInfo(TypedDict):
    expects: str
    default: str
    summary: str

class WorldInfo(TypedDict):
    name: str
    summary: str
    options: dict[str, OptionInfo]

class Id:
    """The name of a thing: by number or by name. Things have the same one in all percepts of a run."""

    def __new__(cls, of: int | str) -> Id: ...
    @property
    def number(self) -> int | None: ...
    @property
    def name(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Action:
    """Something that a mind does: a name and arguments."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> tuple[Any, ...]: ...
    @property
    def phase(self) -> str:
        """``"started"``, ``"continued"``, ``"changed"`` or ``"stopped"``."""
    @property
    def run(self) -> int:
        """The number of this run of the action: what ``Mind.finish`` takes."""
    def astuple(self) -> tuple[Any, ...]:
        """``(name, *arguments)``, which is what ``World.step`` takes too."""

class Explanation:
    """Why a mind decided as it did: ``str()`` of it is for people, ``data()`` for programs."""

    def data(self) -> dict[str, Any]: ...

class Mind:
    """A mind with a memory of its own: percepts in, actions out."""

    @staticmethod
    def load(
        path: str | os.PathLike[str], name: str | None = None, *, world: World | str | None = None, seed: int = 0
    ) -> Mind: ...
    @staticmethod
    def parse(text: str, name: str | None = None, *, world: World | str | None = None, seed: int = 0) -> Mind: ...
    @property
    def name(self) -> str: ...
    @property
    def names(self) -> str:
        """Everything that percepts may contain and actions may be called, as declarations of the language."""
    def reset(self, seed: int = 0) -> None: ...
    def decide(self, percepts: Mapping[str, Any] | None = None) -> list[Action]: ...
    def finish(self, run: int, succeeded: bool = True, reason: str | None = None) -> bool: ...
    def why(self) -> Explanation: ...
    def memory(self) -> dict[str, Any]: ...

class World:
    """A world that minds decide in: headless, and the same for the same seed."""

    def __new__(cls, name: str, *, seed: int = 0, **options: Any) -> World: ...
    @property
    def name(self) -> str: ...
    @property
    def agents(self) -> int:
        """How many bodies there are, numbered from 0."""
    @property
    def seed(self) -> int: ...
    @property
    def tick(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def over(self) -> bool: ...
    @property
    def minds(self) -> list[str]: ...
    @property
    def names(self) -> str: ...
    @property
    def actions(self) -> list[tuple[str, list[str | list[str]], bool]]: ...
    @property
    def legend(self) -> str: ...
    @property
    def features(self) -> tuple[list[tuple[str, float, float]], list[tuple[str, float, float]]]: ...
    def reset(self, seed: int | None = None) -> None: ...
    def seat(self, agent: int, mind: Any) -> None: ...
    def percepts(self, agent: int = 0) -> dict[str, Any]: ...
    def doing(self, agent: int = 0) -> list[Action]: ...
    def step(self, actions: Any = None) -> bool: ...
    def play(self, steps: int | None = None) -> int: ...
    def score(self, agent: int = 0) -> float: ...
    def metrics(self) -> dict[str, float]: ...
    def draw(self) -> str: ...
    def observe(self, agent: int = 0, rows: int = 32) -> tuple[bytes, bytes, list[Id]]: ...

class StudyResults:
    """Results of a study."""

    @staticmethod
    def read(directory: str | os.PathLike[str]) -> StudyResults: ...
    @property
    def directory(self) -> os.PathLike[str]: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    def csv(self) -> str: ...
    def times_csv(self) -> str: ...
    def report(self) -> os.PathLike[str]: ...

def worlds() -> list[WorldInfo]:
    """Every world there is, with its options."""

def studies() -> list[tuple[str, str]]: ...
def run_study(
    study: str,
    out: str | os.PathLike[str],
    *,
    runs: int | None = None,
    quick: bool = False,
    minds: Sequence[str] = ...,
    agents: Mapping[str, tuple[Any, str]] | None = None,
    jobs: int | None = None,
    resume: bool = False,
    shard: str | None = None,
    only_prepare: bool = False,
    progress: Callable[[int, int], Any] | None = None,
) -> StudyResults | None: ...
def merge(directories: Sequence[str | os.PathLike[str]], out: str | os.PathLike[str]) -> StudyResults: ...
def tune_section(
    study: str, agent: str | None = None
) -> tuple[str, str, list[tuple[str, float, float, bool, bool]]]: ...
def tune_evaluate(
    study: str,
    values: Sequence[tuple[str, float]],
    *,
    agent: str | None = None,
    runs: int = 3,
    seed: int = 1,
    jobs: int | None = None,
) -> list[float]: ...
