//! A tour of the kernel: three engines in miniature on its public types, before any of them exists.
//!
//! A planner that imagines what its actions would do, a task that is decomposed into moves, and a network in which activation
//! spreads: each needs memory, conditions, declared actions and, where it looks ahead, a projection. None of them needs more.
//! Each works on a published example and must reach its numbers.

/// A wizard with 15 health and no mana faces a goblin; a potion lies between them (Sloan 2015, Appendix A).
///
/// Shows: facts as properties of things, drives as conditions that hold to a degree, actions with effects and the world's
/// reply, and simulation forward in a projection that is undone after each try.
mod a_wizard_imagines_what_to_do {
    use motive_core::{
        Action, BuiltinFunction, CompiledAction, CompiledCondition, Condition, Effect, Expr, Facts, Id, Kind,
        Memory, Overlay, Pattern, Point, Projection, Property, Scope, Thing, Type, Vocabulary,
    };

    const REACH: f64 = 2.0;

    #[derive(Clone, Copy)]
    struct Attributes {
        position: Property,
        health: Property,
        mana: Property,
    }

    struct Arena {
        memory: Memory,
        goblin: Id,
        potion: Id,
        has: Attributes,
        /// What can be done to what, in the order in which the wizard thinks of it.
        options: Vec<(CompiledAction, Id)>,
        dead: CompiledCondition,
        kill_all_enemies: CompiledCondition,
        maximize_health: CompiledCondition,
        maximize_mana: CompiledCondition,
    }

    /// Melee, lightning, goto and drink_mana_potion, each done to a target.
    fn actions(names: &mut Vocabulary, enemy: Kind, has: Attributes, price_of_lightning: i32) -> [Action; 4] {
        let Attributes { position, health, mana } = has;
        let near = |one: Expr, other: Expr| {
            Expr::builtin(BuiltinFunction::Distance, vec![one.get(position), other.get(position)])
                .at_most(REACH)
        };
        let (target, me) = (|| Expr::var("target"), || Expr::from(Id::SELF));
        let melee = Action::new(names.latched("melee", 1), &["target"])
            .needs(near(me(), target()))
            .effect(Effect::add(target(), health, -30));
        let lightning = Action::new(names.latched("lightning", 1), &["target"])
            .needs(Expr::own(mana).at_least(20))
            .effect(Effect::add_own(mana, -price_of_lightning))
            .effect(Effect::add(target(), health, -30));
        // Whoever walks up to a living enemy is hit. That is the world's reply, not what the wizard does.
        let nearby_enemy_damage = Effect::Each {
            pattern: Box::new(Pattern::of(enemy).named("enemy")),
            given: Expr::var("enemy").get(health).above(0) & near(Expr::var("enemy"), me()),
            effects: vec![Effect::add_own(health, -15)],
        };
        let goto = Action::new(names.latched("goto", 1), &["target"])
            .effect(Effect::set_own(position, target().get(position)))
            .reply(nearby_enemy_damage);
        let drink = Action::new(names.latched("drink_mana_potion", 1), &["target"])
            .needs(near(me(), target()))
            .effect(Effect::add_own(mana, 40))
            .effect(Effect::Destroy(target()));
        [melee, lightning, goto, drink]
    }

    /// The source's tables simulate lightning without its price in one place, so that both are tried.
    fn arena(price_of_lightning: i32) -> Arena {
        let mut names = Vocabulary::new();
        let (enemy, item) = (names.kind("enemy"), names.kind("item"));
        let position = names.own("position", Type::Point);
        let health = names.own("health", Type::Number);
        let mana = names.own("mana", Type::Number);
        // Simulated numbers are kept within these as well: nobody has less than no mana.
        names.limit(health, 0.0, 100.0);
        names.limit(mana, 0.0, 100.0);
        let has = Attributes { position, health, mana };
        let (goblin, potion) = (names.id("goblin"), names.id("mana_potion"));
        let [melee, lightning, goto, drink] = actions(&mut names, enemy, has, price_of_lightning);
        let names = names.finish().unwrap();

        let options =
            [(&melee, goblin), (&lightning, goblin), (&goto, goblin), (&goto, potion), (&drink, potion)];
        let mut memory = Memory::new(names.clone());
        let place = |z: f32| Point { x: 0.0, y: 0.0, z };
        memory.set_own(position, place(-10.0)).unwrap();
        memory.set_own(health, 15).unwrap();
        memory.set_own(mana, 0).unwrap();
        memory.put(Thing::new(potion).kind(item).with(position, place(10.0))).unwrap();
        memory.put(Thing::new(goblin).kind(enemy).with(position, place(20.0)).with(health, 30)).unwrap();
        let condition = |condition: Condition| Scope::new(&names).condition(&condition).unwrap();
        Arena {
            memory,
            goblin,
            potion,
            has,
            options: options.map(|(action, target)| (action.build(&names).unwrap(), target)).into(),
            dead: condition(Expr::own(health).at_most(0)),
            // A number holds to the degree that it says; a comparison to the degree that it is met.
            kill_all_enemies: condition((Expr::from(1) - Expr::from(goblin).get(health) / 30).holds()),
            maximize_health: condition(Expr::own(health).at_least(100)),
            maximize_mana: condition(Expr::own(mana).at_least(100)),
        }
    }

