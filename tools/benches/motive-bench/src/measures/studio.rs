//! What the studio costs a game of 1,000 agents: with a page that follows one of them, and with no page.

use super::drive_choice;
use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Context, Result, ensure};
use motive::arbiter::Arbiter;
use motive::kernel::{Agent, Memory, Property, Time};
use motive_studio::Studio;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tungstenite::{Error, Message, WebSocket};

measures! {
    /// 1,000 agents with a page of the studio that follows one of them, over the same without a studio
    "studio.cost" Ratio <= 1.1 => |effort| cost(effort, true);
    /// 1,000 agents with a studio that no page looks at, over the same without a studio
    "studio.no_page" Ratio <= 1.05 => |effort| cost(effort, false);
}

const AGENTS: u64 = 1000;

/// Agents with four drives that move all the time.
pub(super) struct DrivenAgents {
    agents: Vec<Agent<Arbiter>>,
    drives: [Property; 4],
    tick: u64,
}

impl DrivenAgents {
    pub(super) fn new(count: u64) -> Result<Self> {
        let scenario = drive_choice::scenario()?;
        let agent = |number| {
            let memory = Memory::new(scenario.character.vocabulary().clone());
            Agent::new(memory, Arbiter::new(scenario.character.clone()), 1, number)
        };
        Ok(Self { agents: (0..count).map(agent).collect(), drives: scenario.drives, tick: 0 })
    }

    /// One tick, decided by `decide`. Returns the time of this thread.
    pub(super) fn tick(&mut self, mut decide: impl FnMut(&mut Agent<Arbiter>, Time)) -> Result<f64> {
        self.tick += 1;
        for (number, agent) in self.agents.iter_mut().enumerate() {
            for (at, drive) in self.drives.iter().enumerate() {
                let moved = (self.tick as usize * (7 + at) + number * 13 + at * 29) % 100;
                agent.memory_mut().set_own(*drive, moved as f64)?;
            }
        }
        let now = Time::of_tick(self.tick, 50_000);
        cpu_seconds(|| self.agents.iter_mut().for_each(|agent| decide(agent, now)))
    }
}

fn cost(effort: &Effort, with_page: bool) -> Result<f64> {
    let count = if effort.is_short() { 20 } else { AGENTS };
    let ticks = effort.ticks;
    let (mut alone, mut watched) = (DrivenAgents::new(count)?, DrivenAgents::new(count)?);
    let mut studio = Studio::serve("127.0.0.1:0")?;
    watched.tick(|agent, now| _ = studio.tick(agent, now))?;
    let page = with_page.then(|| FollowingPage::open(studio.address())).transpose()?;
    if with_page {
        ensure!(studio.wait_for_page(|| false), "no page came");
        // The page follows from some tick on.
        while studio.followed().is_empty() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    let mut plain = || (0..ticks).map(|_| alone.tick(|agent, now| _ = agent.tick(now))).sum::<Result<f64>>();
    let mut served =
        || (0..ticks).map(|_| watched.tick(|agent, now| _ = studio.tick(agent, now))).sum::<Result<f64>>();
    plain()?;
    served()?;
    let [plain, served] = race(effort.passes, [&mut plain, &mut served])?;
    drop(page);
    Ok(ratio(&served, &plain))
}

/// A websocket of the studio.
pub(super) struct StudioSocket(WebSocket<TcpStream>);

impl StudioSocket {
    pub(super) fn open(address: &str) -> Result<Self> {
        let rest = address.strip_prefix("http://").context("an address")?;
        let (host, token) = rest.split_once("/?").context("an address with a token")?;
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        Ok(Self(tungstenite::client(format!("ws://{host}/run/0?{token}"), stream)?.0))
    }

    pub(super) fn send(&mut self, text: &str) -> Result<()> {
        Ok(self.0.send(Message::text(text))?)
    }

    /// The next message.
    pub(super) fn read(&mut self) -> Result<String> {
        Ok(self.0.read()?.into_text()?.to_string())
    }
}

/// A page that follows agent 0 and asks for its mind again and again.
struct FollowingPage {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FollowingPage {
    fn open(address: &str) -> Result<Self> {
        let mut socket = StudioSocket::open(address)?;
        socket.send(r#"{"id":1,"do":"follow","agent":0}"#)?;
        socket.0.get_ref().set_read_timeout(Some(Duration::from_millis(20)))?;
        let over = Arc::new(AtomicBool::new(false));
        let ends = over.clone();
        let thread = std::thread::spawn(move || look(&mut socket, &ends));
        Ok(Self { over, thread: Some(thread) })
    }
}

impl Drop for FollowingPage {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn look(socket: &mut StudioSocket, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        match socket.0.read() {
            Ok(_) => {}
            Err(Error::Io(_)) => {
                if socket.send(r#"{"id":2,"do":"mind","agent":0,"tick":1000000000}"#).is_err() {
                    return;
                }
            }
            Err(_) => return,
        }
    }
}
