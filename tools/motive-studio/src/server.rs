//! Sockets: the page, and a websocket for each run that it shows.

use crate::page_session::{LiveGame, PageSession, ServedRun, ServedRuns};
use crate::protocol::LARGEST_MESSAGE;
use crate::source::RunSource;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// The page. It is built from the folder `page`.
const PAGE: &str = include_str!("page.html");

/// What a page from a file may do: nothing but run its own script.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/// The most connections at once that have shown the token.
const MOST_CONNECTIONS: usize = 32;
/// The most connections at once that have not shown it yet. Of more, the oldest is closed.
const MOST_STRANGERS: usize = 32;
/// The longest request that is read before it is answered.
const LONGEST_REQUEST: usize = 16 << 10;
/// How long a request may take to arrive, and an answer to leave.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a page is told what is new.
const NEWS_EVERY: Duration = Duration::from_millis(50);

/// What a server serves, and to whom.
struct ServerState {
    pages: Arc<ServedRuns>,
    /// Live runs at other addresses.
    remote: Vec<String>,
    token: String,
    /// Connections that have not shown the token yet, the oldest first.
    strangers: Mutex<VecDeque<(u64, TcpStream)>>,
    /// How many connections have shown the token.
    connections: AtomicUsize,
    closed: AtomicBool,
}

impl ServerState {
    fn strangers(&self) -> MutexGuard<'_, VecDeque<(u64, TcpStream)>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a connection among those that have not shown the token yet. They never keep a page with the token out: the oldest makes room.
    fn add_stranger(&self, number: u64, stream: &TcpStream) -> io::Result<()> {
        let stream = stream.try_clone()?;
        let mut strangers = self.strangers();
        strangers.push_back((number, stream));
        if strangers.len() > MOST_STRANGERS
            && let Some((_, oldest)) = strangers.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        Ok(())
    }
}

/// Serves until it is dropped.
pub(crate) struct Server {
    served: Arc<ServerState>,
    at: SocketAddr,
    address: String,
}

impl Server {
    /// Serves runs that go on in this process.
    pub(crate) fn serve(address: impl ToSocketAddrs, games: &[LiveGame]) -> io::Result<Self> {
        let run = |game: &LiveGame| ServedRun { source: game.live.clone(), game: Some(game.clone()) };
        Self::start(address, games.iter().map(run).collect(), Vec::new())
    }

    /// Serves recorded runs, and names live ones at other addresses.
    pub(crate) fn serve_runs(
        address: impl ToSocketAddrs,
        runs: Vec<Arc<dyn RunSource>>,
        remote: Vec<String>,
    ) -> io::Result<Self> {
        let run = |source| ServedRun { source, game: None };
        Self::start(address, runs.into_iter().map(run).collect(), remote)
    }

    fn start(address: impl ToSocketAddrs, runs: Vec<ServedRun>, remote: Vec<String>) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let at = listener.local_addr()?;
        let token = new_token()?;
        let address = format!("http://{at}/?token={token}");
        let served = Arc::new(ServerState {
            pages: Arc::new(ServedRuns {
                runs,
                #[cfg(feature = "files")]
                files: Default::default(),
            }),
            remote,
            token,
            strangers: Mutex::default(),
            connections: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
        });
        let listening = served.clone();
        std::thread::Builder::new()
            .name("motive-studio-listener".into())
            .spawn(move || listen(&listener, &listening))?;
        Ok(Self { served, at, address })
    }

    /// The address of the page, with its token.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    #[cfg(feature = "files")]
    pub(crate) fn add_file(&self, file: crate::EditableFile) {
        self.served.pages.files.add(file);
        self.served
            .pages
            .runs
            .iter()
            .filter_map(|run| run.game.as_ref())
            .for_each(|game| game.live.has_files());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.served.closed.store(true, Ordering::Release);
        // Wakes the listener, which waits for somebody.
        let _ = TcpStream::connect_timeout(&self.at, Duration::from_millis(100));
    }
}

