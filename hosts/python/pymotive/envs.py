"""The worlds as environments of Gymnasium and PettingZoo.

An observation is a dictionary of two arrays: ``self`` has the features of the agent, ``things`` a row for each thing that it knows, the nearest first where the
world tells distances, and rows of zeros after the last. ``world.features`` names them. An action is a number, an entry of the table ``choices``: a name with
arguments, where a thing is meant by its row. Number 0 starts nothing, and lets what takes its time go on. ``info["action_mask"]`` marks the entries whose thing
is there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import gymnasium
import numpy as np

from ._native import World, WorldError, worlds
from .program import ProgramWorld, open_world, worlds_of

if TYPE_CHECKING:
    import os

Observation = dict[str, np.ndarray[Any, np.dtype[np.float32]]]


class Row(NamedTuple):
    """An argument that is the thing in a row of the observation."""

    row: int


class Choice(NamedTuple):
    """An entry of the table of actions."""

    name: str | None
    arguments: tuple[Any, ...] = ()

    def __str__(self) -> str:
        shown = (f"thing {one.row}" if isinstance(one, Row) else str(one) for one in self.arguments)
        return f"{self.name}({', '.join(shown)})" if self.name else "nothing"


class Body:
    """Spaces and encodings of one body of a world."""

    def __init__(self, world: World | ProgramWorld, number: int, things: int, actions: Sequence[Any] | None) -> None:
        if things < 0:
            raise WorldError(f"an observation cannot have {things} rows for things")
        self.world, self.number, self.rows = world, number, things
        own, thing = world.features
        self._shape = (things, len(thing))
        self.observation_space = gymnasium.spaces.Dict(
            {
                "self": _box([(low, high) for _, low, high in own], (len(own),)),
                "things": _box([(min(low, 0.0), max(high, 0.0)) for _, low, high in thing], self._shape),
            }
        )
        self.choices = _choices(world, things, actions)
        self.action_space = gymnasium.spaces.Discrete(len(self.choices))
        self._needed = np.array(
            [max((one.row + 1 for one in choice.arguments if isinstance(one, Row)), default=0) for choice in self.choices]
        )
        self._ids: list[Any] = []

    def observe(self) -> Observation:
        own, things, self._ids = self.world.observe(self.number, self.rows)
        return {
            "self": np.frombuffer(own, dtype=np.float32).copy(),
            "things": np.frombuffer(things, dtype=np.float32).reshape(self._shape).copy(),
        }

    def mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Which entries of the table name things that are there."""
        mask: np.ndarray[Any, np.dtype[np.int8]] = (self._needed <= len(self._ids)).astype(np.int8)
        return mask

    def action(self, number: Any) -> tuple[Any, ...] | None:
        """What ``World.step`` takes for an entry. An entry whose thing is not there does nothing."""
        if not self.action_space.contains(number):
            raise WorldError(f"an action is a whole number from 0 to {len(self.choices) - 1}, not {number!r}")
        choice = self.choices[int(number)]
        if choice.name is None or self._needed[int(number)] > len(self._ids):
            return None
        return (choice.name, *(self._ids[one.row] if isinstance(one, Row) else one for one in choice.arguments))


def _box(bounds: Sequence[tuple[float, float]], shape: tuple[int, ...]) -> gymnasium.spaces.Box:
    low = np.array([low for low, _ in bounds], dtype=np.float32)
    high = np.array([high for _, high in bounds], dtype=np.float32)
    return gymnasium.spaces.Box(np.broadcast_to(low, shape), np.broadcast_to(high, shape), shape, np.float32)