    /// One action of a plan: which option it is, and when it joined the plan.
    #[derive(Clone, Copy, PartialEq)]
    struct Step {
        option: usize,
        joined: usize,
    }

    /// A plan, perhaps with holes, and where it would lead.
    struct State {
        /// In the order in which the steps would be done.
        chain: Vec<Step>,
        /// Steps that could not be done when their turn came.
        unmet: Vec<Step>,
        utility: f64,
        /// The world as it would be. It borrows nothing, so a planner could keep it until the next tick.
        facts: Overlay,
    }

    impl Arena {
        /// How good a picture of the world is, remembered or imagined: the mean of the drives, but death is worth nothing.
        fn utility(&self, facts: &impl Facts) -> f64 {
            let health = self.maximize_health.degree_of(facts);
            if health == 0.0 {
                return 0.0;
            }
            (self.kill_all_enemies.degree_of(facts) + health + self.maximize_mana.degree_of(facts)) / 3.0
        }

        /// Does the steps in thought, one after the other, and then takes them back.
        fn simulate(&self, imagined: &mut Projection<'_>, chain: Vec<Step>) -> State {
            let start = imagined.mark();
            let (mut unmet, mut dead) = (Vec::new(), false);
            for step in &chain {
                let (action, target) = &self.options[step.option];
                let target = [(*target).into()];
                if !action.can(imagined, &target) {
                    unmet.push(*step);
                }
                if !dead {
                    // A step whose needs are not met yet is done all the same: another step may come to meet them.
                    action.apply(imagined, &target);
                    action.answer(imagined, &target);
                    dead = self.dead.check(imagined);
                }
            }
            let (utility, facts) = (self.utility(imagined), imagined.save());
            imagined.undo(start);
            State { chain, unmet, utility, facts }
        }

        /// Single steps that would bring some drive closer to its end, done right now.
        fn seeds(&self, imagined: &mut Projection<'_>) -> Vec<State> {
            let drives = [&self.kill_all_enemies, &self.maximize_health, &self.maximize_mana];
            let helps = |state: &State| {
                let then = Projection::resume(&self.memory, &state.facts);
                drives.iter().any(|drive| drive.degree_of(&then) > drive.degree_of(&self.memory))
            };
            let singles = (0..self.options.len()).map(|option| vec![Step { option, joined: 0 }]);
            singles.map(|chain| self.simulate(imagined, chain)).filter(helps).collect()
        }

        /// Every way to put one more step in front of the plan, or before the step with the unmet need, that meets it.
        fn repairs(&self, imagined: &mut Projection<'_>, state: &State, unmet: Step) -> Vec<State> {
            let owner = state.chain.iter().position(|step| *step == unmet).unwrap();
            let mut found = Vec::new();
            for option in 0..self.options.len() {
                for at in if owner == 0 { vec![0] } else { vec![0, owner] } {
                    let mut chain = state.chain.clone();
                    chain.insert(at, Step { option, joined: state.chain.len() });
                    found.push(self.simulate(imagined, chain));
                }
            }
            found.retain(|repaired| !repaired.unmet.contains(&unmet));
            found
        }

        /// Best first: takes the most useful plan, ties to the oldest, until the one taken has no holes. Gives the plan, and
        /// the open list as it was before each one was taken.
        fn plan(&self) -> (Option<State>, Vec<String>) {
            let mut imagined = Projection::new(&self.memory);
            let mut open = self.seeds(&mut imagined);
            let mut told = Vec::new();
            while let Some(best) = first_best(&open) {
                told.push(open.iter().map(|state| self.tell(state)).collect::<Vec<_>>().join(" · "));
                let state = open.remove(best);
                let Some(unmet) = state.unmet.iter().copied().min_by_key(|step| step.joined) else {
                    return (Some(state), told);
                };
                open.extend(self.repairs(&mut imagined, &state, unmet));
            }
            (None, told)
        }

