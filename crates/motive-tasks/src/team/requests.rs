//! Requests: a member does a task because another asks for it, and the other waits for the outcome.

use super::board::{Assignment, BoardState, locked};
use motive_core::mind::{Behaviour, Callable, Context, Outcome, Stuck};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::{Value, Vocabulary};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// What is asked for, by number.
#[derive(Debug, Default)]
pub(super) struct TaskRequests {
    all: BTreeMap<u64, TaskRequest>,
    next: u64,
    /// How often orders were made known.
    round: u64,
}

#[derive(Debug)]
struct TaskRequest {
    member: Arc<str>,
    what: Assignment,
    /// When it was made known.
    round: Option<u64>,
    /// Whether it worked, as the member says.
    outcome: Option<bool>,
    /// The same, made known.
    told: Option<bool>,
}

impl TaskRequests {
    fn ask(&mut self, member: Arc<str>, what: Assignment) -> u64 {
        self.next += 1;
        self.all.insert(self.next, TaskRequest { member, what, round: None, outcome: None, told: None });
        self.next
    }

    /// What came of it, if that is known.
    fn told(&self, number: u64) -> Option<bool> {
        self.all.get(&number)?.told
    }

    /// It is no longer wanted, or its end was heard.
    fn close(&mut self, number: u64) {
        self.all.remove(&number);
    }

    /// The member says what came of it.
    pub(super) fn answer(&mut self, number: u64, worked: bool) {
        if let Some(request) = self.all.get_mut(&number) {
            request.outcome = Some(worked);
        }
    }

    /// Everything that was asked and answered takes effect. Gives the requests of each member that are still to be done; those asked for at the
    /// same time are in the order of what they are, whoever was first.
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

/// `ask(member, task, [arguments])` as something that tasks can do.
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

/// Someone who has asked and waits.
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

/// Whoever asked is gone without a word: the request is off.
impl Drop for RequestBehaviour {
    fn drop(&mut self) {
        self.close();
    }
}
