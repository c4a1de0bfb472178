//! Agents that register late, do not answer, change or are removed.

use super::common::{EXAMPLES, Example};
use super::{busy, flows, near, with_sensors};
use motive::networks::{
    AgentName, Health, LinkKind, Literal, Network, NetworkError, NetworkGoal, NetworkProfile, NetworkSensor,
    Notice, RecordedUpdate, Skill, Update,
};

/// R-003-040, R-003-047
#[test]
fn an_agent_that_does_not_answer_is_disabled() {
    let mut network = busy(Skill::new("walk"));
    network.apply(Update::Asked(AgentName::skill("walk"))).unwrap();
    network.apply(Update::Clock(9_999_999)).unwrap();
    network.step();
    assert_eq!(network.is_disabled(&AgentName::skill("walk")), Some(false));
    network.apply(Update::Clock(10_000_000)).unwrap();
    // A clock that jumps back changes nothing.
    network.apply(Update::Clock(5)).unwrap();
    network.step();
    assert_eq!(network.is_disabled(&AgentName::skill("walk")), Some(true));
    assert!(
        network.notices().contains(&Notice::Disabled { who: AgentName::skill("walk"), silent: 10_000_000 })
    );
}

/// R-003-041, R-003-043
#[test]
fn a_disabled_skill_takes_no_part_but_still_counts() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b"]);
    network.register(NetworkGoal::new("b")).unwrap();
    network.register(Skill::new("one").needs(["a"]).adds(["b"])).unwrap();
    network.register(Skill::new("two").needs(["a"]).adds(["b"])).unwrap();
    network.apply(Update::Disable(AgentName::skill("one"))).unwrap();
    network.sense("a", true).unwrap();
    network.step();
    assert_eq!(flows(&network, "one"), motive::networks::Flows::default());
    near(flows(&network, "two").goals, 35.0);
    near(flows(&network, "two").state, 10.0);
    let selected = (0..20).find_map(|_| network.step().selected);
    assert_eq!(selected, network.skill("two"));
    network.apply(Update::Answered(AgentName::skill("one"))).unwrap();
    network.step();
    near(flows(&network, "one").goals, 35.0);
}

/// R-003-044
#[test]
fn an_agent_that_stays_silent_is_removed() {
    let mut network = busy(Skill::new("walk"));
    network.register(Skill::new("other")).unwrap();
    network.set_health(Health::default().patience(1));
    network.apply(Update::Asked(AgentName::skill("walk"))).unwrap();
    network.apply(Update::Clock(20_000_000)).unwrap();
    for _ in 0..4 {
        network.step();
    }
    assert_eq!(network.skill("walk"), None);
    assert_eq!(network.skill_count(), 1);
    // Removed by an update, it is gone at once.
    network.apply(Update::Amputate(AgentName::skill("other"))).unwrap();
    assert_eq!(network.skill_count(), 0);
    network.step();
    assert_eq!(network.total(), 0.0);
}

/// R-003-045
#[test]
fn health_checks_become_more_frequent_after_a_loss() {
    let mut network = busy(Skill::new("walk"));
    for _ in 0..40 {
        network.step();
    }
    assert_eq!(network.health().mark_every, 2);
    network.apply(Update::Asked(AgentName::skill("walk"))).unwrap();
    network.apply(Update::Clock(20_000_000)).unwrap();
    for _ in 0..2 {
        network.step();
    }
    assert_eq!(network.health().mark_every, 1);
}

/// R-003-060
#[test]
fn goals_may_change_and_be_withdrawn() {
    let mut network = with_sensors(NetworkProfile::Bad1990, &["a", "b"]);
    network.register(NetworkGoal::new("a")).unwrap();
    network.register(Skill::new("x").adds(["a"])).unwrap();
    network.register(Skill::new("y").adds(["b"])).unwrap();
    network.step();
    near(flows(&network, "x").goals, 70.0);
    network.apply(Update::ReplaceGoal { from: Literal::from("a"), to: Literal::from("b") }).unwrap();
    network.step();
    near(flows(&network, "x").goals, 0.0);
    near(flows(&network, "y").goals, 70.0);
    network.apply(Update::Withdraw(Literal::from("b"))).unwrap();
    network.step();
    near(flows(&network, "y").goals, 0.0);
    assert!(network.apply(Update::Withdraw(Literal::from("b"))).is_err());
}

