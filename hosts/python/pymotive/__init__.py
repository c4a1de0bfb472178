"""Motive for Python.

Minds that decide, in worlds of Motive or in a game of your own::

    import pymotive as pm

    world = pm.World("tileworld", seed=1)
    world.seat(0, "agents/tileworld/ours.motive")
    world.play()
    print(world.score())

The worlds are Gymnasium environments (``gymnasium.make("motive/Tileworld-v0")``) and PettingZoo parallel environments
(``pm.parallel_env("tileworld", agents=4)``). So are worlds of your own, which a program has: ``pm.register("./depot")``. ``pymotive.lab`` runs studies, ``pymotive.tune`` searches parameters.
"""

import importlib
from typing import TYPE_CHECKING, Any

from . import envs, lab
from ._native import (
    Action,
    Explanation,
    Id,
    LabError,
    Mind,
    MindError,
    MotiveError,
    World,
    WorldError,
    __version__,
    worlds,
)
from .envs import MotiveEnv, parallel_env, register
from .play import Outcome, play
from .program import ProgramWorld

if TYPE_CHECKING:
    from . import tune

register()


def __getattr__(name: str) -> Any:
    # `tune` is also a command: were it imported by then, Python would warn, and irace takes a warning for a result.
    if name == "tune":
        return importlib.import_module(".tune", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Action",
    "Explanation",
    "Id",
    "LabError",
    "Mind",
    "MindError",
    "MotiveEnv",
    "MotiveError",
    "Outcome",
    "ProgramWorld",
    "World",
    "WorldError",
    "__version__",
    "envs",
    "lab",
    "parallel_env",
    "play",
    "register",
    "tune",
    "worlds",
]
