//! Requests: a member does a task because another asks for it, and the other waits for the outcome.

use super::board::{Assignment, BoardState, locked};
use motive_core::mind::{Behaviour, Callable, Context, Outcome, Stuck};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::{Value, Vocabulary};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The requests by number.
#[derive(Debug, Default)]
pub(super) struct TaskRequests {
    all: BTreeMap<u64, TaskRequest>,
    next: u64,
    /// The number of publications.
    round: u64,
}

#[derive(Debug)]
struct TaskRequest {
    member: Arc<str>,
    what: Assignment,
    /// The publication at which it became visible.
    round: Option<u64>,
    /// The result reported by the member.
    outcome: Option<bool>,
    /// The published result.
    told: Option<bool>,
}

impl TaskRequests {
    fn ask(&mut self, member: Arc<str>, what: Assignment) -> u64 {
        self.next += 1;
        self.all.insert(self.next, TaskRequest { member, what, round: None, outcome: None, told: None });
        self.next
    }

    /// The published result, if there is one.
    fn told(&self, number: u64) -> Option<bool> {
        self.all.get(&number)?.told
    }

    /// Removes a request that was cancelled or whose result was read.
    fn close(&mut self, number: u64) {
        self.all.remove(&number);
    }

    /// The member reports the result.
    pub(super) fn answer(&mut self, number: u64, worked: bool) {
        if let Some(request) = self.all.get_mut(&number) {
            request.outcome = Some(worked);
        }
    }

    /// Publishes requests and results. Returns the open requests of each member; those made in the same tick are sorted by content, so the
    /// order of agents does not matter.
    pub(super) fn publish(&mut self) -> BTreeMap<Arc<str>, Vec<(u64, Assignment)>> {
        self.round += 1;
        let mut open: Vec<(&u64, &TaskRequest)> = Vec::new();
        for (number, request) in &mut self.all {
            request.told = request.outcome;
            let round = *request.round.get_or_insert(self.round);
            if request.told.is_none() && round <= self.round {
                open.push((number, request));
            }
        }
        open.sort_by_cached_key(|(_, request)| {
            (request.round, format!("{} {:?}", request.what.task, request.what.arguments))
        });
        let mut all: BTreeMap<Arc<str>, Vec<(u64, Assignment)>> = BTreeMap::new();
        for (number, request) in open {
            all.entry(request.member.clone()).or_default().push((*number, request.what.clone()));
        }
        all
    }
}

/// `ask(member, task, [arguments])` as a callable.
pub(super) fn asking(state: &Arc<Mutex<BoardState>>, names: &Vocabulary) -> Callable {
    let (state, names) = (state.clone(), names.clone());
    Callable::new("ask", 3, move |values| {
        let name = |place: usize| match values.get(place) {
            Some(Value::Text(text)) => text.to_string(),
            Some(value) => value.display(&names),
            None => String::new(),
        };
        let arguments = match values.get(2) {
            Some(Value::List(items)) => items.to_vec(),
            _ => Vec::new(),
        };
        let what = Assignment { task: name(1).into(), arguments };
        Box::new(RequestBehaviour { state: state.clone(), member: name(0).into(), what, number: None })
    })
}

/// A behaviour that made a request and waits for the result.
struct RequestBehaviour {
    state: Arc<Mutex<BoardState>>,
    member: Arc<str>,
    what: Assignment,
    number: Option<u64>,
}

impl Behaviour for RequestBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        cx.ask_again();
        let mut state = locked(&self.state);
        let Some(number) = self.number else {
            if !state.knows(&self.member) {
                return Outcome::Stuck(Stuck::Nothing);
            }
            self.number = Some(state.requests.ask(self.member.clone(), self.what.clone()));
            return Outcome::Waiting;
        };
        match state.requests.told(number) {
            None => Outcome::Waiting,
            Some(worked) => {
                state.requests.close(number);
                if worked { Outcome::Done } else { Outcome::Stuck(Stuck::Nothing) }
            }
        }
    }

    fn leave(&mut self, _: TaskEnd) {
        self.close();
    }
}

impl RequestBehaviour {
    fn close(&mut self) {
        if let Some(number) = self.number.take() {
            locked(&self.state).requests.close(number);
        }
    }
}

/// A requester that is dropped cancels its request.
impl Drop for RequestBehaviour {
    fn drop(&mut self) {
        self.close();
    }
}