/// R-003-087
#[test]
fn a_recorded_run_can_be_replayed() {
    for name in EXAMPLES {
        let mut example = Example::new(name);
        let mut settings = NetworkProfile::Bad1990.settings();
        settings.suppress_disabled = false;
        let mut network = Network::new(settings).unwrap();
        network.record();
        super::common::register_all(&mut network, &example.network).unwrap();
        let levels = |network: &Network| -> Vec<u64> {
            (0..network.skill_count()).map(|skill| network.level(skill).to_bits()).collect()
        };
        let mut first = Vec::new();
        example.play(&mut network, |network, step| first.push((step, levels(network))));
        let recorded: Vec<RecordedUpdate> = network.recorded().to_vec();
        let mut second = Vec::new();
        let mut again = Network::new(settings).unwrap();
        again
            .replay(&recorded, network.steps(), |network, step| second.push((step, levels(network))))
            .unwrap();
        assert_eq!(first, second, "{name}");
    }
}

/// R-003-058, R-003-072: networks do not influence each other.
#[test]
fn two_dudes_run_side_by_side() {
    let run = |together: bool| {
        let (mut first, mut second) = (Example::new("dude-take-1"), Example::new("dude-take-2"));
        let mut one = first.build(NetworkProfile::Bad1990);
        let mut two = second.build(NetworkProfile::Bad1990);
        if together {
            second.play(&mut two, |_, _| {});
        }
        first.play(&mut one, |_, _| {});
        (0..one.skill_count()).map(|skill| one.level(skill).to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}

/// R-003-080
#[test]
fn a_skill_above_is_a_goal_below() {
    let mut above = with_sensors(NetworkProfile::Bad1990, &["at-door"]);
    above.register(NetworkGoal::new("at-door")).unwrap();
    above.register(Skill::new("go-to-door").adds(["at-door"])).unwrap();
    let mut below = with_sensors(NetworkProfile::Bad1990, &["stepped"]);
    below.register(Skill::new("step").adds(["stepped"])).unwrap();
    let mut bridge = motive::networks::Bridge::new("go-to-door", NetworkGoal::new("stepped"));
    bridge.update(&mut above, &mut below).unwrap();
    assert_eq!(below.goals().count(), 0);
    while above.step().selected.is_none() {}
    bridge.update(&mut above, &mut below).unwrap();
    assert_eq!(below.goals().count(), 1);
    while below.step().selected.is_none() {}
    below.sense("stepped", true).unwrap();
    below.complete("step").unwrap();
    bridge.update(&mut above, &mut below).unwrap();
    assert_eq!(below.goals().count(), 0);
    assert!(!above.is_executing(0));
}

/// R-003-079: a perception agent is a sensor and a goal on one literal; flow, critic and editor agents act through updates.
#[test]
fn other_kinds_of_agents_act_through_updates() {
    let mut network = with_sensors(NetworkProfile::Signed, &["a"]);
    network.register(NetworkSensor::new("seen", false)).unwrap();
    network.register(NetworkGoal::new("seen")).unwrap();
    network.register(Skill::new("look").adds(["seen"])).unwrap();
    network.step();
    let before = flows(&network, "look").goals;
    network.apply(Update::KindCoefficient { kind: LinkKind::Goals, value: 0.5.into() }).unwrap();
    network.step();
    near(flows(&network, "look").goals, before / 2.0);
    network.apply(Update::Edit(Skill::new("look").needs(["a"]).adds(["seen"]))).unwrap();
    network.step();
    assert!(!network.is_executable(0));
    let unknown = network.apply(Update::Edit(Skill::new("nobody"))).unwrap_err();
    assert!(matches!(unknown, NetworkError::Unknown { .. }));
}
