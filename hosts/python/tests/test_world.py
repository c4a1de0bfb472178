"""Worlds and who plays in them."""

import pytest

import pymotive as pm


def test_every_world_is_listed_and_can_be_played():
    listed = {about["name"] for about in pm.worlds()}
    assert {"arena", "hospital", "household", "pacman", "room", "scenes", "shooter", "tileworld"} <= listed
    for name in listed:
        world = pm.World(name, seed=3)
        assert world.agents >= 1
        assert world.step() or world.over
        assert world.draw()


def test_a_mind_scores_the_same_wherever_it_is_played_from():
    by_seat = pm.World("tileworld", seed=11, cycles=200)
    by_seat.seat(0, "agents/tileworld/ours.motive")
    by_seat.play()
    mind = pm.Mind.load("agents/tileworld/ours.motive")
    as_object = pm.play("tileworld", [mind], seed=11, cycles=200)
    assert by_seat.over and as_object.ticks == 200
    assert as_object.scores == [by_seat.score()] and by_seat.score() > 0
    assert as_object.metrics == by_seat.metrics()


def test_an_agent_in_python_plays():
    class Greedy:
        """Goes for the nearest dot."""

        def decide(self, percepts):
            way = percepts["self"].get("way_to_dot")
            return ("move", way) if way else None

    outcome = pm.play("pacman", [Greedy()], seed=5, steps=100)
    idle = pm.play("pacman", [lambda percepts: None], seed=5, steps=100)
    assert outcome.scores[0] > 200 > idle.scores[0]


def test_a_mind_that_is_fed_by_hand_plays_as_in_a_seat():
    seated, by_hand = pm.World("tileworld", seed=4), pm.World("tileworld", seed=4)
    seated.seat(0, "agents/tileworld/ours.motive")
    mind = pm.Mind.load("agents/tileworld/ours.motive", world=by_hand, seed=4)
    for _ in range(300):
        seated.step()
        by_hand.step(mind.decide(by_hand.percepts()))
    assert by_hand.score() > 100
    assert by_hand.score() == seated.score()


def test_actions_that_take_their_time_go_on_until_they_end():
    world = pm.World("arena", seed=1)
    while not any("antlion" in thing["kind"] for thing in world.percepts()["things"]):
        world.step()
    target = next(thing["id"] for thing in world.percepts()["things"] if "antlion" in thing["kind"])
    world.step(("goto", target))
    assert [action.name for action in world.doing()] == ["goto"]
    run = world.doing()[0].run
    world.step(None)
    assert world.doing()[0].run == run and world.doing()[0].phase == "continued"
    world.step([])
    assert world.doing() == []


def test_the_same_seed_gives_the_same_game():
    def percepts(seed):
        world = pm.World("tileworld", seed=seed)
        seen = []
        for _ in range(30):
            world.step(("move", "left"))
            seen.append(repr(world.percepts()))
        return seen

    assert percepts(1) == percepts(1)
    assert percepts(1) != percepts(2)
    world = pm.World("tileworld", seed=2)
    world.play(10)
    world.reset(1)
    again = []
    for _ in range(30):
        world.step(("move", "left"))
        again.append(repr(world.percepts()))
    assert again == percepts(1)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: pm.World("pacmn"), "did you mean `pacman`"),
        (lambda: pm.World("pacman", lifes=3), "did you mean `lives`"),
        (lambda: pm.World("pacman", lives="many"), "lives"),
        (lambda: pm.World("pacman").step(("mvoe", "up")), "did you mean `move`"),
        (lambda: pm.World("pacman").step(("move", "sideways")), "sideways"),
        (lambda: pm.World("pacman").step(("move", 3)), "one of"),
        (lambda: pm.World("pacman").step(("move",)), "takes 1 arguments, not 0"),
        (lambda: pm.World("pacman").step(7), "actions are"),
        (lambda: pm.World("pacman").step({9: "move"}), "there is no body 9"),
        (lambda: pm.World("pacman").percepts(5), "there is no body 5"),
        (lambda: pm.World("pacman").seat(0, "rust:nobody"), "nobody"),
        (lambda: pm.World("pacman").seat(0, "none.motive"), "none.motive"),
        (lambda: pm.World("pacman").seat(0, 3), "neither"),
        (lambda: pm.World("pacman").observe(0, 10**9), "too many"),
    ],
)
def test_mistakes_are_exceptions_that_say_what_to_do(wrong, says):
    with pytest.raises(pm.MotiveError, match=says):
        wrong()


def test_an_exception_of_an_agent_comes_out_as_it_is():
    class Broken:
        def decide(self, percepts):
            raise KeyError("its own")

    world = pm.World("pacman", seed=1)
    world.seat(0, Broken())
    with pytest.raises(KeyError, match="its own"):
        world.play(5)
    with pytest.raises(pm.WorldError, match="there is no action"):
        pm.play("pacman", [lambda percepts: "fly"], steps=1)


def test_an_agent_cannot_reach_into_the_world_that_asks_it():
    world = pm.World("pacman", seed=1)
    world.seat(0, lambda percepts: world.step())
    with pytest.raises(RuntimeError, match="borrowed"):
        world.step()
