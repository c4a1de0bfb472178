//! Landmarks: an admissible and consistent lower bound of the cost of a plan.
//!
//! If a goal is not met, some action must meet it. If all actions that can meet it share a precondition that does not hold, some action
//! must make that hold first, and so on. Each such landmark costs at least the cheapest action that achieves it, or its share if one action
//! achieves several. The sum never exceeds the cost of a plan, and no action lowers it by more than its own cost: so the heuristic is
//! consistent, and the first plan that A* finds is the cheapest.
//!
//! Why no action lowers it by more: an action is applicable only if its preconditions hold, so achieving a landmark removes none of those
//! behind it; it removes at most one share of each landmark that it helps with, and its shares add up to its cost.

use super::packed_problem::{Field, FieldTest};
use super::{Becomes, Need, Operator, ProblemBuilder};
use crate::condition::Comparison;

/// The most landmarks of a goal. Leaving some out only weakens the bound.
const MOST: usize = 64;

/// A precondition that may have to be achieved on the way to the goal.
#[derive(Clone, Debug)]
struct Landmark {
    test: FieldTest,
    /// The most that one action can add towards it; 0 if one action can achieve it at once.
    gain: i64,
    /// The group whose share it costs.
    group: usize,
    /// The landmarks that are preconditions of every helpful action.
    behind: u64,
    /// Whether no action helps.
    hopeless: bool,
}

/// The landmarks of one goal.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    marks: Box<[Landmark]>,
    /// The conditions of the goal itself.
    goal: u64,
    /// By group: the least cost of one step towards it. Landmarks on one variable in one direction form a group, of which only the farthest
    /// counts.
    shares: Box<[f64]>,
    /// Whether every landmark is alone in its group and can be achieved by one action.
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

    /// A lower bound of the cost of a plan from here; infinite if there is none.
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

    /// Of each group only the landmark with the most steps counts.
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

/// The index of a condition among the landmarks.
fn add(need: Need, needs: &mut Vec<Need>) -> Option<usize> {
    if let Some(known) = needs.iter().position(|known| *known == need) {
        return Some(known);
    }
    (needs.len() < MOST).then(|| {
        needs.push(need);
        needs.len() - 1
    })
}

/// Whether a condition is implied by others: here, if it is one of them.
fn implied(need: &Need, by: &[Need]) -> bool {
    by.contains(need)
}

/// How much an action may help with a condition: 0 if it achieves it at once, otherwise how far it moves the number; none if it does not
/// help.
fn helps(operator: &Operator, need: &Need, builder: &ProblemBuilder) -> Option<i64> {
    match change(operator, need)? {
        Becomes::To(value) if need.holds(value) => Some(0),
        // Setting a wrong value may help if other actions can add to it.
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

/// The effect of an action on the variable of a condition.
fn change(operator: &Operator, need: &Need) -> Option<Becomes> {
    let of =
        |(variable, becomes): &(super::Variable, Becomes)| (*variable == need.variable).then_some(*becomes);
    operator.changes.iter().find_map(of)
}

/// The most that one action can add towards a condition; 0 if one can achieve it at once, none if no action helps.
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

/// Groups conditions by variable and direction. Groups are numbered in order of appearance.
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

/// The least cost of one step towards a group: the least share of an action that helps with it, where the cost of an action is divided
/// among the groups it helps with.
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
