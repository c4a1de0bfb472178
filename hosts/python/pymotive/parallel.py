"""The worlds as parallel environments of PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from pettingzoo import ParallelEnv

from ._native import WorldError
from .envs import Body, Observation
from .program import ProgramWorld, open_world

if TYPE_CHECKING:
    import os


class MotiveParallelEnv(ParallelEnv[str, Observation, Any]):
    """All bodies of a world that no mind plays, as ``agent_0``, ``agent_1`` and so on.

    :param world: the name of a world
    :param minds: minds for some of the bodies, by number: what ``World.seat`` takes
    :param things: rows of the observation for things
    :param actions: the actions of the table, as for ``MotiveEnv``
    :param max_cycles: the ticks after which a game is truncated
    :param program: the program that has the world, if it is not built in
    :param options: options of the world
    """

    def __init__(
        self,
        world: str,
        *,
        minds: Mapping[int, Any] | None = None,
        things: int = 32,
        actions: Sequence[Any] | None = None,
        max_cycles: int = 1000,
        render_mode: str | None = None,
        program: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise WorldError(f"the worlds are drawn as text: render_mode is 'ansi' or None, not {render_mode!r}")
        self.metadata = {"name": f"motive_{world}_v0", "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.world = open_world(world, program, options)
        for number, mind in (minds or {}).items():
            self.world.seat(number, mind)
        free = [number for number in range(self.world.agents) if number not in (minds or {})]
        self.bodies = {f"agent_{number}": Body(self.world, number, things, actions) for number in free}
        self.possible_agents = list(self.bodies)
        self.agents: list[str] = []
        self._scores: dict[str, float] = {}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.bodies[agent].observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.bodies[agent].action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.world.reset(int(self._random.integers(1 << 53)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self._scores = {agent: self.world.score(self.bodies[agent].number) for agent in self.agents}
        return self._observations(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        unknown = [agent for agent in actions if agent not in self.bodies]
        if unknown:
            raise WorldError(f"there is no agent {unknown[0]!r}; there are {', '.join(self.possible_agents)}")
        self.world.step({self.bodies[agent].number: self.bodies[agent].action(action) for agent, action in actions.items()})
        playing = self.agents
        observations, infos = self._observations(playing)
        rewards = {}
        for agent in playing:
            score = self.world.score(self.bodies[agent].number)
            rewards[agent], self._scores[agent] = score - self._scores[agent], score
        over = self.world.over
        cut = not over and self.world.tick >= self.max_cycles
        if over or cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(playing, over), dict.fromkeys(playing, cut), infos

    def _observations(self, agents: list[str]) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        observations = {agent: self.bodies[agent].observe() for agent in agents}
        return observations, {agent: {"action_mask": self.bodies[agent].mask()} for agent in agents}

    def render(self) -> str | None:
        return self.world.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the program, if the world is a program's."""
        if isinstance(self.world, ProgramWorld):
            self.world.close()
