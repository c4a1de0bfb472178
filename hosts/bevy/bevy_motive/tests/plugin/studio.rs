//! The agents of an app in the studio, with a page that is a websocket client.

use crate::common::*;
use bevy_motive::{MindObserver, Observed, Studio, StudioPlugin};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

const SHEEP: &str = "
    goal graze achieves Graze { when self.hunger > 5 priority self.hunger updated }
    goal idle maintains Idle { priority 1 }
    program Graze { done when self.hunger < 1 rule eat when self.hunger > 0 do graze() }
    program Idle { otherwise do wander() }
    mind Sheep = arbiter { goals graze, idle }
";

#[derive(Actions)]
struct Graze;

/// Ten sheep that are not hungry, in an app with a studio.
fn flock() -> (App, Vec<Entity>) {
    let plugin = MotivePlugin::new(Update).seed(7).is::<Needs>();
    let mut app = app_with(plugin.does_one_of::<(Wander, Graze)>());
    app.add_plugins(StudioPlugin::at("127.0.0.1:0"));
    let sheep = mind(&mut app, SHEEP);
    let sheep = (0..10).map(|_| app.world_mut().spawn((sheep.clone(), Needs::default())).id()).collect();
    app.update();
    (app, sheep)
}

struct Page {
    socket: WebSocket<TcpStream>,
    now: Value,
}

impl Page {
    fn open(app: &App) -> Self {
        let address = app.world().resource::<MindObserver<Studio>>().0.address();
        let (host, token) = address.strip_prefix("http://").unwrap().split_once("/?").unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{host}/run/0?{token}"), stream).unwrap();
        Self { socket, now: Value::Null }
    }

    fn receive(&mut self) -> Value {
        let mut told: Value = serde_json::from_str(self.socket.read().unwrap().to_text().unwrap()).unwrap();
        if told.get("now").is_some() {
            self.now = told["now"].take();
        }
        told
    }

    fn ask(&mut self, mut request: Value) -> Value {
        request["id"] = json!(1);
        self.socket.send(Message::text(request.to_string())).unwrap();
        loop {
            let mut told = self.receive();
            if told["id"] == 1 {
                assert!(told["error"].is_null(), "{request}: {}", told["error"]);
                return told["answer"].take();
            }
        }
    }
}

#[test]
fn an_agent_that_a_page_follows_leaves_its_herd_and_continues() {
    let (mut app, sheep) = flock();
    assert!(sheep.iter().all(|entity| app.world().get::<HerdMember>(*entity).is_some()));
    let mut page = Page::open(&app);
    let agents = page.ask(json!({ "do": "agents" }));
    assert_eq!(agents.as_array().unwrap().len(), 10, "{agents}");
    page.ask(json!({ "do": "follow", "agent": 3 }));
    until(&mut app, "it is in the studio", |app| app.world().get::<Observed>(sheep[3]).is_some());
    app.update();
    assert!(is_doing::<Wander>(&app, sheep[3]));
    let in_herds = sheep.iter().filter(|entity| app.world().get::<HerdMember>(**entity).is_some()).count();
    assert_eq!(in_herds, 9, "the others decide as without a studio");
    let begin = Instant::now();
    let mind = loop {
        let mind = page.ask(json!({ "do": "mind", "agent": 3, "tick": 1_000 }));
        if !mind.is_null() {
            break mind;
        }
        assert!(begin.elapsed() < Duration::from_secs(60));
        app.update();
    };
    assert_eq!(mind["explanation"]["actions"][0]["command"], "wander()", "{mind}");

    page.ask(json!({ "do": "unfollow", "agent": 3 }));
    until(&mut app, "no page follows it", |app| app.world().get::<Observed>(sheep[3]).is_none());
    app.world_mut().get_mut::<Needs>(sheep[3]).unwrap().hunger = 9.0;
    app.update();
    assert!(is_doing::<Graze>(&app, sheep[3]), "it continues by itself");

    app.world_mut().despawn(sheep[3]);
    app.update();
    assert_eq!(page.ask(json!({ "do": "agents" })).as_array().unwrap().len(), 9);
}

#[test]
fn a_fact_that_is_injected_changes_what_the_entity_does_and_stops_the_app_at_a_rule() {
    let (mut app, sheep) = flock();
    let mut page = Page::open(&app);
    page.ask(json!({ "do": "break", "agent": 5, "at": "rule", "program": "Graze", "rule": 1 }));
    page.ask(json!({ "do": "inject", "agent": 5, "text": "self.hunger = 9", "hold": true }));
    until(&mut app, "it grazes", |app| is_doing::<Graze>(app, sheep[5]));
    assert!(!is_doing::<Graze>(&app, sheep[4]));
    while page.now["paused"] != true {
        page.receive();
    }
    assert!(page.now["stopped_by"]["what"].as_str().unwrap().contains("rule `eat` of Graze runs"));
    // The next tick waits until the page lets it run.
    let running = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        page.ask(json!({ "do": "run" }));
        page
    });
    let begin = Instant::now();
    app.update();
    assert!(begin.elapsed() >= Duration::from_millis(150), "the app waited");
    drop(running.join().unwrap());
    app.world_mut().despawn(sheep[5]);
    app.update();
}

#[test]
fn a_studio_without_the_plug_in_of_minds_is_none() {
    let mut app = App::new();
    app.add_plugins(StudioPlugin::at("127.0.0.1:0"));
    app.update();
    assert!(app.world().get_resource::<MindObserver<Studio>>().is_none());
    let mut app = app_with(plugin());
    app.add_plugins(StudioPlugin::at("nowhere at all"));
    app.update();
    assert!(app.world().get_resource::<MindObserver<Studio>>().is_none());
}
