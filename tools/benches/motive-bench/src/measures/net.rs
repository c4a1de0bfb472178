//! Skill networks over processes: a thousand agents in ten of them, on this machine's own interface.
//!
//! The steps go in lockstep: a step is made when every process has reported for all its sensors since the last. So a step counts
//! a way to ten processes and back, a thousand agents' worth of reports, and the spreading of activation. It is measured by
//! the clock on the wall, because waiting for others is part of it.

use crate::measure::{Effort, measures};
use crate::net_peer::Peer;
use crate::timing::median;
use anyhow::{Context, Result, ensure};
use motive::networks::NetworkProfile;
use motive_net::{Dispatcher, DispatcherOptions, MeetingPoint, StepPace};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

measures! {
    /// 1,000 agents in 10 processes over zenoh: steps a second, everybody being heard in each
    "net.zenoh" PerSecond >= 100.0 => steps_a_second;
    /// 1,000 agents in 10 processes over zenoh: nanoseconds until a killed process is noticed
    "net.killed" Nanoseconds <= 2e9 => noticed;
}

const PROCESSES: u64 = 10;
const AGENTS: u64 = 100;
/// Nothing takes that long unless it fails.
const LONG: Duration = Duration::from_secs(60);

/// A dispatcher and the processes of its agents.
struct Processes {
    dispatcher: Dispatcher,
    parts: Vec<NetworkPeer>,
    agents: u64,
    /// What must have been heard before the next step.
    expected: u64,
}

/// One of the processes. Where only the way there is tried, and no program can be started, a thread stands for it.
enum NetworkPeer {
    Process(Child),
    Thread(Option<JoinHandle<()>>),
}

impl Drop for NetworkPeer {
    fn drop(&mut self) {
        match self {
            Self::Process(child) => {
                // It may be dead already.
                let _ = child.kill();
                let _ = child.wait();
            }
            // It ends by itself when the dispatcher is gone.
            Self::Thread(thread) => drop(thread.take()),
        }
    }
}

impl Processes {
    fn new(effort: &Effort) -> Result<Self> {
        let (processes, agents) = if effort.is_short() { (2, 10) } else { (PROCESSES, AGENTS) };
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let endpoint = format!("tcp/127.0.0.1:{port}");
        let name = format!("measure-{port}");
        let mut options = DispatcherOptions::new(&name, NetworkProfile::Signed)?;
        (options.pace, options.settle) = (StepPace::Requested, Duration::ZERO);
        let dispatcher = Dispatcher::open(options, &MeetingPoint::explicit().listen(&endpoint))?;
        let mut crowd = Self { dispatcher, parts: Vec::new(), agents, expected: 0 };
        for number in 0..processes {
            crowd.parts.push(part(Peer::new(&name, number, agents, &endpoint), effort.is_short())?);
        }
        crowd.until("every process has joined", |dispatcher| {
            dispatcher.session().peer_counts() == (processes as usize, 0)
        })?;
        crowd.expected = crowd.dispatcher.session().received_items();
        Ok(crowd)
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Dispatcher) -> bool) -> Result<()> {
        let end = Instant::now() + LONG;
        while !holds(&self.dispatcher) {
            ensure!(Instant::now() < end, "it was waited in vain until {what}");
            self.dispatcher.serve(Duration::from_millis(50))?;
        }
        Ok(())
    }

    /// One step, and everybody's reports.
    fn step(&mut self) -> Result<()> {
        let stepped = self.dispatcher.make_step();
        // A skill that was selected says that it has begun and that it has finished.
        let sensors = self.parts.len() as u64 * (self.agents / 2);
        self.expected += sensors + 2 * stepped.selected.len() as u64;
        let expected = self.expected;
        self.until("everybody is heard", |dispatcher| dispatcher.session().received_items() >= expected)
    }
}

fn part(peer: Peer, short: bool) -> Result<NetworkPeer> {
    if short {
        let thread = std::thread::spawn(move || {
            // Without it the measure waits in vain, and says so.
            let _ = peer.run();
        });
        return Ok(NetworkPeer::Thread(Some(thread)));
    }
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut child = Command::new(program);
    child.args(peer.words()).stdin(Stdio::null()).stdout(Stdio::null());
    Ok(NetworkPeer::Process(child.spawn().context("cannot start a process")?))
}

fn steps_a_second(effort: &Effort) -> Result<f64> {
    let mut crowd = Processes::new(effort)?;
    let steps = if effort.is_short() { 4 } else { 100 };
    let mut rates = Vec::new();
    for _ in 0..effort.passes {
        let start = Instant::now();
        for _ in 0..steps {
            crowd.step()?;
        }
        rates.push(f64::from(steps) / start.elapsed().as_secs_f64().max(1e-9));
    }
    Ok(median(rates))
}

fn noticed(effort: &Effort) -> Result<f64> {
    let mut crowd = Processes::new(effort)?;
    for _ in 0..4 {
        crowd.step()?;
    }
    let there = crowd.dispatcher.session().peer_counts().0;
    let start = Instant::now();
    if let Some(NetworkPeer::Process(child)) = crowd.parts.last_mut() {
        child.kill().context("cannot stop a process")?;
        crowd.until("the loss is noticed", |dispatcher| {
            let (all, lost) = dispatcher.session().peer_counts();
            lost > 0 || all < there
        })?;
    }
    Ok(start.elapsed().as_nanos() as f64)
}