        fn name(&self, step: Step) -> &str {
            self.memory.vocabulary().action_name(self.options[step.option].0.declared().action)
        }

        /// A plan as the source's tables write it: the last step first, and what it is worth.
        fn tell(&self, state: &State) -> String {
            let steps: Vec<_> = state.chain.iter().rev().map(|step| self.name(*step)).collect();
            format!("{{{}}} {:.4}", steps.join(", "), state.utility)
        }
    }

    fn first_best(open: &[State]) -> Option<usize> {
        (0..open.len()).rev().max_by(|a, b| open[*a].utility.total_cmp(&open[*b].utility))
    }

    #[test]
    fn each_drive_is_worth_a_third() {
        let arena = arena(20);
        let seeds = arena.seeds(&mut Projection::new(&arena.memory));
        let told: Vec<_> = seeds.iter().map(|state| arena.tell(state)).collect();
        assert_eq!(told, ["{melee} 0.3833", "{lightning} 0.3833", "{drink_mana_potion} 0.1833"]);
    }

    #[test]
    fn a_dead_wizard_does_nothing_more() {
        let arena = arena(20);
        let mut imagined = Projection::new(&arena.memory);
        let Attributes { position, health, mana } = arena.has;
        let (me, potion, goblin) = (Id::SELF, arena.potion, arena.goblin);
        let facts = [
            (me, position),
            (me, health),
            (me, mana),
            (potion, position),
            (goblin, position),
            (goblin, health),
        ]
        .map(|(thing, property)| imagined.fact(thing, property));
        let melee = arena.simulate(&mut imagined, vec![Step { option: 0, joined: 0 }]);
        let walk_up = &arena.repairs(&mut imagined, &melee, melee.unmet[0])[..];
        let [walk_up] = walk_up else { panic!("only walking up to the goblin brings it into reach") };
        assert_eq!(arena.tell(walk_up), "{melee, goto} 0.0000");
        // The sixth fact is still the sixth, and untouched: the goblin struck first.
        let then = Projection::resume(&arena.memory, &walk_up.facts);
        assert_eq!(then.read(facts[1]).number(), Some(0.0));
        assert_eq!(then.read(facts[5]).number(), Some(30.0));
        assert_ne!(then.fingerprint(), 0, "something did happen");
        assert_eq!(imagined.fingerprint(), 0, "but only in thought");
    }

    #[test]
    fn the_best_plan_drinks_first() {
        let arena = arena(20);
        let (plan, told) = arena.plan();
        assert_eq!(
            told,
            [
                "{melee} 0.3833 · {lightning} 0.3833 · {drink_mana_potion} 0.1833",
                "{lightning} 0.3833 · {drink_mana_potion} 0.1833 · {melee, goto} 0.0000",
                "{drink_mana_potion} 0.1833 · {melee, goto} 0.0000 · {lightning, drink_mana_potion} 0.4500",
                "{drink_mana_potion} 0.1833 · {melee, goto} 0.0000 · {lightning, drink_mana_potion, goto} 0.4500",
            ]
        );
        let plan = plan.unwrap();
        let steps: Vec<_> =
            plan.chain.iter().map(|step| (arena.name(*step), arena.options[step.option].1)).collect();
        let expected =
            [("goto", arena.potion), ("drink_mana_potion", arena.potion), ("lightning", arena.goblin)];
        assert_eq!(steps, expected);

        // What was imagined is what happens when the same actions are done in memory.
        let mut memory = arena.memory.clone();
        for step in &plan.chain {
            let (action, target) = &arena.options[step.option];
            assert!(action.can(&memory, &[(*target).into()]));
            assert_eq!(action.apply(&mut memory, &[(*target).into()]), 0, "every effect could be had");
            action.answer(&mut memory, &[(*target).into()]);
        }
        assert!((arena.utility(&memory) - 0.45).abs() < 1e-9);
        assert!(!memory.exists(arena.potion));
        assert_eq!(memory.get(arena.goblin, arena.has.health), Some(0.into()));
    }

