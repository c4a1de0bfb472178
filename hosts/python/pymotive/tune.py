"""Searches for parameters, by asking and telling.

A study's ``[tune]`` section says which values of an agent are searched, between which bounds and for which metric. A search asks for values, and is told how
well the agent did with them::

    from pymotive.tune import OptunaSampler, Tuner

    tuner = Tuner("tune-tileworld", runs=3, sampler=OptunaSampler(seed=1))
    for _ in range(50):
        trial = tuner.ask()
        tuner.tell(trial, tuner.evaluate(trial.values))
    print(tuner.best)

Whatever has ``ask(parameters)`` and ``tell(token, value)`` is a sampler, so that others are a few lines. For irace, ``python -m pymotive.tune`` prints
the parameters in its form, and is its target runner.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from statistics import fmean
from typing import Any, Protocol

from . import _native
from ._native import LabError

__all__ = ["OptunaSampler", "Parameter", "RandomSampler", "Sampler", "SmacSampler", "Trial", "Tuner"]


@dataclass(frozen=True)
class Parameter:
    """A named value that is searched."""

    name: str
    low: float
    high: float
    whole: bool
    """Only whole numbers."""
    logarithmic: bool
    """Evenly spread over orders of magnitude."""


@dataclass(frozen=True)
class Trial:
    """Values to be tried."""

    number: int
    values: dict[str, float]
    token: Any = None
    """What the sampler knows it by."""


class Sampler(Protocol):
    """What proposes values."""

    def ask(self, parameters: list[Parameter]) -> tuple[Any, dict[str, float]]:
        """A token of the sampler's own, and a value for each parameter."""
        ...

    def tell(self, token: Any, value: float) -> None:
        """How well the agent did with the values of a token; more is better."""
        ...


