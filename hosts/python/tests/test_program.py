"""A world of a user's own, in a program, as an environment."""

import os
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

import pymotive as pm

PROGRAM = os.environ.get("MOTIVE_DEPOT", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="MOTIVE_DEPOT names no program with the world `depot`")

PORTER = """
goal carry maintains Carry { priority 10 }
program Carry {
    rule put  when self.carries, some spot { serves: shelf, distance: 0 } do put_down()
    rule away when self.carries, s: spot { serves: shelf } do go_to(s)
    rule lift when some spot { serves: ramp, distance: 0 } do lift()
    rule back when s: spot { serves: ramp } do go_to(s)
}
mind Porter = arbiter { goals carry }
"""


@pytest.fixture(scope="module", autouse=True)
def registered():
    new = pm.register(PROGRAM)
    assert new == ["motive/Depot-v0"], "worlds that are built in stay those of the wheel"
    assert pm.register(PROGRAM) == []


def test_gymnasium_accepts_it():
    env = gymnasium.make("motive/Depot-v0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped)
    env.close()


def test_pettingzoo_accepts_it():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Box.*")
        parallel_api_test(pm.parallel_env("depot", program=PROGRAM, max_cycles=60), num_cycles=60)
        parallel_seed_test(lambda: pm.parallel_env("depot", program=PROGRAM), num_cycles=20)


def test_it_is_played_by_its_actions():
    env = gymnasium.make("motive/Depot-v0", things=3, length=2, battery=100, render_mode="ansi")
    table = [str(choice) for choice in env.unwrapped.choices]
    assert table == ["nothing", *(f"go_to(thing {row})" for row in range(3)), "lift()", "put_down()", "load()"]
    observation, info = env.reset(seed=0)
    assert env.render() == "@.."
    own = [name for name, _, _ in env.unwrapped.world.features[0]]
    thing = [name for name, _, _ in env.unwrapped.world.features[1]]
    assert observation["self"][own.index("battery")] == 100 and observation["self"][own.index("carries")] == -1
    serves = [row for row in range(3) if observation["things"][row][thing.index("serves = shelf")] == 1]
    assert len(serves) == 1 and info["action_mask"].all()
    score, over, steps = 0.0, False, 0

    def do(name):
        nonlocal observation, score, over, steps
        shelf = thing.index("serves = shelf" if name == "shelf" else "serves = ramp")
        row = int(np.argmax(observation["things"][:, shelf]))
        choice = table.index(name if name.endswith(")") else f"go_to(thing {row})")
        observation, reward, over, _, _ = env.step(choice)
        score, steps = score + reward, steps + 1

    while not over:
        for name in ["lift()", "shelf", "shelf", "put_down()", "ramp", "ramp"]:
            if not over:
                do(name)
    assert steps == 100 and score == 17, "the first parcel after four steps, and one every six"
    env.close()


def test_a_mind_plays_a_body_and_the_same_seed_gives_the_same_game(tmp_path):
    porter = tmp_path / "porter.motive"
    porter.write_text(PORTER)
    world = pm.ProgramWorld(PROGRAM, "depot", seed=3, battery=100)
    world.seat(0, str(porter))
    scores = []
    for _ in range(2):
        while world.step():
            pass
        scores.append(world.score())
        world.reset(3)
    assert scores[0] == scores[1] > 5 and world.tick == 0
    with pytest.raises(pm.WorldError, match="a mind plays the body 0"):
        world.step("lift")
    world.seat(0, None)
    assert world.step("lift") and world.metrics() == {"score": 0.0}
    world.close()
    with pytest.raises(pm.WorldError, match="has ended"):
        world.step()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: pm.ProgramWorld(PROGRAM, "depo"), "did you mean `depot`"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot", lenth=3), "did you mean `length`"),
        (lambda: pm.ProgramWorld("nowhere", "depot"), "there is no program"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot").step("lfit"), "did you mean `lift`"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot").step(("go_to",)), "takes 1 arguments, not 0"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot").step(("go_to", "up")), "cannot take"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot").step({4: "lift"}), "there is no body 4"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot").seat(0, "none.motive"), "none.motive"),
        (lambda: pm.ProgramWorld(PROGRAM, "depot").seat(0, lambda percepts: None), "not <function"),
        (lambda: pm.register(os.__file__), "has no worlds|Permission|Exec"),
    ],
)
def test_mistakes_are_exceptions_that_say_what_to_do(wrong, says):
    with pytest.raises((pm.MotiveError, OSError), match=says):
        wrong()