    #[test]
    fn without_the_price_of_lightning_the_printed_utility_comes_out() {
        let arena = arena(0);
        let (plan, told) = arena.plan();
        let plan = plan.unwrap();
        assert_eq!(arena.tell(&plan), "{lightning, drink_mana_potion, goto} 0.5167");
        assert!(told[2].ends_with("{lightning, drink_mana_potion} 0.5167"));
        assert_eq!(told.len(), 4, "and the same plans are taken up in the same order");
    }
}

/// A bot goes from x over y to z, or from wherever on that way it happens to be (Hansen 2008).
///
/// Shows: a relation as the state, conditions with parameters as method conditions, an action whose effects add and remove rows,
/// and a projection that is searched depth first and undone where a method fails.
mod a_task_becomes_moves {
    use motive_core::{
        Action, Column, CompiledAction, CompiledCondition, Condition, Effect, Expr, Facts, Id, Memory,
        Projection, Relation, Scope, Value, Vocabulary,
    };

    /// What a task can be turned into. Arguments are written as places among the parameters of the task.
    struct Method {
        when: CompiledCondition,
        steps: Vec<(Call, Vec<usize>)>,
    }

    #[derive(Clone, Copy)]
    enum Call {
        Task(usize),
        Move,
    }

    struct Domain {
        at: Relation,
        bot: Id,
        places: [Id; 4],
        moving: CompiledAction,
        tasks: Vec<Vec<Method>>,
        memory: Memory,
    }

    const MOVE_DOUBLE: usize = 0;
    const MOVE_SINGLE: usize = 1;

    fn domain() -> Domain {
        let mut names = Vocabulary::new();
        let at = names.relation("at", 2);
        let bot = names.id("bot");
        let places = ["x", "y", "z", "elsewhere"].map(|name| names.id(name));
        let moving = names.latched("move", 3);
        let names = names.finish().unwrap();

        let is_at =
            |place: &str| Condition::related(at, [Column::from(Expr::var("b")), Expr::var(place).into()]);
        let row = |place: &str| vec![Expr::var("b"), Expr::var(place)];
        let moving = Action::new(moving, &["b", "from", "to"])
            .needs(is_at("from"))
            .effect(Effect::Unrelate(at, row("from")))
            .effect(Effect::Relate(at, row("to")));
        let method = |parameters: &[&str], when: Condition, steps: Vec<(Call, Vec<usize>)>| {
            let mut scope = Scope::new(&names);
            for name in parameters {
                scope.parameter(name).unwrap();
            }
            Method { when: scope.condition(&when).unwrap(), steps }
        };
        let double = ["b", "x", "y", "z"];
        let single = ["b", "x", "y"];
        let tasks = vec![
            vec![
                method(&double, is_at("z"), vec![]),
                method(
                    &double,
                    Condition::always(),
                    vec![(Call::Task(MOVE_SINGLE), vec![0, 1, 2]), (Call::Task(MOVE_SINGLE), vec![0, 2, 3])],
                ),
            ],
            vec![
                method(&single, is_at("x"), vec![(Call::Move, vec![0, 1, 2])]),
                method(&single, is_at("y"), vec![]),
            ],
        ];
        let moving = moving.build(&names).unwrap();
        Domain { at, bot, places, moving, tasks, memory: Memory::new(names) }
    }

    impl Domain {
        /// Turns a task into moves by the first method that works out. Leaves the picture as it was if none does.
        fn decompose(
            &self,
            task: usize,
            arguments: &[Value],
            imagined: &mut Projection<'_>,
            moves: &mut Vec<[Value; 2]>,
        ) -> bool {
            self.tasks[task].iter().any(|method| {
                let (start, planned) = (imagined.mark(), moves.len());
                let done = method.when.holds(imagined, &mut method.when.bindings(arguments))
                    && method.steps.iter().all(|(call, passed)| {
                        let passed: Vec<Value> = passed.iter().map(|at| arguments[*at].clone()).collect();
                        self.call(*call, &passed, imagined, moves)
                    });
                if !done {
                    imagined.undo(start);
                    moves.truncate(planned);
                }
                done
            })
        }

        fn call(
            &self,
            call: Call,
            arguments: &[Value],
            imagined: &mut Projection<'_>,
            moves: &mut Vec<[Value; 2]>,
        ) -> bool {
            match call {
                Call::Task(task) => self.decompose(task, arguments, imagined, moves),
                Call::Move => {
                    let can = self.moving.can(imagined, arguments);
                    if can {
                        self.moving.apply(imagined, arguments);
                        moves.push([arguments[1].clone(), arguments[2].clone()]);
                    }
                    can
                }
            }
        }
    }

