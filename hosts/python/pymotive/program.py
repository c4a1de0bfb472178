"""Worlds of programs: those that somebody wrote in Rust, in a program that has all commands of ``motive``.

``pymotive.register("./depot")`` makes them environments beside those that are built in. Each world runs in a process of its own, the program itself, which
ends with its ``ProgramWorld``.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import tempfile
from collections.abc import Mapping
from math import inf
from typing import Any

from ._native import World, WorldError

__all__ = ["ProgramWorld", "open_world", "worlds_of"]


class ProgramWorld:
    """A world that a program steps. It has the methods of ``World`` that environments need.

    :param program: the path of the program
    :param name: one of its worlds
    :param seed: the seed of the first game
    :param options: options of the world
    """

    def __init__(self, program: str | os.PathLike[str], name: str, *, seed: int = 0, **options: Any) -> None:
        given = [f"{option}={_option(value)}" for option, value in options.items()]
        self.seed = seed
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [_path(program), "env", name, *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        about = self._read()
        self.name: str = about["world"]
        self.legend: str = about["legend"]
        self.minds: list[str] = about["minds"]
        self.names: str = about["names"]
        self.actions = [(one["name"], one["takes"], one["until_ended"]) for one in about["actions"]]
        own, things = ([(feature, _bound(low, -inf), _bound(high, inf)) for feature, low, high in of] for of in about["features"])
        self.features = (own, things)
        self._state: dict[str, Any] = about["state"]
        self.reset(seed)

    @property
    def agents(self) -> int:
        """How many bodies there are, numbered from 0."""
        return len(self._state["scores"])

    @property
    def tick(self) -> int:
        """Ticks since the start."""
        return int(self._state["tick"])

    @property
    def time(self) -> float:
        """Seconds of the world since the start."""
        return float(self._state["seconds"])

    @property
    def over(self) -> bool:
        """Whether nothing will happen any more."""
        return bool(self._state["over"])

    def reset(self, seed: int | None = None) -> None:
        """Starts a new game. Minds that have a seat start anew."""
        self.seed = self.seed if seed is None else seed
        self._state = self._ask("reset", seed=self.seed)

    def seat(self, agent: int, mind: str | None) -> None:
        """Lets a mind play a body: ``"FILE[:NAME]"`` or ``"rust:NAME"``, or ``None`` for nothing."""
        if mind is not None and not isinstance(mind, str):
            raise WorldError(f"in a program's world minds are files or 'rust:NAME', not {mind!r}")
        self._state = self._ask("seat", agent=agent, mind=mind)

    def step(self, actions: Any = None) -> bool:
        """One tick, as ``World.step``: what body 0 does, or a dictionary from numbers of bodies. Says whether the world continues."""
        by_body = actions if isinstance(actions, Mapping) else {} if actions is None else {0: actions}
        self._state = self._ask("step", actions=[[body, _actions(given)] for body, given in by_body.items()])
        return not self.over

    def observe(self, agent: int = 0, rows: int = 32) -> tuple[bytes, bytes, list[Any]]:
        """What a body perceives, as ``World.observe``."""
        seen = self._ask("observe", agent=agent, rows=rows)
        own, things = (struct.pack(f"{len(numbers)}f", *numbers) for numbers in (seen["self"], seen["things"]))
        return own, things, seen["ids"]

    def score(self, agent: int = 0) -> float:
        """How well a body has done; more is better."""
        if not 0 <= agent < self.agents:
            raise WorldError(f"`{self.name}` has {self.agents} bodies, numbered from 0; there is no body {agent}")
        return float(self._state["scores"][agent])

    def metrics(self) -> dict[str, float]:
        """Numbers about the game so far, by name."""
        return self._ask("metrics")

    def draw(self) -> str:
        """The world as text."""
        return str(self._ask("draw")["text"])

    def close(self) -> None:
        """Ends the program."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
            self._process.wait()
            if self._process.stdout:
                self._process.stdout.close()
            self._errors.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()

    def _ask(self, do: str, **request: Any) -> dict[str, Any]:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps({"do": do, **request}).encode() + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise WorldError(f"the program of `{self.name}` has ended") from error
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode(errors="replace").strip()
            raise WorldError(said.removeprefix("error: ") or "the program has ended without a word")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorldError(answer["error"])
        return answer


def open_world(name: str, program: str | os.PathLike[str] | None, options: Mapping[str, Any]) -> World | ProgramWorld:
    """A world that is built in, or one of a program."""
    return World(name, **options) if program is None else ProgramWorld(program, name, **options)


def worlds_of(program: str | os.PathLike[str]) -> list[str]:
    """The names of the worlds that a program has."""
    said = subprocess.run([_path(program), "world", "--json"], capture_output=True, check=False)
    if said.returncode != 0:
        raise WorldError(f"{os.fspath(program)} has no worlds: {said.stderr.decode(errors='replace').strip()}")
    return [about["name"] for about in json.loads(said.stdout)]


def _path(program: str | os.PathLike[str]) -> str:
    path = os.path.abspath(os.fspath(program))
    if not os.path.isfile(path):
        raise WorldError(f"there is no program {path}")
    return path


def _option(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(str(part) for part in value) if isinstance(value, (list, tuple)) else str(value)


def _bound(given: float | None, otherwise: float) -> float:
    return otherwise if given is None else given


def _actions(given: Any) -> list[list[Any]] | None:
    """Actions as the program reads them: a list of names with arguments."""
    if given is None:
        return None
    if isinstance(given, str):
        return [[given]]
    if isinstance(given, tuple):
        return [list(given)]
    return [[one] if isinstance(one, str) else list(one) for one in given]
