"""A search by irace itself."""

import shutil
import subprocess
import sys

import pytest

from pymotive.tune import Tuner

RSCRIPT = shutil.which("Rscript")
FOUND = RSCRIPT is not None and subprocess.run([RSCRIPT, "-e", "library(irace)"], capture_output=True).returncode == 0

pytestmark = pytest.mark.skipif(not FOUND, reason="irace is not installed (Debian: r-cran-irace)")

SCENARIO = """
parameterFile = "parameters.txt"
trainInstancesDir = ""
trainInstancesFile = "instances.txt"
targetRunner = "./target-runner"
maxExperiments = 40
nbIterations = 1
minNbSurvival = 1
seed = 7
"""


def test_irace_searches_a_study(tmp_path):
    python = [sys.executable, "-m", "pymotive.tune"]
    said = subprocess.run([*python, "parameters", "tune-sander"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "parameters.txt").write_text(said)
    (tmp_path / "instances.txt").write_text("1\n2\n")
    (tmp_path / "scenario.txt").write_text(SCENARIO)
    runner = tmp_path / "target-runner"
    runner.write_text(f'#!/bin/sh\nexec {" ".join(python)} evaluate tune-sander "$@"\n')
    runner.chmod(0o755)
    race = 'library(irace); irace.cmdline("--scenario scenario.txt"); load("irace.Rdata"); best <- getFinalElites(iraceResults, n = 1); '
    race += 'cat("BEST", paste(best[, iraceResults$parameters$names]), "\\n")'
    said = subprocess.run([str(RSCRIPT), "-e", race], cwd=tmp_path, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
    best = next(line for line in said.stdout.splitlines() if line.startswith("BEST")).split()[1:]
    tuner = Tuner("tune-sander")
    assert len(best) == len(tuner.parameters)
    for value, parameter in zip(best, tuner.parameters):
        assert parameter.low <= float(value) <= parameter.high