    /// Plans move-double(bot, x, y, z) for a bot that starts somewhere, and says which moves that takes.
    fn moves_from(start: usize) -> Option<Vec<[Id; 2]>> {
        let mut domain = domain();
        let bot = Value::from(domain.bot);
        domain.memory.relate(domain.at, &[bot.clone(), domain.places[start].into()]).unwrap();
        let mut imagined = Projection::new(&domain.memory);
        let mut moves = Vec::new();
        let arguments = [domain.bot, domain.places[0], domain.places[1], domain.places[2]].map(Value::from);
        let done = domain.decompose(MOVE_DOUBLE, &arguments, &mut imagined, &mut moves);
        let arrived = imagined.related(domain.at, &[bot.clone(), domain.places[2].into()]);
        assert_eq!(done, arrived);
        if !done {
            assert_eq!(imagined.fingerprint(), 0, "a task that fails leaves no trace");
        }
        assert!(
            domain.memory.related(domain.at, &[bot, domain.places[start].into()]),
            "nobody has moved yet"
        );
        let ids = |from_to: [Value; 2]| from_to.map(|place| place.id().unwrap());
        done.then(|| moves.into_iter().map(ids).collect())
    }

    #[test]
    fn the_same_task_takes_two_moves_or_one_or_none() {
        let [x, y, z, _] = domain().places;
        assert_eq!(moves_from(0), Some(vec![[x, y], [y, z]]));
        assert_eq!(moves_from(1), Some(vec![[y, z]]));
        assert_eq!(moves_from(2), Some(vec![]));
    }

    #[test]
    fn from_elsewhere_there_is_no_way() {
        assert_eq!(moves_from(3), None);
    }
}

/// A robot with two hands must sand a board and then spray-paint itself (Maes 1989, as run by Johnson 1991).
///
/// Shows: propositions as named conditions over memory, a network's skills read off declared actions as data, and a world that
/// is nothing but the effects of those actions on memory.
mod a_network_spreads_activation {
    use motive_core::{
        Action, CompiledAction, CompiledCondition, Condition, Effect, Expr, Facts, Id, Memory, Property,
        Scope, Type, Value, Vocabulary,
    };

    /// Something that is true or not, by a name of its own: a condition, and the property that an effect on it changes.
    struct Proposition {
        about: Property,
        means: Condition,
        sensor: CompiledCondition,
    }

    /// Condition, add and delete lists, as places in the list of propositions.
    struct Skill {
        name: String,
        conditions: Vec<usize>,
        adds: Vec<usize>,
        drops: Vec<usize>,
        action: CompiledAction,
    }

    struct Robot {
        memory: Memory,
        propositions: Vec<Proposition>,
        goals: Vec<usize>,
        skills: Vec<Skill>,
    }

    /// What the robot knows of itself and its tools; of each tool, whether it is somewhere and whether it is in hand.
    struct Parts {
        empty_hands: Property,
        sprayer: [Property; 2],
        sander: [Property; 2],
        board: [Property; 2],
        board_in_vise: Property,
        operational: Property,
        self_painted: Property,
        board_sanded: Property,
    }

    impl Parts {
        fn declare(names: &mut Vocabulary) -> Self {
            let empty_hands = names.own("empty_hands", Type::Number);
            names.limit(empty_hands, 0.0, 2.0);
            let mut truth = |name: &str| names.own(name, Type::Bool);
            Self {
                empty_hands,
                sprayer: ["sprayer-somewhere", "sprayer-in-hand"].map(&mut truth),
                sander: ["sander-somewhere", "sander-in-hand"].map(&mut truth),
                board: ["board-somewhere", "board-in-hand"].map(&mut truth),
                board_in_vise: truth("board-in-vise"),
                operational: truth("operational"),
                self_painted: truth("self-painted"),
                board_sanded: truth("board-sanded"),
            }
        }

        fn truths(&self) -> Vec<Property> {
            let others = [self.board_in_vise, self.operational, self.self_painted, self.board_sanded];
            [&self.sprayer[..], &self.sander, &self.board, &others].concat()
        }

        /// Two hands are a number, and "a hand is empty" is a condition on it: effects count, the network sees true or false.
        fn hand_is_empty(&self) -> Condition {
            Expr::own(self.empty_hands).at_least(1)
        }
    }

    fn is(property: Property) -> Condition {
        Expr::own(property).holds()
    }

