//! Messages that have arrived and are not yet handled. Bounded, however much a peer sends.

use crate::message::{CommandAnswer, ObserverCommand, decode, encode};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use zenoh::Wait;
use zenoh::query::Query;

/// The most messages of one peer. A peer that sends more in one turn is asked for its state instead.
const MAX_OF_ONE_PEER: usize = 1 << 12;
/// The most bytes of all messages.
const MAX_BYTES: usize = 64 << 20;
/// The most peers whose liveliness has changed. More are forged or come back by themselves: every peer sends its state.
const MAX_LIVELINESS: usize = 1 << 14;
/// The most commands.
const MAX_COMMANDS: usize = 1 << 10;
/// The most announcements of other dispatchers.
const MAX_DISPATCHERS: usize = 1 << 6;

/// Something that a peer sent, or that happened to it.
#[derive(Debug)]
pub(crate) enum PeerEvent {
    /// It sent a message.
    Message(Vec<u8>),
    /// Its liveliness token has appeared.
    Announced,
    /// Its liveliness token has disappeared.
    Lost,
    /// It sent too much, and some of that was dropped.
    Flooded,
}

/// A command and the query that waits for its answer.
pub(crate) struct PendingCommand {
    pub(crate) command: ObserverCommand,
    query: Query,
}

impl PendingCommand {
    pub(crate) fn answer(self, answer: &CommandAnswer) {
        if let Ok(bytes) = encode(answer) {
            // The observer may be gone.
            let _ = self.query.reply(self.query.key_expr().clone(), bytes).wait();
        }
    }
}

/// Everything that waits.
#[derive(Default)]
pub(crate) struct InboxContents {
    pub(crate) commands: VecDeque<PendingCommand>,
    pub(crate) events: VecDeque<(Arc<str>, PeerEvent)>,
    /// Other dispatchers of the same name whose token was seen.
    pub(crate) announced_dispatchers: Vec<String>,
    /// Those of them that have answered.
    pub(crate) confirmed_dispatchers: Vec<String>,
    counts: BTreeMap<Arc<str>, usize>,
    flooders: BTreeSet<Arc<str>>,
    liveliness: usize,
    bytes: usize,
    changed: bool,
}

/// Where zenoh's threads put what arrives, and the dispatcher takes it from.
#[derive(Default)]
pub(crate) struct Inbox {
    contents: Mutex<InboxContents>,
    changed: Condvar,
}

impl Inbox {
    fn with<T>(&self, change: impl FnOnce(&mut InboxContents) -> T) -> T {
        // A panic elsewhere cannot leave the lists half changed.
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut contents);
        contents.changed = true;
        self.changed.notify_one();
        result
    }

    pub(crate) fn post(&self, peer: &str, event: PeerEvent) {
        self.with(|contents| contents.post(peer.into(), event));
    }

    /// A command, or with `questions_only` one that only reads.
    pub(crate) fn command(&self, query: Query, questions_only: bool) {
        let bytes = query.payload().map(|payload| payload.to_bytes().into_owned()).unwrap_or_default();
        let refused = match decode::<ObserverCommand>(&bytes) {
            Ok(command) if questions_only && !command.is_question() => {
                Some((query, "this is not a question; it needs the role `command`".to_owned()))
            }
            Ok(command) => self.with(|contents| {
                if contents.commands.len() >= MAX_COMMANDS {
                    return Some((query, "too many commands are waiting".to_owned()));
                }
                contents.commands.push_back(PendingCommand { command, query });
                None
            }),
            Err(error) => Some((query, error.to_string())),
        };
        if let Some((query, why)) = refused {
            PendingCommand { command: ObserverCommand::Status, query }.answer(&CommandAnswer::Refused(why));
        }
    }

    /// The token of another dispatcher has appeared; `confirmed` if it has also answered.
    pub(crate) fn other_dispatcher(&self, id: &str, confirmed: bool) {
        self.with(|contents| {
            let list = match confirmed {
                true => &mut contents.confirmed_dispatchers,
                false => &mut contents.announced_dispatchers,
            };
            if list.len() < MAX_DISPATCHERS {
                list.push(id.to_owned());
            }
        });
    }

    /// How many commands and how many events of peers wait.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        (contents.commands.len(), contents.events.len())
    }

    /// Takes everything; waits for something if there is nothing, but not longer than `wait`.
    pub(crate) fn take(&self, wait: Duration) -> InboxContents {
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        let unchanged = |contents: &mut InboxContents| !contents.changed;
        let (mut contents, _) = self
            .changed
            .wait_timeout_while(contents, wait, unchanged)
            .unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *contents)
    }
}

impl InboxContents {
    fn post(&mut self, peer: Arc<str>, event: PeerEvent) {
        match &event {
            PeerEvent::Message(bytes) => {
                let count = self.counts.entry(peer.clone()).or_default();
                if *count >= MAX_OF_ONE_PEER || self.bytes + bytes.len() > MAX_BYTES {
                    if self.flooders.insert(peer.clone()) {
                        self.events.push_back((peer, PeerEvent::Flooded));
                    }
                    return;
                }
                *count += 1;
                self.bytes += bytes.len();
            }
            PeerEvent::Announced | PeerEvent::Lost => {
                if self.liveliness >= MAX_LIVELINESS {
                    return;
                }
                self.liveliness += 1;
            }
            PeerEvent::Flooded => {}
        }
        self.events.push_back((peer, event));
    }
}

#[cfg(test)]
#[path = "../tests/unit/inbox.rs"]
mod tests;
