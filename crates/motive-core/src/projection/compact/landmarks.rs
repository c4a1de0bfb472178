//! What any plan still has to bring about, and what that costs at least.
//!
//! If a goal is not met, some action must meet it. If all actions that can meet it need the same thing and that is not there, some
//! action must bring that about first, and so on. Each such landmark costs at least the cheapest action that brings it about, or
//! its share where one action brings about several. The sum never exceeds what a plan costs, and no action lowers it by more than its own cost:
//! so the heuristic is consistent, and the first plan that A* takes up is the cheapest.
//!
//! Why no action lowers it by more: an action can be done only when its needs are met, so that meeting a landmark takes back none of those
//! behind it; what it takes back is at most one share of each landmark that it helps with, and its shares add up to its cost.

use super::packed::{Field, FieldTest};
use super::{Becomes, Need, Operator, ProblemBuilder};
use crate::condition::Comparison;

/// The most landmarks of a goal. Leaving some out only weakens the bound.
const MOST: usize = 64;

/// A need that may have to be met on the way to the goal.
#[derive(Clone, Debug)]
struct Landmark {
    test: FieldTest,
    /// What an action may add at most towards it; 0 if one action can bring it about at once.
    gain: i64,
    /// The group whose share it costs.
    group: usize,
    /// The landmarks that every action that helps needs.
    behind: u64,
    /// Nothing helps.
    hopeless: bool,
}

/// The landmarks of one goal.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    marks: Box<[Landmark]>,
    /// Those that the goal itself asks for.
    goal: u64,
    /// By group: what one step towards it costs at least. Landmarks on one variable in one direction form a group, of which only the
    /// farthest counts.
    shares: Box<[f64]>,
    /// Every landmark is alone in its group and one action brings it about.
    simple: bool,
}

impl Landmarks {
    pub(super) fn new(goal: &[Need], builder: &ProblemBuilder, fields: &[Field]) -> Self {
        let mut needs: Vec<Need> = Vec::new();
        for need in goal {
            add(*need, &mut needs);
        }
        let of_goal = needs.len();
        let mut behind = Vec::new();
        let mut at = 0;
        while let Some(need) = needs.get(at).copied() {
            let mut common: Option<Vec<Need>> = None;
            for operator in
                builder.operators.iter().filter(|operator| helps(operator, &need, builder).is_some())
            {
                common = Some(match common {
                    None => operator.needs.clone(),
                    Some(known) => known.into_iter().filter(|need| implied(need, &operator.needs)).collect(),
                });
            }
            let mut mask = 0_u64;
            for need in common.unwrap_or_default() {
                if let Some(place) = add(need, &mut needs) {
                    mask |= 1 << place;
                }
            }
            behind.push(mask);
            at += 1;
        }
        let groups = group(&needs);
        let count = groups.iter().max().map_or(0, |most| most + 1);
        let shares: Box<[f64]> = (0..count).map(|number| share(number, &groups, &needs, builder)).collect();
        let mark = |(at, need): (usize, &Need)| {
            let field = fields.get(usize::from(need.variable.0)).copied();
            let gain = gain(need, builder);
            field.map(|field| Landmark {
                test: FieldTest { field, comparison: need.comparison, value: need.value },
                gain: gain.unwrap_or(0),
                group: groups[at],
                behind: behind[at],
                hopeless: gain.is_none(),
            })
        };
        let marks: Box<[Landmark]> = needs.iter().enumerate().filter_map(mark).collect();
        let simple = count == marks.len() && marks.iter().all(|mark| mark.gain == 0 && !mark.hopeless);
        Self { marks, goal: ones(of_goal), shares, simple }
    }

    /// What a plan from here costs at least; infinite if there is none.
    #[inline]
    pub(super) fn bound<const W: usize>(&self, state: &[u64; W]) -> f64 {
        let (mut next, mut seen) = (self.goal, self.goal);
        let mut open = 0_u64;
        while next != 0 {
            let at = next.trailing_zeros() as usize;
            next &= next - 1;
            let Some(mark) = self.marks.get(at) else { break };
            if !mark.test.holds(state) {
                open |= 1 << at;
                next |= mark.behind & !seen;
                seen |= mark.behind;
            }
        }
        if self.simple { self.sum(open) } else { self.farthest(open, state) }
    }

    fn sum(&self, mut open: u64) -> f64 {
        let mut total = 0.0;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            if let Some(mark) = self.marks.get(at) {
                total += self.shares.get(mark.group).copied().unwrap_or(0.0);
            }
        }
        total
    }

    /// Of each group only the landmark that takes most steps counts. Landmarks of a group follow each other.
    fn farthest<const W: usize>(&self, mut open: u64, state: &[u64; W]) -> f64 {
        let mut steps = [0_i64; MOST];
        let mut groups = 0_u64;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            let Some(mark) = self.marks.get(at) else { break };
            if mark.hopeless {
                return f64::INFINITY;
            }
            let most = &mut steps[mark.group % MOST];
            *most = (*most).max(mark.steps(state));
            groups |= 1 << mark.group;
        }
        let mut total = 0.0;
        while groups != 0 {
            let group = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            total += steps[group] as f64 * self.shares.get(group).copied().unwrap_or(0.0);
        }
        total
    }
}