/// 128 random bits that nobody can guess.
fn new_token() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn listen(listener: &TcpListener, served: &Arc<ServerState>) {
    for number in 0.. {
        let Ok((stream, _)) = listener.accept() else {
            // Out of handles, for example: others may be given back soon.
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        if served.closed.load(Ordering::Acquire) {
            return;
        }
        if served.add_stranger(number, &stream).is_err() {
            continue;
        }
        let theirs = served.clone();
        let started = std::thread::Builder::new().name("motive-studio-page".into()).spawn(move || {
            // Whatever goes wrong with a connection ends that connection and nothing else.
            let _ = attend(stream, number, &theirs);
        });
        if started.is_err() {
            served.strangers().retain(|(known, _)| *known != number);
        }
    }
}

fn refuse(stream: &mut TcpStream, status: &str, why: &str) {
    let _ = respond(stream, status, "text/plain; charset=utf-8", why);
}

fn respond(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> io::Result<()> {
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                  connect-src 'self' ws:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {policy}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}

/// What a browser asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct HttpRequest {
    method: String,
    path: String,
    token: String,
    host: String,
    origin: Option<String>,
    /// The key of a websocket.
    key: Option<String>,
}

fn attend(mut stream: TcpStream, number: u64, served: &Arc<ServerState>) -> io::Result<()> {
    let admitted = admitted_request(&mut stream, served);
    served.strangers().retain(|(known, _)| *known != number);
    let Some(request) = admitted? else { return Ok(()) };
    let answered = match served.connections.fetch_add(1, Ordering::AcqRel) {
        MOST_CONNECTIONS.. => {
            refuse(&mut stream, "503 Service Unavailable", "there are too many connections already");
            Ok(())
        }
        _ => answer(stream, &request, served),
    };
    served.connections.fetch_sub(1, Ordering::AcqRel);
    answered
}

/// Reads a request. One that is not admitted gets the reason, and is not returned.
fn admitted_request(stream: &mut TcpStream, served: &ServerState) -> io::Result<Option<HttpRequest>> {
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let Some(request) = read_request(stream)? else {
        refuse(stream, "400 Bad Request", "this is not a request that can be understood");
        return Ok(None);
    };
    match admit(&request, served, stream.local_addr()?.ip()) {
        Ok(()) => Ok(Some(request)),
        Err(why) => {
            refuse(stream, "403 Forbidden", why);
            Ok(None)
        }
    }
}

fn answer(mut stream: TcpStream, request: &HttpRequest, served: &Arc<ServerState>) -> io::Result<()> {
    match (&*request.method, &*request.path, &request.key) {
        ("GET", "/", None) => respond(&mut stream, "200 OK", "text/html; charset=utf-8", &page(served)),
        ("GET", path, Some(key)) => {
            let run = path.strip_prefix("/run/").and_then(|run| run.parse::<usize>().ok());
            let Some(run) = run.filter(|run| *run < served.pages.runs.len()) else {
                refuse(&mut stream, "404 Not Found", "there is no such run");
                return Ok(());
            };
            let accept = derive_accept_key(key.as_bytes());
            let upgrade = format!(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
            );
            stream.write_all(upgrade.as_bytes())?;
            converse(stream, served.clone(), run)
        }
        ("GET", ..) => {
            refuse(&mut stream, "404 Not Found", "there is nothing here");
            Ok(())
        }
        _ => {
            refuse(&mut stream, "405 Method Not Allowed", "only GET is understood");
            Ok(())
        }
    }
}

/// Who may come in: whoever has the token, and no page of another site.
fn admit(request: &HttpRequest, served: &ServerState, at: IpAddr) -> Result<(), &'static str> {
    let same = request.token.len() == served.token.len()
        && request.token.bytes().zip(served.token.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0;
    if !same {
        return Err("the token is missing or wrong: use the address that the game printed, with its token");
    }
    // A name that somebody else's server gave this machine is no reason to let its pages in.
    if at.is_loopback() && !is_here(&request.host) {
        return Err("this studio is for pages of this machine: use 127.0.0.1 or localhost");
    }
    match &request.origin {
        None => Ok(()),
        Some(origin) => {
            let host = origin.strip_prefix("http://").unwrap_or_default();
            if is_here(host) || host == request.host {
                Ok(())
            } else {
                Err("the page of another site asked for this; it is refused")
            }
        }
    }
}

/// Whether a host, with or without a port, is this machine.
fn is_here(host: &str) -> bool {
    // An address of version 6 stands in brackets, as it has colons itself.
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').unwrap_or(("", "")),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |digits: &str| digits.parse::<u16>().is_ok();
    let has_fitting_port = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    let is_name = name == "localhost" && !host.starts_with('[');
    has_fitting_port && (is_name || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback()))
}

