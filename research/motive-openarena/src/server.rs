//! The game's own dedicated server, as Debian's package installs it, for matches on this machine.

use crate::game::GameKind;
use crate::log::MatchLog;
use std::fs::File;
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where the server's program and the folder with the game's module are.
const PROGRAMS: [&str; 2] = ["/usr/lib/ioquake3/ioq3ded", "/usr/lib/openarena-server/ioq3ded"];
const BASE: &str = "/usr/lib/openarena-server";
/// How long a server may take until it answers.
const START: Duration = Duration::from_secs(60);

/// Names of bots that the game brings along.
pub const STOCK_BOTS: [&str; 8] =
    ["sarge", "gargoyle", "grunt", "kyonshi", "major", "merman", "neko", "penguin"];

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// It is not installed.
    #[error(
        "OpenArena's server is not on this machine; on Debian `apt-get install openarena-server` installs it (about 420 MB)"
    )]
    NotInstalled,
    /// It cannot be started, or its folder cannot be written.
    #[error("the server cannot be started: {0}")]
    Start(#[from] std::io::Error),
    /// It was started and says nothing.
    #[error("the server does not answer; its messages are in `{0}`")]
    Silent(PathBuf),
}

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameServerSettings {
    /// The map.
    pub map: String,
    /// The game.
    pub kind: GameKind,
    /// Minutes of the game.
    pub minutes: f64,
    /// How many times faster than real time it is played.
    pub timescale: f64,
    /// Places for players, bots of the game included.
    pub players: usize,
}

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct GameServer {
    child: Child,
    folder: PathBuf,
    port: u16,
    /// What commands of the console must hold. It is only for this run, and only this machine reaches the server.
    password: String,
}

impl GameServer {
    /// Whether the server is installed.
    pub fn is_installed() -> bool {
        program().is_some()
    }

    /// Starts a server on a free port of this machine alone, with its log in `folder`.
    ///
    /// # Errors
    /// If it is not installed or does not come up.
    pub fn start(settings: &GameServerSettings, folder: &Path) -> Result<Self, ServerError> {
        let program = program().ok_or(ServerError::NotInstalled)?;
        std::fs::create_dir_all(folder)?;
        let port = UdpSocket::bind("127.0.0.1:0")?.local_addr()?.port();
        let log = folder.join("server.txt");
        // An older log, or a link that somebody else has put there, is not written to.
        let _ = std::fs::remove_file(&log);
        let output = File::create_new(log)?;
        let mut command = Command::new(program);
        let password = format!("motive{}", std::process::id());
        for (name, value) in variables(settings, port, &password) {
            command.args(["+set", name, &value]);
        }
        command.args(["+devmap", &settings.map]);
        command.args(["+set", "timescale", &settings.timescale.to_string()]);
        command.env("HOME", folder).stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let child = command.spawn()?;
        let server = Self { child, folder: folder.to_owned(), port, password };
        server.wait_for_answer()?;
        Ok(server)
    }

    fn wait_for_answer(&self) -> Result<(), ServerError> {
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        socket.set_read_timeout(Some(Duration::from_millis(200)))?;
        let begun = Instant::now();
        let mut buffer = [0; 2_048];
        while begun.elapsed() < START {
            let _ = socket.send_to(b"\xff\xff\xff\xffgetinfo motive", ("127.0.0.1", self.port));
            if socket.recv(&mut buffer).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(ServerError::Silent(self.folder.join("server.txt")))
    }

    /// The address that bots join.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// What has happened so far.
    pub fn log(&self) -> MatchLog {
        let path = self.folder.join(".openarena/baseoa/games.log");
        let text = std::fs::read(path).unwrap_or_default();
        MatchLog::parse(&String::from_utf8_lossy(&text))
    }

    /// Gives the server a command of its console, such as `addbot sarge 3 red` or `map_restart 0`.
    pub fn command(&self, command: &str) {
        if let Ok(socket) = UdpSocket::bind("127.0.0.1:0") {
            let text = format!("rcon {} {command}", self.password);
            let datagram = [&[0xff; 4], text.as_bytes()].concat();
            let _ = socket.send_to(&datagram, ("127.0.0.1", self.port));
        }
    }

    /// Whether the server has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for GameServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> Option<&'static str> {
    let there = |path: &&&str| Path::new(path).is_file();
    PROGRAMS.iter().find(there).copied().filter(|_| Path::new(BASE).join("baseoa").is_dir())
}

/// Frames of the server in a second. It rests for the length of a frame in real time, whatever the timescale, and sends one snapshot after that. With the usual 20, five times real time
/// would show its clients only every fifth frame, while its own bots think in each of them; so there are more frames, and a snapshot is 50 milliseconds of the game in any case.
fn frames(timescale: f64) -> u32 {
    (20.0 * timescale.max(1.0)).round() as u32
}

fn variables(settings: &GameServerSettings, port: u16, password: &str) -> Vec<(&'static str, String)> {
    let text = |value: &str| value.to_owned();
    vec![
        ("com_basegame", text("baseoa")),
        ("fs_basepath", text(BASE)),
        ("com_homepath", text(".openarena")),
        // The game announces 71 and speaks the protocol that its engine calls the legacy one.
        ("com_legacyprotocol", text("71")),
        ("com_protocol", text("71")),
        ("dedicated", text("1")),
        ("net_ip", text("127.0.0.1")),
        ("net_port", port.to_string()),
        ("net_enabled", text("1")),
        ("sv_master1", text("")),
        ("sv_pure", text("0")),
        ("rconPassword", text(password)),
        ("sv_maxclients", settings.players.clamp(2, 32).to_string()),
        ("sv_floodProtect", text("0")),
        ("sv_fps", frames(settings.timescale).to_string()),
        ("g_gametype", settings.kind.number().to_string()),
        ("timelimit", settings.minutes.to_string()),
        ("fraglimit", text("0")),
        ("capturelimit", text("0")),
        ("g_doWarmup", text("0")),
        ("g_teamAutoJoin", text("0")),
        ("g_teamForceBalance", text("0")),
        ("g_inactivity", text("0")),
        ("bot_enable", text("1")),
        ("bot_minplayers", text("0")),
        ("bot_nochat", text("1")),
        ("g_log", text("games.log")),
        ("g_logsync", text("1")),
    ]
}