impl Landmark {
    fn steps<const W: usize>(&self, state: &[u64; W]) -> i64 {
        if self.gain == 0 {
            return 1;
        }
        let (found, wanted) = (self.test.field.get(state), self.test.value);
        let missing = match self.test.comparison {
            Comparison::Less => found - wanted + 1,
            Comparison::More => wanted - found + 1,
            Comparison::Unequal => 1,
            _ => (wanted - found).abs(),
        };
        (missing + self.gain - 1) / self.gain
    }
}

fn ones(count: usize) -> u64 {
    if count >= MOST { u64::MAX } else { (1 << count) - 1 }
}

/// The place of a need among the landmarks.
fn add(need: Need, needs: &mut Vec<Need>) -> Option<usize> {
    if let Some(known) = needs.iter().position(|known| *known == need) {
        return Some(known);
    }
    (needs.len() < MOST).then(|| {
        needs.push(need);
        needs.len() - 1
    })
}

/// Whether a need is met whenever some others are: here, when it is one of them.
fn implied(need: &Need, by: &[Need]) -> bool {
    by.contains(need)
}

/// How much an action may help with a need: 0 for at once, otherwise how far it moves the number; nothing if it does not help.
fn helps(operator: &Operator, need: &Need, builder: &ProblemBuilder) -> Option<i64> {
    match change(operator, need)? {
        Becomes::To(value) if need.holds(value) => Some(0),
        // A number that is set to a wrong value may be one from which others bring it to the right one.
        Becomes::To(_) => {
            let adds =
                |operator: &Operator| matches!(change(operator, need), Some(Becomes::By(by)) if by != 0);
            builder.operators.iter().any(adds).then_some(0)
        }
        Becomes::By(0) => None,
        Becomes::By(by) => match need.comparison {
            Comparison::AtLeast | Comparison::More => (by > 0).then_some(by),
            Comparison::AtMost | Comparison::Less => (by < 0).then_some(-by),
            Comparison::Equal | Comparison::Unequal => Some(by.saturating_abs()),
        },
    }
}

/// What an action makes of the variable of a need.
fn change(operator: &Operator, need: &Need) -> Option<Becomes> {
    let of =
        |(variable, becomes): &(super::Variable, Becomes)| (*variable == need.variable).then_some(*becomes);
    operator.changes.iter().find_map(of)
}

/// What one action may add at most towards a need; 0 if one can bring it about at once, nothing if none helps.
fn gain(need: &Need, builder: &ProblemBuilder) -> Option<i64> {
    let mut most: Option<i64> = None;
    for gain in builder.operators.iter().filter_map(|operator| helps(operator, need, builder)) {
        most = match (most, gain) {
            (Some(0), _) | (_, 0) => Some(0),
            (Some(known), gain) => Some(known.max(gain)),
            (None, gain) => Some(gain),
        };
    }
    most
}

/// Which needs go together: those on one variable in one direction. Groups are numbered as they come up.
fn group(needs: &[Need]) -> Vec<usize> {
    let direction = |need: &Need| match need.comparison {
        Comparison::AtLeast | Comparison::More => (need.variable, 1, 0),
        Comparison::AtMost | Comparison::Less => (need.variable, 2, 0),
        Comparison::Equal => (need.variable, 3, need.value),
        Comparison::Unequal => (need.variable, 4, need.value),
    };
    let mut known = Vec::new();
    let number = |need| {
        let key = direction(need);
        known.iter().position(|other| *other == key).unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        })
    };
    needs.iter().map(number).collect()
}

/// What one step towards a group costs at least: the least share of an action that helps with it, where an action's cost is
/// divided among the groups that it helps with.
fn share(number: usize, groups: &[usize], needs: &[Need], builder: &ProblemBuilder) -> f64 {
    let count = groups.iter().max().map_or(0, |most| most + 1);
    let mut least = f64::INFINITY;
    for operator in &builder.operators {
        let in_group = |group: usize| {
            let mut members = needs.iter().zip(groups).filter(|(_, of)| **of == group);
            members.any(|(need, _)| helps(operator, need, builder).is_some())
        };
        if in_group(number) {
            let helped = (0..count).filter(|group| in_group(*group)).count();
            least = least.min(operator.cost / helped as f64);
        }
    }
    if least.is_finite() { least } else { 0.0 }
}
