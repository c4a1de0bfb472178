"""Studies with agents in Python, results as data frames, searches."""

import subprocess
import sys

import pytest

import pymotive as pm
from pymotive import lab, tune


class Greedy:
    """Goes for the nearest dot, and counts what it decides."""

    def __init__(self):
        self.decided = 0

    def reset(self, seed, number):
        assert self.decided == 0 and number == 0 and seed >= 0

    def decide(self, percepts):
        self.decided += 1
        way = percepts["self"].get("way_to_dot")
        return ("move", way) if way else None


def still(percepts):
    """Stands still."""
    return None


STUDY = """
title   = "Small"
seed    = 6
runs    = 3
steps   = 80
metrics = ["score"]
[[part]]
name  = "main"
world = "pacman"
[[agent]]
name = "classic"
mind = "agents/pacman/classic.motive"
"""


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(STUDY)
    return str(path)


def test_a_python_agent_in_a_league(tmp_path):
    results = lab.run("league-pacman", tmp_path / "league", runs=2, agents={"greedy": Greedy, "still": still})
    frame = results.frame()
    assert results.done == results.total == len(frame)
    means = frame.groupby("agent")["score"].mean()
    assert means["host:greedy"] > means["host:still"]
    assert {"ours", "classic"} <= set(means.index)
    page = results.report().read_text()
    assert "host:greedy" in page
    # The source of an agent is kept with the results.
    assert "Goes for the nearest dot" in (results.directory / "inputs/host/greedy").read_text()


def test_threads_change_no_byte(study, tmp_path):
    one = lab.run(study, tmp_path / "one", agents={"greedy": Greedy}, jobs=1)
    two = lab.run(study, tmp_path / "two", agents={"greedy": Greedy}, jobs=4)
    assert one.csv() == two.csv()
    assert (one.directory / "manifest.json").read_bytes() == (two.directory / "manifest.json").read_bytes()


def test_shards_are_merged(study, tmp_path):
    whole = lab.run(study, tmp_path / "whole")
    for number in (1, 2):
        lab.run(study, tmp_path / "parts", shard=f"{number}/2")
    merged = lab.merge(tmp_path / "parts")
    for file in ("results.csv", "results.parquet", "manifest.json"):
        assert (merged.directory / file).read_bytes() == (whole.directory / file).read_bytes()
    assert lab.read(tmp_path / "whole").rows() == merged.rows()


def test_an_exception_of_an_agent_ends_the_study(study, tmp_path):
    def broken(percepts):
        raise ValueError("out of ideas")

    with pytest.raises(pm.LabError, match="(?s)host:broken.*out of ideas") as caught:
        lab.run(study, tmp_path / "o", agents={"broken": broken})
    assert isinstance(caught.value.__cause__, ValueError)


def test_progress_is_told_and_can_stop(study, tmp_path):
    told = []
    lab.run(study, tmp_path / "a", progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 3) and told[-1] == (3, 3)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.run(study, tmp_path / "b", progress=stop)
    assert lab.run(study, tmp_path / "b", resume=True).done == 3


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda out: lab.run("leage-pacman", out), "did you mean `league-pacman`"),
        (lambda out: lab.run("none.toml", out), "no such file"),
        (lambda out: lab.run("league-pacman", out, shard="4/3"), "I/N"),
        (lambda out: lab.run("league-pacman", out, runs=0), "at least 1"),
        (lambda out: lab.run("league-pacman", out, on="mars"), "ray"),
        (lambda out: lab.run("league-pacman", out, on="ray", jobs=2), "do not go with it"),
        (lambda out: lab.run("league-pacman", out, agents={"x": 3}), "neither"),
        (lambda out: lab.read(out), "there are no results"),
        (lambda out: lab.merge(), "nothing to merge"),
        (lambda out: tune.Tuner("league-pacman"), "no `\\[tune\\]` section"),
        (lambda out: tune.Tuner("tune-sander").evaluate({"nonsense": 1}), "nonsense"),
        (lambda out: tune.Tuner("tune-sander").best, "nothing has been told"),
    ],
)
def test_mistakes_are_exceptions(wrong, says, tmp_path):
    with pytest.raises(pm.LabError, match=says):
        wrong(tmp_path / "o")


def test_studies_are_listed():
    assert "gordon2005-tileworld" in lab.studies()


SAMPLERS = {
    "random": lambda: tune.RandomSampler(3),
    "optuna": lambda: tune.OptunaSampler(seed=3),
    "smac": lambda: tune.SmacSampler(seed=3, trials=6),
}


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_ask_and_tell(sampler):
    if sampler != "random":
        pytest.importorskip(sampler)
    if sampler == "optuna":
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)

    def searched():
        tuner = tune.Tuner("tune-sander", runs=1, sampler=SAMPLERS[sampler]())
        best, value = tuner.search(6)
        assert value == max(told for _, told in tuner.told) == tuner.evaluate(best.values)
        for parameter in tuner.parameters:
            assert parameter.low <= best.values[parameter.name] <= parameter.high
        return [(trial.values, value) for trial, value in tuner.told]

    assert searched() == searched()


def test_irace_is_served():
    def said(*arguments):
        command = [sys.executable, "-m", "pymotive.tune", *arguments]
        said = subprocess.run(command, capture_output=True, text=True, check=True)
        assert said.stderr == "", "irace reads both"
        return said.stdout

    first = said("parameters", "tune-sander").splitlines()[0].split()
    assert first[1] == f'"--{first[0]}="' and first[2][0] in "ir"
    tuner = tune.Tuner("tune-sander", runs=1)
    parameter = tuner.parameters[0]
    cost = said("evaluate", "tune-sander", "1", "1", "5", f"--{parameter.name}={parameter.high}")
    assert float(cost) == -tuner.evaluate({parameter.name: parameter.high}, seed=5)
