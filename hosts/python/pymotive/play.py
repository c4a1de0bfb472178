"""Whole games in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ._native import World


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    scores: list[float]
    """How well each body did; more is better."""
    metrics: dict[str, float]
    """Numbers about the game, by name."""
    ticks: int
    """How long it lasted."""


def play(world: str, agents: Sequence[Any], *, seed: int = 0, steps: int | None = None, **options: Any) -> Outcome:
    """Plays a game to its end, or for so many ticks.

    ``agents`` are what ``World.seat`` takes, for body 0, body 1 and so on: files, minds, objects with ``decide(percepts)``, functions.
    """
    stage = World(world, seed=seed, **options)
    for body, agent in enumerate(agents):
        stage.seat(body, agent)
    ticks = stage.play(steps)
    return Outcome([stage.score(body) for body in range(stage.agents)], stage.metrics(), ticks)
