//! The wizard as schedules in the manner of Half-Life 2, with two thresholds.
//!
//! The thesis gives the mechanism and the thresholds; its flowchart is lost. The order of the schedules is ours.

use motive::Game;
use motive::kernel::{Comparison, Condition, Expr, Kind, Pattern, Range};
use motive::machines::schedule::{Schedule, ScheduleError, ScheduleProgram, ScheduleTask as Task, Schedules};

use super::super::settings::ArenaSettings;
use super::super::vocabulary::{ArenaNames, WizardAct};

/// The two thresholds: 35 and 0 were the thesis' best of 441 pairs.
pub(super) const NUMBERS: &[(&str, f64)] = &[("health_threshold", 35.0), ("mana_threshold", 0.0)];

/// The number of antlions within reach from which a blast is worth its mana: the alien of Half-Life 2 lets it go off at more than three.
const SURROUNDED: i32 = 4;

pub(super) fn program(
    game: &Game<WizardAct>,
    names: &ArenaNames,
    settings: &ArenaSettings,
    number: impl Fn(&str) -> f64,
) -> Result<ScheduleProgram, ScheduleError> {
    let has = &names.body;
    let mana = |least: f64| Expr::own(has.mana).at_least(least);
    let antlion_within = |reach: f64| {
        Condition::exists(Pattern::of(names.antlion.kind).where_is(names.distance, Comparison::AtMost, reach))
    };
    let around =
        Pattern::of(names.antlion.kind).where_is(names.distance, Comparison::AtMost, settings.blast_radius);
    let schedules = Schedules::new(game.vocabulary().clone())
        .flag("critical_health", Expr::own(has.health).at_most(number("health_threshold")))
        .flag("critical_mana", Expr::own(has.mana).at_most(number("mana_threshold")))
        .flag("only_after_failure", Condition::never())
        .flag("heavy_damage", Expr::own(has.badly_hurt).holds())
        .flag("health_potion_known", Condition::exists(Pattern::of(names.health_potion)))
        .flag("mana_potion_known", Condition::exists(Pattern::of(names.mana_potion)))
        .flag("can_heal", mana(settings.heal_mana))
        .flag("can_blast", mana(settings.blast_mana) & Expr::count(around).at_least(SURROUNDED))
        .flag(
            "can_throw",
            mana(settings.lightning_mana)
                & Expr::own(has.lightning_ready).holds()
                & antlion_within(settings.lightning_range),
        )
        .flag("can_strike", antlion_within(settings.melee_reach))
        .state("combat", Condition::exists(Pattern::of(names.antlion.kind)))
        .state("idle", Condition::always());
    let wizard = WizardSchedules { names, schedules };
    let combat = wizard.both_states("combat").combat();
    combat.both_states("idle").schedules.schedule(rest(names)).build("hl2fsm")
}

fn rest(names: &ArenaNames) -> Schedule {
    Schedule::new("rest", "idle").task(Task::act(names.act.stand, vec![]))
}

struct WizardSchedules<'a> {
    names: &'a ArenaNames,
    schedules: Schedules,
}

impl WizardSchedules<'_> {
    /// The nearest thing of a kind.
    fn nearest(&self, kind: Kind) -> Expr {
        let near = Range::at_least(0.0).lowest();
        Expr::choose(Pattern::of(kind).prefer_within(self.names.distance, near))
    }

    /// Walks a little way to the nearest thing of a kind; whether to go on is decided each time.
    fn walk(&self, kind: Kind) -> Task {
        Task::act(self.names.act.goto, vec![self.nearest(kind)])
    }

    /// Begins something and waits for its end.
    fn cast(&self, schedule: Schedule, begin: Task) -> Schedule {
        let idle = !Expr::own(self.names.body.busy).holds();
        schedule.task(begin).task(Task::act_until(self.names.act.stand, vec![], idle))
    }

    /// What is done about health and mana, whether there is an enemy or not.
    fn both_states(mut self, state: &str) -> Self {
        let (names, actions) = (self.names, &self.names.act);
        let name = |what: &str| format!("{what}_{state}");
        let get_health = Schedule::new(&name("get_health_potion"), state)
            .when("critical_health")
            .when("health_potion_known")
            .task(self.walk(names.health_potion));
        // Heavy damage makes it fail, and then the wizard is on the alert for a moment.
        let heal = Schedule::new(&name("heal"), state).when("critical_health").when("can_heal");
        let heal = heal.fails_on("heavy_damage").task(Task::on_failure(&name("alert")));
        let heal = self.cast(heal, Task::act(actions.heal, vec![]));
        let alert = Schedule::new(&name("alert"), state)
            .when("only_after_failure")
            .task(Task::act(actions.stand, vec![]));
        let get_mana = Schedule::new(&name("get_mana_potion"), state)
            .when("critical_mana")
            .when("mana_potion_known")
            .task(self.walk(names.mana_potion));
        self.schedules =
            self.schedules.schedule(get_health).schedule(heal).schedule(alert).schedule(get_mana);
        self
    }

    fn combat(mut self) -> Self {
        let (names, actions) = (self.names, &self.names.act);
        let enemy = || self.nearest(names.antlion.kind);
        let schedule = |name: &str, flag: &str| Schedule::new(name, "combat").when(flag);
        let blast = self.cast(schedule("blast", "can_blast"), Task::act(actions.blast, vec![enemy()]));
        let lightning = schedule("lightning", "can_throw").fails_on("heavy_damage");
        let lightning = self.cast(lightning, Task::act(actions.lightning, vec![enemy()]));
        let melee = self.cast(schedule("melee", "can_strike"), Task::act(actions.melee, vec![enemy()]));
        let chase = Schedule::new("chase", "combat").task(self.walk(names.antlion.kind));
        self.schedules = self.schedules.schedule(blast).schedule(lightning).schedule(melee).schedule(chase);
        self
    }
}
