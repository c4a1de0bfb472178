//! `motive net console` at a terminal: what a person types key by key, and what the screen shows.

#![cfg(unix)]
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nothing waits that long unless it fails.
const LONG: Duration = Duration::from_secs(60);
const UP: &str = "\x1b[A";
const TAB: &str = "\t";
const ENTER: &str = "\r";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_A: &str = "\x01";

/// The program at a pseudo-terminal.
struct Terminal {
    keys: File,
    screen: Arc<Mutex<Vec<u8>>>,
    /// The screen is closed.
    closed: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    /// How much of the screen was looked at.
    seen: usize,
    child: Child,
}

impl Terminal {
    fn new() -> Self {
        // Copies are closed when a program starts; these are not, and a program that held the screen itself would never see it go.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let alone = ONE_AT_A_TIME.lock().unwrap();
        let pty = nix::pty::openpty(None, None).unwrap();
        let keys = File::from(pty.master.try_clone().unwrap());
        drop(pty.master);
        let file = format!("{}/../../agents/networks/door_take_1.motive", env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
        command.args(["net", "console", &file]).env("TERM", "xterm").env_remove("NO_COLOR");
        let end = || pty.slave.try_clone().unwrap();
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        // The command holds the other ends; the terminal is gone for the program when this one is closed.
        drop((command, pty.slave, alone));
        let (mut shown, screen) = (keys.try_clone().unwrap(), Arc::new(Mutex::new(Vec::new())));
        let (kept, closed) = (screen.clone(), Arc::new(AtomicBool::new(false)));
        let stop = closed.clone();
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = shown.read(&mut bytes) {
                kept.lock().unwrap().extend_from_slice(&bytes[..count]);
                if stop.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let mut terminal = Self { keys, screen, closed, reader: Some(reader), seen: 0, child };
        terminal.shows("net> ");
        terminal
    }

    fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows something new; gives everything new before and with it.
    #[track_caller]
    fn shows(&mut self, text: &str) -> String {
        let end = Instant::now() + LONG;
        loop {
            let screen = plain(&String::from_utf8_lossy(&self.screen.lock().unwrap()));
            let new = screen.get(self.seen..).unwrap_or_default();
            if let Some(at) = new.find(text) {
                let until = at + text.len();
                self.seen += until;
                return new[..until].to_owned();
            }
            assert!(Instant::now() < end, "`{text}` is not shown, but {new:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The terminal goes away, as when its window is closed.
    fn hang_up(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        // The answer to a last key wakes the reader up, which lets go of its end then.
        self.types("x");
        self.reader.take().unwrap().join().unwrap();
        self.keys = File::open("/dev/null").unwrap();
    }

    /// Waits until the program has ended.
    #[track_caller]
    fn ends(&mut self) -> ExitStatus {
        let end = Instant::now() + LONG;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "it goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A text without the sequences that move the cursor and colour letters.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\x1b' {
            plain.push(c);
            continue;
        }
        if rest.next() == Some('[') {
            // A sequence ends with its first letter.
            let _ = rest.by_ref().find(|c| c.is_ascii_alphabetic());
        }
    }
    plain
}

/// R-003-065: lines are recalled, edited and completed.
#[test]
fn lines_are_recalled_edited_and_completed() {
    let mut terminal = Terminal::new();
    terminal.types("spread 1");
    terminal.types(ENTER);
    terminal.shows("net> ");
    // Recalled.
    terminal.types("show open_door");
    terminal.types(ENTER);
    let first = terminal.shows("73.333336");
    assert!(first.contains("open_door"), "{first}");
    terminal.shows("net> ");
    terminal.types(UP);
    terminal.types(ENTER);
    terminal.shows("73.333336");
    terminal.shows("net> ");
    // The line before that, with something put in front: it is another line then, and said to be nonsense.
    terminal.types(UP);
    terminal.types(UP);
    terminal.types(CTRL_A);
    terminal.types("x");
    terminal.types(ENTER);
    terminal.shows("there is no command `xspread`");
    // Completed: a command, and the name of a skill behind it.
    terminal.shows("net> ");
    terminal.types("wh");
    terminal.types(TAB);
    terminal.shows("why");
    terminal.types(" put_d");
    terminal.types(TAB);
    terminal.shows("put_down_glass");
    terminal.types(ENTER);
    terminal.shows("put_down_glass had");
    terminal.shows("net> ");
    terminal.types("quit");
    terminal.types(ENTER);
    assert_eq!(terminal.ends().code(), Some(0));
}

/// Ctrl-C drops the line that is being typed, and nothing else; Ctrl-D on an empty line ends the console.
#[test]
fn a_line_is_broken_off_and_the_console_ended_by_keys() {
    let mut terminal = Terminal::new();
    terminal.types("spread 99");
    terminal.shows("spread 99");
    terminal.types(CTRL_C);
    terminal.shows("net> ");
    terminal.types("spread 1");
    terminal.types(ENTER);
    let shown = terminal.shows("net> ");
    assert!(!shown.contains("no command"), "{shown}");
    // Nothing was spread before: the first step of the published run.
    terminal.types("show open_door");
    terminal.types(ENTER);
    terminal.shows("73.333336");
    terminal.shows("net> ");
    terminal.types(CTRL_D);
    assert_eq!(terminal.ends().code(), Some(0));
}

/// When the terminal is gone the program ends; it does not go on asking.
#[test]
fn the_console_ends_with_its_terminal() {
    let mut terminal = Terminal::new();
    terminal.hang_up();
    assert!(terminal.ends().code().is_some(), "it was not ended by a signal");
}
