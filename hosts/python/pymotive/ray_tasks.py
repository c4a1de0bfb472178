"""Shards of a study as tasks of Ray."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import _native
from ._native import LabError

# A worker that is killed loses at most the runs in flight: the task is started again and goes on with its journal.
RETRIES = 5


def run_shards(
    study: str, out: str, asked: dict[str, Any], shards: int | None, progress: Callable[[int, int], Any] | None
) -> None:
    """Plays all shards of a study into a directory, as tasks of the cluster that Ray knows, or of this machine."""
    try:
        import ray
    except ImportError as error:
        raise LabError("on='ray' needs Ray: pip install 'pymotive[ray]'") from error
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    count = shards if shards is not None else max(1, int(ray.cluster_resources().get("CPU", 1)))
    if count < 1:
        raise LabError(f"there must be at least one shard, not {count}")
    # The manifest is written before any task starts, so that none meets a half-made directory.
    _native.run_study(study, out, only_prepare=True, **asked)
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_run_shard)
    place = os.getcwd()
    waiting = [task.remote(place, study, out, f"{number}/{count}", asked) for number in range(1, count + 1)]
    done = 0
    while waiting:
        finished, waiting = ray.wait(waiting, num_returns=1)
        for one in finished:
            try:
                ray.get(one)
            except ray.exceptions.RayTaskError as error:
                # The exception of the task itself, as if it had been raised here.
                raise error.as_instanceof_cause() from None
            done += 1
            if progress is not None:
                progress(done, count)


def _run_shard(place: str, study: str, out: str, shard: str, asked: dict[str, Any]) -> None:
    # Files are named as they are here.
    os.chdir(place)
    _native.run_study(study, out, jobs=1, shard=shard, **{**asked, "resume": True})