    fn becomes(property: Property, truth: bool) -> Effect {
        Effect::set_own(property, truth)
    }

    fn actions(names: &mut Vocabulary, parts: &Parts) -> Vec<Action> {
        let mut action = |name: &str| Action::new(names.latched(name, 0), &[]);
        let hands = |by: i32| Effect::add_own(parts.empty_hands, by);
        let mut pick_up = |name: &str, [somewhere, in_hand]: [Property; 2]| {
            let action = action(name).needs(is(somewhere)).needs(parts.hand_is_empty());
            action.effect(becomes(in_hand, true)).effect(becomes(somewhere, false)).effect(hands(-1))
        };
        let mut all = vec![
            pick_up("pick-up-sprayer", parts.sprayer),
            pick_up("pick-up-sander", parts.sander),
            pick_up("pick-up-board", parts.board),
        ];
        let mut put_down = |name: &str, [somewhere, in_hand]: [Property; 2]| {
            let action = action(name).needs(is(in_hand));
            action.effect(becomes(somewhere, true)).effect(hands(1)).effect(becomes(in_hand, false))
        };
        all.push(put_down("put-down-sprayer", parts.sprayer));
        all.push(put_down("put-down-sander", parts.sander));
        all.push(put_down("put-down-board", parts.board));
        let mut sand = |name: &str, board_there: Property| {
            let action =
                action(name).needs(is(parts.operational)).needs(is(board_there)).needs(is(parts.sander[1]));
            action.effect(becomes(parts.board_sanded, true))
        };
        all.push(sand("sand-board-in-hand", parts.board[1]));
        all.push(sand("sand-board-in-vise", parts.board_in_vise));
        let paint = action("spray-paint-self").needs(is(parts.operational)).needs(is(parts.sprayer[1]));
        all.push(paint.effect(becomes(parts.self_painted, true)).effect(becomes(parts.operational, false)));
        let place = action("place-board-in-vise").needs(is(parts.board[1])).effect(hands(1));
        all.push(place.effect(becomes(parts.board_in_vise, true)).effect(becomes(parts.board[1], false)));
        all
    }

    fn robot() -> Robot {
        let mut names = Vocabulary::new();
        let parts = Parts::declare(&mut names);
        let actions = actions(&mut names, &parts);
        let names = names.finish().unwrap();

        let mut memory = Memory::new(names.clone());
        memory.set_own(parts.empty_hands, 2).unwrap();
        let true_at_first = [parts.sprayer[0], parts.sander[0], parts.board[0], parts.operational];
        for property in parts.truths() {
            memory.set_own(property, true_at_first.contains(&property)).unwrap();
        }
        let truths = parts.truths().into_iter().map(|property| (property, is(property)));
        let propositions: Vec<Proposition> = [(parts.empty_hands, parts.hand_is_empty())]
            .into_iter()
            .chain(truths)
            .map(|(about, means)| {
                let sensor = Scope::new(&names).condition(&means).unwrap();
                Proposition { about, means, sensor }
            })
            .collect();
        let goal =
            |property| propositions.iter().position(|proposition| proposition.about == property).unwrap();
        Robot {
            goals: vec![goal(parts.board_sanded), goal(parts.self_painted)],
            skills: actions.iter().map(|action| derive(action, &propositions, &names)).collect(),
            propositions,
            memory,
        }
    }

    /// Reads a skill off an action: what it needs is its condition list, what its effects make true or false the other two.
    fn derive(action: &Action, propositions: &[Proposition], names: &Vocabulary) -> Skill {
        let of_atom =
            |atom: &Condition| propositions.iter().position(|proposition| proposition.means == *atom);
        let of_effect = |effect: &Effect| {
            let (property, becomes) = prediction(effect)?;
            Some((propositions.iter().position(|proposition| proposition.about == property)?, becomes))
        };
        let predictions: Vec<(usize, bool)> = action.effects.iter().filter_map(of_effect).collect();
        let becoming = |wanted: bool| {
            predictions
                .iter()
                .filter(|(_, becomes)| *becomes == wanted)
                .map(|(proposition, _)| *proposition)
                .collect()
        };
        Skill {
            name: names.action_name(action.action).into(),
            conditions: action.needs.conjuncts().iter().filter_map(of_atom).collect(),
            adds: becoming(true),
            drops: becoming(false),
            action: action.build(names).unwrap(),
        }
    }

