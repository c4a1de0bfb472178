//! A page, as far as its websocket goes.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// The host and the token of an address.
pub(crate) fn parts(address: &str) -> (&str, &str) {
    let rest = address.strip_prefix("http://").unwrap();
    rest.split_once("/?token=").unwrap()
}

pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    next: u64,
    /// How the game stands, as the page was last told.
    pub now: Value,
}

impl Page {
    pub(crate) fn open(address: &str) -> Self {
        Self::open_run(address, 0, None).unwrap()
    }

    pub(crate) fn open_run(address: &str, run: usize, origin: Option<&str>) -> Result<Self, String> {
        let (host, token) = parts(address);
        Self::connect(host, &format!("/run/{run}?token={token}"), origin)
    }

    pub(crate) fn connect(host: &str, path: &str, origin: Option<&str>) -> Result<Self, String> {
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut request = format!("ws://{host}{path}").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Self { socket, next: 1, now: Value::Null })
    }

    fn receive(&mut self) -> Option<Value> {
        match self.socket.read().unwrap() {
            Message::Text(text) => {
                let mut value: Value = serde_json::from_str(&text).unwrap();
                if value.get("now").is_some() {
                    self.now = value["now"].take();
                    return None;
                }
                Some(value)
            }
            _ => None,
        }
    }

    pub(crate) fn send(&mut self, text: String) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The answer to a message as it is.
    pub(crate) fn raw(&mut self, text: &str) -> Value {
        self.send(text.to_owned());
        loop {
            if let Some(answer) = self.receive() {
                return answer;
            }
        }
    }

    /// What is answered, or why it is refused.
    pub(crate) fn try_ask(&mut self, mut request: Value) -> Result<Value, String> {
        request["id"] = json!(self.next);
        self.next += 1;
        let mut answer = self.raw(&request.to_string());
        assert_eq!(answer["id"], json!(self.next - 1));
        match answer.get("error") {
            Some(error) => Err(error.as_str().unwrap().to_owned()),
            None => Ok(answer["answer"].take()),
        }
    }

    pub(crate) fn ask(&mut self, request: Value) -> Value {
        self.try_ask(request.clone()).unwrap_or_else(|error| panic!("{request}: {error}"))
    }

    /// Waits until the game stands in a certain way.
    pub(crate) fn until(&mut self, what: &str, stands: impl Fn(&Value) -> bool) {
        let begun = Instant::now();
        while !stands(&self.now) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}: {}", self.now);
            self.receive();
        }
    }

    /// Follows an agent as soon as it is there.
    pub(crate) fn follow(&mut self, agent: u64) {
        self.until("the agent is there", |now| now["agents"].as_u64() > Some(agent));
        self.ask(json!({ "do": "follow", "agent": agent }));
    }

    /// What an agent thinks at the newest tick, as soon as it has decided.
    pub(crate) fn newest(&mut self, agent: u64) -> Value {
        loop {
            let ticks = self.ask(json!({ "do": "ticks", "agent": agent }));
            if let Some(last) = ticks["ticks"].get(1) {
                let mind = self.ask(json!({ "do": "mind", "agent": agent, "tick": last }));
                if !mind.is_null() {
                    return mind;
                }
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The first tick at or after one at which something holds of an agent, waiting for it.
    pub(crate) fn when(&mut self, agent: u64, from: u64, holds: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        let mut tick = from;
        loop {
            let last = self.ask(json!({ "do": "ticks", "agent": agent }))["ticks"][1].as_u64();
            while last.is_some_and(|last| tick <= last) {
                let mind = self.ask(json!({ "do": "mind", "agent": agent, "tick": tick }));
                if mind["tick"] == json!(tick) && holds(&mind) {
                    return mind;
                }
                tick += 1;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it never happened");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// What a server answers to bytes that need not be a request.
pub(crate) fn plain(host: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // The server may have seen enough before everything is sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

impl Page {
    /// The tick that the game is at.
    pub(crate) fn newest_tick(&mut self) -> u64 {
        self.until("a tick", |now| now["tick"].is_u64());
        self.now["tick"].as_u64().unwrap()
    }

    /// Sends without ever reading. Says whether that worked.
    pub(crate) fn try_send(&mut self, text: &str) -> bool {
        self.socket.get_ref().set_write_timeout(Some(Duration::from_secs(1))).unwrap();
        self.socket.send(Message::text(text)).is_ok()
    }
}