def _choices(world: World | ProgramWorld, rows: int, wanted: Sequence[Any] | None) -> list[Choice]:
    known = {name: takes for name, takes, _ in world.actions}
    choices = [Choice(None)]
    for entry in known if wanted is None else wanted:
        name, given = (entry, None) if isinstance(entry, str) else (entry[0], tuple(entry[1:]))
        if name not in known:
            raise WorldError(f"`{world.name}` has no action `{name}`; it has {', '.join(known)}")
        if given is not None:
            choices.append(Choice(name, given))
            continue
        options = [_candidates(takes, rows) for takes in known[name]]
        # Two things at once would be as many entries as rows times rows.
        too_many = sum(1 for takes in known[name] if takes in ("id", "any")) > 1
        if too_many or any(option is None for option in options):
            if wanted is None:
                continue
            raise WorldError(
                f"the action `{name}` takes what cannot be counted; name its arguments, such as {(name, *known[name])!r}"
            )
        combinations: Iterable[tuple[Any, ...]] = itertools.product(*(option for option in options if option is not None))
        choices.extend(Choice(name, arguments) for arguments in combinations)
    return choices


def _candidates(takes: str | list[str], rows: int) -> list[Any] | None:
    if isinstance(takes, list):
        return list(takes)
    if takes in ("id", "any"):
        return [Row(row) for row in range(rows)]
    return [True, False] if takes == "bool" else None


class MotiveEnv(gymnasium.Env[Observation, Any]):
    """One body of a world as a Gymnasium environment. The reward is what the score grows by.

    :param world: the name of a world
    :param agent: the body that is played
    :param others: who plays the other bodies: what ``World.seat`` takes, for all of them or by number
    :param things: rows of the observation for things
    :param actions: the actions of the table: names, or tuples of a name and arguments; all that can be counted by default
    :param program: the program that has the world, if it is not built in
    :param options: options of the world
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 10}

    def __init__(
        self,
        world: str,
        *,
        agent: int = 0,
        others: Any = None,
        things: int = 32,
        actions: Sequence[Any] | None = None,
        render_mode: str | None = None,
        program: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise WorldError(f"the worlds are drawn as text: render_mode is 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.world = open_world(world, program, options)
        if others is not None:
            seats = others if isinstance(others, Mapping) else dict.fromkeys(range(self.world.agents), others)
            for number, mind in seats.items():
                if number != agent:
                    self.world.seat(number, mind)
        self.body = Body(self.world, agent, things, actions)
        self.observation_space: gymnasium.spaces.Space[Any] = self.body.observation_space
        self.action_space: gymnasium.spaces.Space[Any] = self.body.action_space
        self._score = 0.0

    @property
    def choices(self) -> list[Choice]:
        """What the numbers of the action space mean."""
        return self.body.choices

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.world.reset(int(self.np_random.integers(1 << 53)) if seed is None else seed)
        observation = self.body.observe()
        self._score = self.world.score(self.body.number)
        return observation, self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self.world.step({self.body.number: self.body.action(action)})
        score = self.world.score(self.body.number)
        reward, self._score = score - self._score, score
        return self.body.observe(), reward, self.world.over, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.body.mask(), "score": self._score, "tick": self.world.tick}

    def render(self) -> str | None:
        return self.world.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the program, if the world is a program's."""
        if isinstance(self.world, ProgramWorld):
            self.world.close()


def register(program: str | os.PathLike[str] | None = None) -> list[str]:
    """Registers every world with Gymnasium, as ``motive/Tileworld-v0`` and so on: those that are built in, or those of a program beside them.

    Returns the names that are new.
    """
    names = [about["name"] for about in worlds()] if program is None else worlds_of(program)
    new = {f"motive/{name.capitalize()}-v0": name for name in names}
    new = {key: name for key, name in new.items() if key not in gymnasium.registry}
    for key, name in new.items():
        of_program = {} if program is None else {"program": program}
        gymnasium.register(
            key,
            entry_point="pymotive.envs:MotiveEnv",
            max_episode_steps=1000,
            kwargs={"world": name, **of_program},
        )
    return list(new)


def parallel_env(world: str, **arguments: Any) -> Any:
    """All bodies of a world as a PettingZoo parallel environment; see ``pymotive.parallel.MotiveParallelEnv``."""
    from .parallel import MotiveParallelEnv

    return MotiveParallelEnv(world, **arguments)