    /// Which property of the robot an effect changes, and whether toward true or toward false.
    fn prediction(effect: &Effect) -> Option<(Property, bool)> {
        let own = |thing: &Expr| thing.constant().and_then(Value::id) == Some(Id::SELF);
        match effect {
            Effect::Set { thing, property, value } if own(thing) => {
                Some((*property, value.constant()?.truth()?))
            }
            Effect::Add { thing, property, by } if own(thing) => {
                Some((*property, by.constant()?.number()? > 0.0))
            }
            _ => None,
        }
    }

    const STATE_ENERGY: f64 = 20.0;
    const GOAL_ENERGY: f64 = 70.0;
    const PROTECTION_ENERGY: f64 = 50.0;
    const MEAN_ACTIVATION: f64 = 20.0;
    const THRESHOLD: f64 = 45.0;

    struct Network {
        activation: Vec<f64>,
        threshold: f64,
    }

    impl Robot {
        fn perceive(&self) -> Vec<bool> {
            self.propositions.iter().map(|proposition| proposition.sensor.check(&self.memory)).collect()
        }

        /// How many skills have a proposition in one of their lists.
        fn count(&self, list: impl Fn(&Skill) -> &Vec<usize>, proposition: usize) -> f64 {
            self.skills.iter().filter(|skill| list(skill).contains(&proposition)).count() as f64
        }

        /// What skills get from what is true and from what is wanted.
        fn input(&self, is_true: &[bool], y: &Skill) -> f64 {
            let state = y.conditions.iter().filter(|p| is_true[**p]);
            let state =
                state.map(|p| STATE_ENERGY / self.count(|s| &s.conditions, *p) / y.conditions.len() as f64);
            let goals = y.adds.iter().filter(|p| self.goals.contains(p) && !is_true[**p]);
            let goals = goals.map(|p| GOAL_ENERGY / self.count(|s| &s.adds, *p) / y.adds.len() as f64);
            state.sum::<f64>() + goals.sum::<f64>()
        }

        /// What skill x passes on to skill y: forward to those that it prepares, or backward to those that prepare it.
        fn spread(&self, is_true: &[bool], x: &Skill, activation: f64, y: &Skill) -> f64 {
            if x.conditions.iter().all(|p| is_true[*p]) {
                let ahead = x.adds.iter().filter(|p| !is_true[**p] && y.conditions.contains(p));
                let share = |p: &usize| 1.0 / self.count(|s| &s.conditions, *p) / y.conditions.len() as f64;
                ahead.map(|p| activation * STATE_ENERGY / GOAL_ENERGY * share(p)).sum()
            } else {
                let behind = x.conditions.iter().filter(|p| !is_true[**p] && y.adds.contains(p));
                behind.map(|p| activation / self.count(|s| &s.adds, *p) / y.adds.len() as f64).sum()
            }
        }

        /// What skill x takes from skill y, which would spoil what x needs. Of two that would spoil each other, the weaker does not.
        fn inhibit(&self, is_true: &[bool], x: (&Skill, f64), y: (&Skill, f64)) -> f64 {
            let spoils = |one: &Skill, other: &Skill| -> Vec<usize> {
                let needed = other.conditions.iter().copied();
                needed.filter(|p| is_true[*p] && one.drops.contains(p)).collect()
            };
            let shared = spoils(y.0, x.0);
            if x.1 < y.1 && !spoils(x.0, y.0).is_empty() {
                return 0.0;
            }
            let share = |p: &usize| 1.0 / self.count(|s| &s.drops, *p) / y.0.drops.len() as f64;
            let taken: f64 = shared.iter().map(|p| x.1 * PROTECTION_ENERGY / GOAL_ENERGY * share(p)).sum();
            taken.min(y.1)
        }

        /// One step: activation flows, is cut down to its mean, and the strongest skill above the threshold that can be done is
        /// chosen.
        fn step(&self, network: &mut Network) -> Option<usize> {
            let is_true = self.perceive();
            let before = network.activation.clone();
            for (y, skill) in self.skills.iter().enumerate() {
                let mut gain = self.input(&is_true, skill);
                for (x, other) in self.skills.iter().enumerate() {
                    gain += self.spread(&is_true, other, before[x], skill);
                    if x != y {
                        gain -= self.inhibit(&is_true, (other, before[x]), (skill, before[y]));
                    }
                }
                network.activation[y] = (before[y] + gain).max(0.0);
            }
            let (total, limit) =
                (network.activation.iter().sum::<f64>(), self.skills.len() as f64 * MEAN_ACTIVATION);
            if total > limit {
                network.activation.iter_mut().for_each(|activation| *activation *= limit / total);
            }
            let ready = (0..self.skills.len()).filter(|skill| {
                self.skills[*skill].action.can(&self.memory, &[])
                    && network.activation[*skill] >= network.threshold
            });
            let chosen = ready.rev().max_by(|a, b| network.activation[*a].total_cmp(&network.activation[*b]));
            network.threshold = if chosen.is_some() { THRESHOLD } else { network.threshold * 0.9 };
            chosen
        }