/// Reads a request up to its body. None if it cannot be understood.
fn read_request(stream: &mut TcpStream) -> io::Result<Option<HttpRequest>> {
    let begun = Instant::now();
    let mut bytes = Vec::new();
    stream.set_read_timeout(Some(PATIENCE))?;
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut part = [0; 1024];
        let read = stream.read(&mut part)?;
        if read == 0 || bytes.len() + read > LONGEST_REQUEST || begun.elapsed() > PATIENCE {
            return Ok(None);
        }
        bytes.extend_from_slice(&part[..read]);
    }
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Request::new(&mut headers);
    if !parsed.parse(&bytes).is_ok_and(|parsed| parsed.is_complete()) {
        return Ok(None);
    }
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let token = query.split('&').find_map(|part| part.strip_prefix("token=")).unwrap_or_default();
    let header = |name: &str| {
        let found = parsed.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.and_then(|header| std::str::from_utf8(header.value).ok()).map(|text| text.trim().to_owned())
    };
    // Of two hosts, one might be what a proxy before the studio goes by.
    if parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host")).count() > 1 {
        return Ok(None);
    }
    let is_websocket = header("upgrade").is_some_and(|kind| kind.eq_ignore_ascii_case("websocket"));
    Ok(Some(HttpRequest {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        token: token.to_owned(),
        host: header("host").unwrap_or_default(),
        origin: header("origin"),
        key: if is_websocket { header("sec-websocket-key") } else { None },
    }))
}

/// The page, told which runs it shows.
fn page(served: &ServerState) -> String {
    let own = (0..served.pages.runs.len()).map(|run| format!("/run/{run}?token={}", served.token));
    let runs: Vec<String> = own.chain(served.remote.iter().cloned()).collect();
    let runs = serde_json::to_string(&runs).unwrap_or_default();
    page_with(&format!("{POLICY}; connect-src 'self' ws:"), &runs, "null")
}

/// The page with its policy, the addresses of its runs, and its recording.
pub(crate) fn page_with(policy: &str, runs: &str, recording: &str) -> String {
    // Names may hold anything. Without a `<` nothing in them can end a script element or begin a comment.
    let parts = [("{{POLICY}}", policy.to_owned()), ("{{RUNS}}", runs.replace('<', "\\u003c"))];
    let (mut page, mut rest) = (String::with_capacity(PAGE.len() + recording.len()), PAGE);
    for (place, text) in parts.into_iter().chain([("{{RECORDING}}", recording.replace('<', "\\u003c"))]) {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        page.extend([before, &text]);
        rest = after;
    }
    page + rest
}

/// Answers a page until it goes.
fn converse(stream: TcpStream, served: Arc<ServerState>, run: usize) -> io::Result<()> {
    stream.set_read_timeout(Some(NEWS_EVERY))?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    let mut socket = WebSocket::from_raw_socket(stream, Role::Server, Some(config));
    let mut session = PageSession::new(served.pages.clone(), run);
    let mut told = Instant::now();
    while !served.closed.load(Ordering::Acquire) {
        match socket.read() {
            Ok(Message::Text(message)) => send(&mut socket, session.answer(&message))?,
            Ok(Message::Close(_)) => break,
            Ok(_) => {}
            Err(Error::Io(error)) if is_timeout(&error) => {}
            Err(_) => break,
        }
        if told.elapsed() >= NEWS_EVERY {
            told = Instant::now();
            if let Some(news) = session.news() {
                send(&mut socket, news)?;
            }
        }
    }
    let _ = socket.close(None);
    let _ = socket.flush();
    Ok(())
}

/// Sends a message. A page that takes nothing for too long is given up.
fn send(socket: &mut WebSocket<TcpStream>, text: String) -> io::Result<()> {
    socket.send(Message::text(text)).map_err(io::Error::other)
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

#[cfg(test)]
#[path = "../tests/unit/server.rs"]
mod tests;