class RandomSampler:
    """Draws values at random."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def ask(self, parameters: list[Parameter]) -> tuple[Any, dict[str, float]]:
        return None, {parameter.name: self._draw(parameter) for parameter in parameters}

    def tell(self, token: Any, value: float) -> None:
        """Draws do not depend on outcomes."""

    def _draw(self, of: Parameter) -> float:
        if of.whole and not of.logarithmic:
            return float(self._random.randint(int(of.low), int(of.high)))
        value = exp(self._random.uniform(log(of.low), log(of.high))) if of.logarithmic else self._random.uniform(of.low, of.high)
        return float(round(value)) if of.whole else value


class OptunaSampler:
    """Lets a study of Optuna propose values: its own, or one with the tree-structured Parzen estimator."""

    def __init__(self, study: Any = None, *, seed: int | None = None) -> None:
        try:
            import optuna
        except ImportError as error:
            raise LabError("OptunaSampler needs Optuna: pip install 'pymotive[optuna]'") from error
        self._optuna = optuna
        self.study = study or optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))

    def ask(self, parameters: list[Parameter]) -> tuple[Any, dict[str, float]]:
        trial = self.study.ask({parameter.name: self._distribution(parameter) for parameter in parameters})
        return trial, {name: float(value) for name, value in trial.params.items()}

    def tell(self, token: Any, value: float) -> None:
        self.study.tell(token, value)

    def _distribution(self, of: Parameter) -> Any:
        distributions = self._optuna.distributions
        if of.whole:
            return distributions.IntDistribution(int(of.low), int(of.high), log=of.logarithmic)
        return distributions.FloatDistribution(of.low, of.high, log=of.logarithmic)


class SmacSampler:
    """Lets SMAC propose values: random forests over what was told, with the numbers of ``scenario`` if it is given.

    :param seed: what SMAC draws by
    :param trials: how many will be asked for at most; the first of them are drawn to fill the space
    :param scenario: more for SMAC's ``Scenario``, such as ``output_directory``; nothing is written otherwise
    """

    def __init__(self, *, seed: int = 0, trials: int = 100, **scenario: Any) -> None:
        try:
            import ConfigSpace
            import smac
        except ImportError as error:
            raise LabError("SmacSampler needs SMAC: pip install 'pymotive[smac]'") from error
        self._space, self._smac = ConfigSpace, smac
        self._scenario = {"seed": seed, "n_trials": trials, "deterministic": True, **scenario}
        self._search: Any = None

    def ask(self, parameters: list[Parameter]) -> tuple[Any, dict[str, float]]:
        if self._search is None:
            self._search = self._begin(parameters)
        trial = self._search.ask()
        return trial, {parameter.name: float(trial.config[parameter.name]) for parameter in parameters}

    def tell(self, token: Any, value: float) -> None:
        # SMAC minimises.
        self._search.tell(token, self._smac.runhistory.dataclasses.TrialValue(cost=-value))

    def _begin(self, parameters: list[Parameter]) -> Any:
        space = self._space.ConfigurationSpace(seed=self._scenario["seed"])
        space.add([self._hyperparameter(parameter) for parameter in parameters])
        if "output_directory" not in self._scenario:
            # SMAC writes in any case; what it writes goes when the sampler goes.
            self._folder = tempfile.TemporaryDirectory(prefix="smac-")
            self._scenario["output_directory"] = pathlib.Path(self._folder.name)
        scenario = self._smac.Scenario(space, **self._scenario)
        facade = self._smac.HyperparameterOptimizationFacade
        return facade(scenario, target_function=_asked_elsewhere, overwrite=True, logging_level=False)

    def _hyperparameter(self, of: Parameter) -> Any:
        if of.whole:
            return self._space.UniformIntegerHyperparameter(of.name, int(of.low), int(of.high), log=of.logarithmic)
        return self._space.UniformFloatHyperparameter(of.name, of.low, of.high, log=of.logarithmic)


def _asked_elsewhere(config: Any, seed: int = 0) -> float:
    """What SMAC would run by itself; it is asked and told instead."""
    raise LabError("SMAC is asked and told, and runs nothing by itself")


class Tuner:
    """A search over the values of a study's ``[tune]`` section.

    :param study: a study with such a section: a name, or a file
    :param agent: which agent, if the study has several sections; the first by default
    :param runs: runs of each trial in each condition
    :param seed: trials with the same number play the same games
    :param jobs: threads; all cores by default
    :param sampler: what proposes values; draws at random by default
    """

    def __init__(
        self,
        study: str,
        agent: str | None = None,
        *,
        runs: int = 3,
        seed: int = 1,
        jobs: int | None = None,
        sampler: Sampler | None = None,
    ) -> None:
        self.study, self.runs, self.seed, self.jobs = study, runs, seed, jobs
        self.agent, self.metric, parameters = _native.tune_section(study, agent)
        self.parameters = [Parameter(*one) for one in parameters]
        self.sampler: Sampler = sampler or RandomSampler(seed)
        self.told: list[tuple[Trial, float]] = []
        self._asked = 0

    def ask(self) -> Trial:
        """Values to be tried next."""
        token, values = self.sampler.ask(self.parameters)
        self._asked += 1
        return Trial(self._asked, values, token)

    def tell(self, trial: Trial, value: float) -> None:
        """How well the agent did; more is better."""
        self.sampler.tell(trial.token, value)
        self.told.append((trial, value))

    def evaluate(self, values: Mapping[str, float] | None = None, *, runs: int | None = None, seed: int | None = None) -> float:
        """The mean of the metric over all conditions and runs. Without values, that of the agent as it is.

        Give the best values and the agent as it is another ``seed`` at the end: the best of many is partly the luckiest.
        """
        return fmean(self.sample(values, runs=runs, seed=seed))

    def sample(
        self, values: Mapping[str, float] | None = None, *, runs: int | None = None, seed: int | None = None
    ) -> list[float]:
        """The metric of each run."""
        return _native.tune_evaluate(
            self.study,
            [(name, float(value)) for name, value in (values or {}).items()],
            agent=self.agent,
            runs=self.runs if runs is None else runs,
            seed=self.seed if seed is None else seed,
            jobs=self.jobs,
        )

    def search(self, trials: int) -> tuple[Trial, float]:
        """Asks, evaluates and tells so many times. Returns the best."""
        for _ in range(trials):
            trial = self.ask()
            self.tell(trial, self.evaluate(trial.values))
        return self.best

    @property
    def best(self) -> tuple[Trial, float]:
        """The best trial so far, and what it reached on the games of the search."""
        if not self.told:
            raise LabError("nothing has been told yet")
        return max(self.told, key=lambda told: told[1])


def irace_parameters(tuner: Tuner) -> str:
    """The parameters in the form of irace: name, switch, type, range."""
    lines = []
    for one in tuner.parameters:
        kind = ("i" if one.whole else "r") + (",log" if one.logarithmic else "")
        bounds = (int(one.low), int(one.high)) if one.whole else (one.low, one.high)
        lines.append(f'{one.name} "--{one.name}=" {kind} ({bounds[0]}, {bounds[1]})')
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """``python -m pymotive.tune parameters STUDY``, and ``... evaluate STUDY ID INSTANCE SEED --NAME=VALUE ...``: what irace asks of a target runner.

    irace minimises, so that the metric is printed with the other sign.
    """
    parser = argparse.ArgumentParser(prog="python -m pymotive.tune", description="A study's parameters for irace, and its target runner.")
    parser.add_argument("command", choices=["parameters", "evaluate"])
    parser.add_argument("study")
    parser.add_argument("irace", nargs="*", help="what irace passes on: the numbers of configuration and instance, and the seed")
    parser.add_argument("--agent")
    parser.add_argument("--runs", type=int, default=1)
    known, rest = parser.parse_known_args(arguments)
    tuner = Tuner(known.study, known.agent, runs=known.runs)
    if known.command == "parameters":
        print(irace_parameters(tuner), end="")
        return
    values = {}
    for switch in rest:
        name, equals, value = switch.removeprefix("--").partition("=")
        if not equals:
            parser.error(f"{switch!r} is not of the form --NAME=VALUE")
        values[name] = float(value)
    seed = int(known.irace[2]) if len(known.irace) > 2 else 1
    print(-tuner.evaluate(values, seed=seed))


if __name__ == "__main__":
    main()
