//! A page of the studio, as far as its websocket goes.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

pub(crate) struct StudioPage {
    socket: WebSocket<TcpStream>,
    /// How the game stands, as the page was last told.
    pub(crate) now: Value,
}

impl StudioPage {
    /// Opens one of the runs of an address.
    pub(crate) fn open(address: &str, run: usize) -> Self {
        let (host, token) = address.strip_prefix("http://").unwrap().split_once("/?").unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{host}/run/{run}?{token}"), stream).unwrap();
        Self { socket, now: Value::Null }
    }

    /// The next answer; news is noted.
    fn read(&mut self) -> Option<Value> {
        let mut told: Value = serde_json::from_str(self.socket.read().unwrap().to_text().unwrap()).unwrap();
        if told.get("now").is_none() {
            return Some(told);
        }
        self.now = told["now"].take();
        None
    }

    /// What is answered to a question.
    pub(crate) fn ask(&mut self, mut question: Value) -> Value {
        question["id"] = json!(1);
        self.socket.send(Message::text(question.to_string())).unwrap();
        loop {
            if let Some(mut told) = self.read() {
                assert!(told.get("error").is_none(), "{question}: {told}");
                return told["answer"].take();
            }
        }
    }

    /// Follows the first agent that comes, and gives what it thinks when it has decided.
    #[cfg(feature = "gamebots")]
    pub(crate) fn first_decision(&mut self) -> Value {
        self.until("an agent", |now| now["agents"].as_u64() > Some(0));
        let agent = self.ask(json!({ "do": "agents" }))[0][0].clone();
        self.ask(json!({ "do": "follow", "agent": agent }));
        self.mind(&agent, 1_000_000)
    }

    /// What a followed agent thought in a tick, or in its last one. The studio takes in what happened beside the game, so this may take a moment.
    pub(crate) fn mind(&mut self, agent: &Value, tick: u64) -> Value {
        let begun = Instant::now();
        loop {
            let mind = self.ask(json!({ "do": "mind", "agent": agent, "tick": tick }));
            if mind.is_object() {
                return mind;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it never decides");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the game stands in a certain way.
    pub(crate) fn until(&mut self, what: &str, stands: impl Fn(&Value) -> bool) {
        let begun = Instant::now();
        while !stands(&self.now) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}: {}", self.now);
            self.read();
        }
    }
}
