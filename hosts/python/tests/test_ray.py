"""Studies on Ray, started for real on this machine."""

import pytest

from pymotive import LabError, lab

ray = pytest.importorskip("ray")

STUDY = """
title   = "Spread"
seed    = 8
runs    = 6
steps   = 60
metrics = ["score", "work"]
[[part]]
name  = "main"
world = "pacman"
vary  = [{ option = "lives", values = [1, 2] }]
[[agent]]
name = "classic"
mind = "agents/pacman/classic.motive"
"""


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    yield
    ray.shutdown()


def agent(grave):
    """An agent that ends its own process in the middle of a game, once."""

    class Mortal:
        def __init__(self):
            self.decided = 0

        def decide(self, percepts):
            import os
            import signal

            self.decided += 1
            if self.decided == 30 and not os.path.exists(grave):
                open(grave, "x").close()
                os.kill(os.getpid(), signal.SIGKILL)
            way = percepts["self"].get("way_to_dot")
            return ("move", way) if way else None

    return Mortal


def test_a_killed_worker_changes_no_byte(tmp_path):
    study, grave = tmp_path / "spread.toml", tmp_path / "died"
    study.write_text(STUDY)
    told = []
    there = lab.run(
        study, tmp_path / "there", agents={"mortal": agent(str(grave))}, on="ray", shards=4, progress=lambda *now: told.append(now)
    )
    assert grave.exists(), "a worker was killed"
    assert told[-1] == (4, 4)
    here = lab.run(study, tmp_path / "here", agents={"mortal": agent(str(grave))})
    assert here.done == here.total == 24
    for file in ("results.csv", "results.parquet", "columns.csv", "manifest.json", "registration.json"):
        assert (there.directory / file).read_bytes() == (here.directory / file).read_bytes(), file


def test_an_exception_in_a_task_comes_back(tmp_path):
    study = tmp_path / "spread.toml"
    study.write_text(STUDY)

    def broken(percepts):
        raise ValueError("out of ideas")

    with pytest.raises(LabError, match="out of ideas"):
        lab.run(study, tmp_path / "o", agents={"broken": broken}, on="ray", shards=2)


def test_a_directory_with_results_is_not_overwritten(tmp_path):
    study = tmp_path / "spread.toml"
    study.write_text(STUDY)
    lab.run(study, tmp_path / "o", on="ray", shards=2)
    with pytest.raises(LabError, match="has results"):
        lab.run(study, tmp_path / "o", on="ray", shards=2)