        /// The world does at once what the action says, and a skill that has had its way starts again from nothing.
        fn act(&mut self, skill: usize, network: &mut Network) {
            self.skills[skill].action.apply(&mut self.memory, &[]);
            network.activation[skill] = 0.0;
        }

        fn network(&self) -> Network {
            Network { activation: vec![0.0; self.skills.len()], threshold: THRESHOLD }
        }
    }

    #[test]
    fn skills_are_read_off_actions() {
        let robot = robot();
        let names = robot.memory.vocabulary();
        let list = |places: &[usize]| -> Vec<&str> {
            places.iter().map(|place| names.property_name(robot.propositions[*place].about)).collect()
        };
        let skill = |name: &str| robot.skills.iter().find(|skill| skill.name == name).unwrap();
        let pick_up = skill("pick-up-sander");
        assert_eq!(list(&pick_up.conditions), ["sander-somewhere", "empty_hands"]);
        assert_eq!(list(&pick_up.adds), ["sander-in-hand"]);
        assert_eq!(list(&pick_up.drops), ["sander-somewhere", "empty_hands"]);
        let place = skill("place-board-in-vise");
        assert_eq!(list(&place.conditions), ["board-in-hand"]);
        assert_eq!(list(&place.adds), ["empty_hands", "board-in-vise"]);
        assert_eq!(list(&place.drops), ["board-in-hand"]);
        let sand = skill("sand-board-in-vise");
        assert_eq!(list(&sand.conditions), ["operational", "board-in-vise", "sander-in-hand"]);
        assert!(sand.drops.is_empty());
    }

    /// Activation after each of the first three steps, in the order of the skills: three pick-ups, three put-downs, sanding in
    /// hand and in the vise, painting, placing in the vise.
    const FIRST_STEPS: [[f64; 10]; 3] = [
        [13.333334, 13.333334, 13.333334, 0.0, 0.0, 0.0, 37.222221, 37.222221, 73.333336, 0.0],
        [
            36.927731, 37.351490, 23.155504, 0.726447, 0.484298, 0.484298, 28.714840, 28.553408, 36.019672,
            7.582293,
        ],
        [
            33.148415, 43.538059, 25.867912, 2.409763, 1.622712, 1.079879, 27.245235, 26.885275, 28.540846,
            9.661910,
        ],
    ];

    #[test]
    fn activation_flows_until_the_sander_is_picked_up() {
        let robot = robot();
        let mut network = robot.network();
        for (step, expected) in (1..).zip(FIRST_STEPS) {
            let chosen = robot.step(&mut network).map(|skill| &*robot.skills[skill].name);
            assert_eq!(chosen, (step == 3).then_some("pick-up-sander"), "step {step}");
            for (skill, (found, expected)) in robot.skills.iter().zip(network.activation.iter().zip(expected))
            {
                // The reference computes in single precision.
                assert!(
                    (found - expected).abs() < 3e-5,
                    "step {step}, {}: {found} is not {expected}",
                    skill.name
                );
            }
        }
    }

    #[test]
    fn the_robot_sands_before_it_paints() {
        let mut robot = robot();
        let mut network = robot.network();
        let mut done = Vec::new();
        for step in 1..=20 {
            if let Some(skill) = robot.step(&mut network) {
                done.push((step, robot.skills[skill].name.clone()));
                robot.act(skill, &mut network);
            }
        }
        let done: Vec<_> = done.iter().map(|(step, name)| (*step, &**name)).collect();
        assert_eq!(
            done,
            [
                (3, "pick-up-sander"),
                (5, "pick-up-board"),
                (7, "sand-board-in-hand"),
                (18, "place-board-in-vise"),
                (19, "pick-up-sprayer"),
                (20, "spray-paint-self"),
            ]
        );
        assert!(robot.goals.iter().all(|goal| robot.perceive()[*goal]));
    }
}
