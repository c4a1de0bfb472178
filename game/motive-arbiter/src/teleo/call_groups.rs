//! Programs that call each other in a circle, as groups.

use super::library::CompiledProgram;

/// All programs of a library in groups: programs that call each other in a circle are in one.
pub(super) struct CallGroups {
    /// A group comes after all that it calls.
    groups: Vec<CallGroup>,
    /// The group of each program.
    pub(super) group_of: Vec<usize>,
}

/// Programs that call each other in a circle, or one program.
pub(super) struct CallGroup {
    pub(super) members: Vec<usize>,
    /// The groups that they call, in the order of the calls.
    pub(super) callees: Vec<usize>,
}

impl CallGroups {
    pub(super) fn of(programs: &[CompiledProgram]) -> Self {
        let calls: Vec<Vec<usize>> = programs.iter().map(|program| program.calls().collect()).collect();
        let members = call_groups(&calls);
        let mut group_of = vec![usize::MAX; calls.len()];
        for (number, group) in members.iter().enumerate() {
            group.iter().for_each(|at| group_of[*at] = number);
        }
        let groups = members.into_iter().enumerate().map(|(number, members)| {
            let called = members.iter().flat_map(|at| &calls[*at]).map(|callee| group_of[*callee]);
            let callees = called.filter(|group| *group != number).collect();
            CallGroup { members, callees }
        });
        Self { groups: groups.collect(), group_of }
    }

    /// Sums something up for each group, given the sums of the groups before it, those that it calls among them.
    pub(super) fn sums<T>(&self, sum: impl Fn(&CallGroup, &[T]) -> T) -> Vec<T> {
        let mut sums = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            sums.push(sum(group, &sums));
        }
        sums
    }
}

/// Groups programs that call each other in a circle (Tarjan's strongly connected components). A group comes after all that it calls.
fn call_groups(calls: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut order, mut lowest) = (vec![UNSEEN; calls.len()], vec![UNSEEN; calls.len()]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; calls.len()]);
    let (mut groups, mut count) = (Vec::new(), 0);
    for start in 0..calls.len() {
        // Programs being visited, each with the number of its next call.
        let mut path = if order[start] == UNSEEN { vec![(start, 0)] } else { Vec::new() };
        while let Some((at, next)) = path.pop() {
            if next == 0 {
                (order[at], lowest[at]) = (count, count);
                count += 1;
                open.push(at);
                is_open[at] = true;
            } else {
                let callee = calls[at][next - 1];
                lowest[at] = lowest[at].min(lowest[callee]);
            }
            match calls[at]
                .iter()
                .enumerate()
                .skip(next)
                .find(|(_, callee)| is_open[**callee] || order[**callee] == UNSEEN)
            {
                Some((number, callee)) if order[*callee] == UNSEEN => {
                    path.push((at, number + 1));
                    path.push((*callee, 0));
                }
                Some((number, callee)) => {
                    lowest[at] = lowest[at].min(order[*callee]);
                    path.push((at, number + 1));
                }
                None if lowest[at] == order[at] => {
                    let first = open.iter().rposition(|known| *known == at).unwrap_or(0);
                    let group = open.split_off(first);
                    group.iter().for_each(|member| is_open[*member] = false);
                    groups.push(group);
                }
                None => {}
            }
        }
    }
    groups
}
