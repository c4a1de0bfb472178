"""Minds in a game that is written in Python."""

import pytest

import pymotive as pm

GLUTTON = """
kind ghost
kind dot
property blue: truth
property distance: number
action move_toward(a: id)
action move_away_from(a: id)

goal survive achieves Escape { when some ghost { blue: false, distance: ..10 } priority 90 }
goal eat maintains EatDots { priority 20 }
program Escape {
    done when no ghost { blue: false, distance: ..10 }
    rule run when g: ghost { blue: false, distance: 0..10 lowest } do move_away_from(g)
}
program EatDots {
    rule fetch when d: dot prefer { distance: any lowest } do move_toward(d)
}
mind Glutton = arbiter { goals survive, eat }
"""

DOTS = [{"id": 2, "kind": "dot", "distance": 3.0}, {"id": 3, "kind": "dot", "distance": 9.0}]


def shown(actions):
    return [(action.name, [argument.number for argument in action.arguments], action.phase) for action in actions]


def test_percepts_in_actions_out():
    mind = pm.Mind.parse(GLUTTON)
    assert mind.name == "Glutton"
    assert shown(mind.decide({"things": DOTS})) == [("move_toward", [2], "started")]
    ghost = {"id": 1, "kind": "ghost", "blue": False, "distance": 4.0}
    assert ("move_away_from", [1], "started") in shown(mind.decide({"things": [*DOTS, ghost]}))
    # What is no longer perceived is forgotten.
    assert shown(mind.decide({"things": DOTS[1:]}))[0][:2] == ("move_toward", [3])


def test_why():
    mind = pm.Mind.parse(GLUTTON)
    with pytest.raises(pm.MindError, match="no decision yet"):
        mind.why()
    mind.decide({"things": DOTS})
    mind.decide({"things": [*DOTS, {"id": 1, "kind": "ghost", "blue": False, "distance": 4.0}]})
    why = mind.why()
    assert "survive" in str(why) and "run" in str(why)
    data = why.data()
    assert data["tick"] == 1 and any(task["goal"] == "survive" for task in data["tasks"])


def test_a_mind_begins_anew():
    mind = pm.Mind.parse(GLUTTON)
    first = shown(mind.decide({"things": DOTS}))
    mind.decide({"things": []})
    mind.reset()
    assert shown(mind.decide({"things": DOTS})) == first
    assert len(mind.memory()["things"]) == 2


@pytest.mark.parametrize(
    ("percepts", "says"),
    [
        ({"thing": []}, "did you mean `things`"),
        ({"things": [{"kind": "dot"}]}, "needs an `id`"),
        ({"things": [{"id": 1, "kind": "dots"}]}, "did you mean `dot`"),
        ({"things": [{"id": 1, "kind": "dot", "distence": 1}]}, "did you mean `distance`"),
        ({"things": [{"id": 1, "kind": "dot", "distance": "far"}]}, "a number"),
        ({"things": [{"id": 1, "kind": "dot", "distance": float("nan")}]}, "a number"),
        ({"things": [{"id": -1, "kind": "dot"}]}, "an Id"),
        ({"things": [{"id": "self"}]}, "under `self`"),
        ({"time": -1}, "seconds from 0"),
        ({"tick": "x"}, "whole number"),
        ([], "dictionary"),
    ],
)
def test_percepts_that_do_not_fit(percepts, says):
    with pytest.raises(pm.MindError, match=says):
        pm.Mind.parse(GLUTTON).decide(percepts)


def test_errors_of_a_file_name_their_places(tmp_path):
    with pytest.raises(pm.MindError, match="(?s)text.*distence.*did you mean|distance"):
        pm.Mind.parse(GLUTTON.replace("d: dot prefer { distance", "d: dot prefer { distence"))
    with pytest.raises(pm.MindError, match="there is no file|no such file"):
        pm.Mind.load(tmp_path / "none.motive")
    with pytest.raises(pm.MindError, match="Glutton"):
        pm.Mind.parse(GLUTTON, "Gluton")
    with pytest.raises(pm.MindError, match="written for the world `pacman`"):
        pm.Mind.load("agents/pacman/ours.motive", world="tileworld")
    path = tmp_path / "glutton.motive"
    path.write_text(GLUTTON)
    assert pm.Mind.load(path, "Glutton").name == "Glutton"


def test_ids_are_values():
    assert pm.Id(3) == pm.Id(3) != pm.Id(4)
    assert len({pm.Id(3), pm.Id(3), pm.Id("a")}) == 2
    assert repr(pm.Id(3)) == "Id(3)" and pm.Id("self").name == "self"
    with pytest.raises(pm.MindError):
        pm.Id(1.5)
