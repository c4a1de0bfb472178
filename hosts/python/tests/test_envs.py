"""The worlds as environments: the checks of Gymnasium and PettingZoo."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

import pymotive as pm

NAMES = [about["name"] for about in pm.worlds()]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_the_environment(name):
    env = gymnasium.make(f"motive/{name.capitalize()}-v0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_environment(name):
    with warnings.catch_warnings():
        # What the checks only warn of counts here.
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Box.*")
        parallel_api_test(pm.parallel_env(name, max_cycles=60), num_cycles=60)
        parallel_seed_test(lambda: pm.parallel_env(name), num_cycles=20)


def test_a_game_through_gymnasium_is_the_game_itself():
    env = gymnasium.make("motive/Tileworld-v0", cycles=100)
    observation, info = env.reset(seed=9)
    table = env.unwrapped.choices
    left = next(number for number, choice in enumerate(table) if choice == ("move", ("left",)))
    world = pm.World("tileworld", seed=9, cycles=100)
    total, over = 0.0, False
    while not over:
        observation, reward, over, cut, info = env.step(left)
        world.step(("move", "left"))
        total += reward
        assert not cut
    assert world.over and total == world.score() == info["score"] and info["tick"] == 100


def test_features_say_what_the_world_says():
    env = gymnasium.make("motive/Pacman-v0", things=8).unwrapped
    observation, info = env.reset(seed=2)
    own = [name for name, _, _ in env.world.features[0]]
    percepts = env.world.percepts()["self"]
    assert observation["self"][own.index("lives")] == percepts["lives"]
    assert observation["self"][own.index("position.x")] == pytest.approx(percepts["position"][0])
    assert observation["self"][own.index(f"way_to_dot = {percepts['way_to_dot']}")] == 1.0
    assert observation["things"].shape == (8, len(env.world.features[1]))
    assert observation["things"].dtype == np.float32
    # Of what is not there nothing can be done.
    absent = [number for number, possible in enumerate(info["action_mask"]) if not possible]
    assert all(env.choices[number].arguments for number in absent)


def test_a_random_walk_scores_less_than_a_mind():
    env = gymnasium.make("motive/Tileworld-v0", cycles=300)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    mind = pm.play("tileworld", ["agents/tileworld/ours.motive"], seed=1, cycles=300)
    assert mind.scores[0] > info["score"]


def test_bodies_are_shared_with_minds():
    env = pm.parallel_env("tileworld", agents=3, minds={1: "rust:plain"}, max_cycles=50)
    env.reset(seed=3)
    assert env.agents == ["agent_0", "agent_2"]
    while env.agents:
        env.step(dict.fromkeys(env.agents, 0))
    assert env.world.score(1) > 0 == env.world.score(0)
    single = gymnasium.make("motive/Tileworld-v0", agents=2, others="rust:plain").unwrapped
    single.reset(seed=3)
    for _ in range(50):
        single.step(0)
    assert single.world.score(1) > 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"actions": ["fly"]}, "no action `fly`"),
        ({"actions": ["drop"]}, "name its arguments"),
        ({"things": -1}, "rows"),
        ({"render_mode": "human"}, "ansi"),
    ],
)
def test_environments_that_cannot_be(arguments, says):
    with pytest.raises(pm.WorldError, match=says):
        pm.MotiveEnv("tileworld", **arguments)


def test_an_action_outside_the_table_is_refused():
    env = pm.MotiveEnv("tileworld", actions=["move", ("refuel",)], render_mode="ansi")
    env.reset(seed=0)
    assert [str(choice) for choice in env.choices][-1] == "refuel()"
    assert "@" in env.render()
    with pytest.raises(pm.WorldError, match="from 0 to 5"):
        env.step(6)
