//! Messages that have arrived and are not yet handled. Bounded, however much a peer sends.

use crate::command::{Answer, Command};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use zenoh::Wait;
use zenoh::query::Query;

/// How many messages of one process may wait. Whoever sends more in one turn is asked to state itself instead.
const MOST_OF_ONE: usize = 1 << 12;
/// How many bytes may wait in all.
const MOST_BYTES: usize = 64 << 20;
/// How many commands may wait.
const MOST_COMMANDS: usize = 1 << 10;

/// Something that has come from a process, or about it.
#[derive(Debug)]
pub(crate) enum Post {
    /// It said something.
    Said(Vec<u8>),
    /// It is there.
    Found,
    /// It is not to be seen any more.
    Lost,
    /// It said more than can be looked at, and some of that was dropped.
    Flooded,
}

/// A command, and whoever waits for the answer.
pub(crate) struct Asked {
    pub(crate) command: Command,
    query: Query,
}

impl Asked {
    pub(crate) fn answer(self, answer: &Answer) {
        if let Ok(bytes) = crate::message::encode(answer) {
            // Whoever asked may be gone.
            let _ = self.query.reply(self.query.key_expr().clone(), bytes).wait();
        }
    }
}

/// Everything that waits.
#[derive(Default)]
pub(crate) struct Waiting {
    pub(crate) commands: VecDeque<Asked>,
    pub(crate) posts: VecDeque<(Arc<str>, Post)>,
    /// Another dispatcher of the same name.
    pub(crate) rivals: Vec<String>,
    counts: BTreeMap<Arc<str>, usize>,
    flooders: BTreeSet<Arc<str>>,
    bytes: usize,
    nudged: bool,
}

/// Where zenoh puts what comes, and the dispatcher finds it.
#[derive(Default)]
pub(crate) struct Inbox {
    waiting: Mutex<Waiting>,
    came: Condvar,
}

impl Inbox {
    fn with<T>(&self, change: impl FnOnce(&mut Waiting) -> T) -> T {
        // A panic elsewhere cannot leave the lists half changed.
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let made = change(&mut waiting);
        waiting.nudged = true;
        self.came.notify_one();
        made
    }

    pub(crate) fn post(&self, agency: &str, post: Post) {
        self.with(|waiting| waiting.post(agency.into(), post));
    }

    pub(crate) fn ask(&self, query: Query) {
        let bytes = query.payload().map(|payload| payload.to_bytes().into_owned()).unwrap_or_default();
        let refused = match crate::message::decode::<Command>(&bytes) {
            Ok(command) => self.with(|waiting| {
                if waiting.commands.len() >= MOST_COMMANDS {
                    return Some((query, "too many commands wait".to_owned()));
                }
                waiting.commands.push_back(Asked { command, query });
                None
            }),
            Err(error) => Some((query, error.to_string())),
        };
        if let Some((query, why)) = refused {
            Asked { command: Command::Show, query }.answer(&Answer::Refused(why));
        }
    }

    pub(crate) fn meet_rival(&self, id: &str) {
        self.with(|waiting| waiting.rivals.push(id.to_owned()));
    }

    /// How many commands wait, and how much from or about processes.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        (waiting.commands.len(), waiting.posts.len())
    }

    /// Takes everything, and waits for something to come for at most so long.
    pub(crate) fn take(&self, wait: Duration) -> Waiting {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let still = |waiting: &mut Waiting| !waiting.nudged;
        let (mut waiting, _) =
            self.came.wait_timeout_while(waiting, wait, still).unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waiting)
    }
}

impl Waiting {
    fn post(&mut self, agency: Arc<str>, post: Post) {
        if let Post::Said(bytes) = &post {
            let count = self.counts.entry(agency.clone()).or_default();
            if *count >= MOST_OF_ONE || self.bytes + bytes.len() > MOST_BYTES {
                if self.flooders.insert(agency.clone()) {
                    self.posts.push_back((agency, Post::Flooded));
                }
                return;
            }
            *count += 1;
            self.bytes += bytes.len();
        }
        self.posts.push_back((agency, post));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_process_leaves_room_for_the_others() {
        let inbox = Inbox::default();
        for _ in 0..MOST_OF_ONE * 3 {
            inbox.post("loud", Post::Said(vec![0; 16]));
        }
        inbox.post("quiet", Post::Said(vec![1]));
        inbox.post("loud", Post::Lost);
        let waiting = inbox.take(Duration::ZERO);
        assert_eq!(waiting.posts.len(), MOST_OF_ONE + 3);
        assert!(matches!(waiting.posts.get(MOST_OF_ONE), Some((_, Post::Flooded))));
        assert!(matches!(waiting.posts.back(), Some((_, Post::Lost))));
        assert!(inbox.take(Duration::ZERO).posts.is_empty());
    }
}
