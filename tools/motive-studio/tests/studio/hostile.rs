//! What must not get in, and what must not stop the game.

use crate::game::RunningGame;
use crate::page::{Page, parts, plain};
use motive_core::Time;
use motive_studio::Studio;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_wrong_token_and_pages_of_other_sites_are_refused() {
    let game = RunningGame::start(1);
    let (host, token) = parts(&game.address);
    for path in ["/run/0", "/run/0?token=", "/run/0?token=00000000000000000000000000000000", "/"] {
        let refused = plain(host, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
        assert!(refused.starts_with("HTTP/1.1 403") && refused.contains("token"), "{path}: {refused}");
        assert!(Page::connect(host, path, None).is_err(), "{path}");
    }
    for origin in [
        "https://example.com",
        "http://example.com",
        "null",
        "http://127.0.0.1.example.com",
        "file://",
        "http://[::1].example.com",
    ] {
        assert!(Page::open_run(&game.address, 0, Some(origin)).is_err(), "{origin}");
    }
    for host_name in [
        "example.com",
        "127.0.0.1.example.com:80",
        "",
        "[::1].example.com",
        "[::1]x",
        "localhost:x",
        "[localhost]",
    ] {
        let request = format!("GET /?token={token} HTTP/1.1\r\nHost: {host_name}\r\n\r\n");
        assert!(plain(host, request.as_bytes()).starts_with("HTTP/1.1 403"), "{host_name}");
    }
    let two = format!("GET /?token={token} HTTP/1.1\r\nHost: {host}\r\nHost: example.com\r\n\r\n");
    assert!(plain(host, two.as_bytes()).starts_with("HTTP/1.1 400"), "two hosts");
    for host_name in ["localhost", "localhost:80", "[::1]", "[::1]:4000", "127.0.0.2"] {
        let request = format!("GET /?token={token} HTTP/1.1\r\nHost: {host_name}\r\n\r\n");
        assert!(plain(host, request.as_bytes()).starts_with("HTTP/1.1 200"), "{host_name}");
    }
    let own = format!("http://{host}");
    assert!(Page::open_run(&game.address, 0, Some(&own)).is_ok());
    assert!(Page::open_run(&game.address, 0, Some("http://localhost:5173")).is_ok());
    assert!(Page::open_run(&game.address, 1, None).is_err(), "there is no such run");
    let page = plain(host, format!("GET /?token={token} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("frame-ancestors 'none'"));
    assert!(page.contains(&format!("[\"/run/0?token={token}\"]")), "it is told what to show");
}

#[test]
fn connections_without_a_token_do_not_keep_a_page_out() {
    let game = RunningGame::start(1);
    let (host, _) = parts(&game.address);
    let silent: Vec<_> = (0..100).map(|_| std::net::TcpStream::connect(host).unwrap()).collect();
    let mut page = Page::open(&game.address);
    page.follow(0);
    let more: Vec<_> = (0..100).map(|_| std::net::TcpStream::connect(host).unwrap()).collect();
    let at = page.newest_tick();
    page.until("the game goes on", |now| now["tick"].as_u64() > Some(at + 5));
    assert!(page.ask(json!({ "do": "agents" })).is_array());
    drop((silent, more));
}

#[test]
fn requests_that_are_none_are_refused() {
    let game = RunningGame::start(1);
    let (host, token) = parts(&game.address);
    let long = vec![b'a'; 64 << 10];
    for bytes in [&b""[..], b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\r\n\r\n", &long] {
        let answer = plain(host, bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    let post = format!("POST /?token={token} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert!(plain(host, post.as_bytes()).starts_with("HTTP/1.1 405"));
    let other = format!("GET /etc/passwd?token={token} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert!(plain(host, other.as_bytes()).starts_with("HTTP/1.1 404"));
    game.goes_on_from(0);
}

#[test]
fn messages_that_make_no_sense_are_answered_with_a_reason() {
    let game = RunningGame::start(1);
    let mut page = Page::open(&game.address);
    page.follow(0);
    for message in [
        "",
        "{",
        "[]",
        "7",
        "{\"do\":\"fly\"}",
        "{\"id\":-1,\"do\":\"agents\"}",
        "{\"do\":\"mind\"}",
        "\u{0}",
    ] {
        let answer = page.raw(message);
        assert!(answer["error"].as_str().unwrap().contains("cannot be read"), "{message}: {answer}");
    }
    for request in [
        json!({ "do": "follow", "agent": 99 }),
        json!({ "do": "inject", "agent": 99, "text": "self.hunger = 1" }),
        json!({ "do": "inject", "agent": 0, "text": "self.hunger = much" }),
        json!({ "do": "break", "agent": 0, "at": "condition", "text": "self.hungr > 3" }),
        json!({ "do": "break", "agent": 0, "at": "condition", "text": "} mind X = arbiter { goals }" }),
        json!({ "do": "break", "agent": null, "at": "condition", "text": "self.hunger > 3" }),
        json!({ "do": "find", "agent": 0, "text": " ", "from": 0 }),
        json!({ "do": "compare", "with": 9 }),
        json!({ "do": "compare", "with": 0 }),
        json!({ "do": "open", "file": "/etc/passwd" }),
        json!({ "do": "save", "file": "../../x", "text": "" }),
    ] {
        assert!(page.try_ask(request.clone()).is_err(), "{request}");
    }
    let deep = format!("{{\"id\":1,\"do\":\"agents\",\"x\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(page.raw(&deep)["error"].is_string());
    assert!(page.ask(json!({ "do": "mind", "agent": 99, "tick": u64::MAX })).is_null());
    let help =
        page.try_ask(json!({ "do": "break", "agent": 0, "at": "condition", "text": "self.hungr > 3" }));
    assert!(help.unwrap_err().contains("hunger"), "it says what was meant");
    let at = page.newest_tick();
    page.until("the game goes on", |now| now["tick"].as_u64() > Some(at + 5));
}

#[test]
fn a_flood_of_breakpoints_changes_and_pages_is_refused_and_the_game_goes_on() {
    let game = RunningGame::start(40);
    let mut page = Page::open(&game.address);
    page.until("all agents", |now| now["agents"] == 40);
    let mut refused = 0;
    for rule in 100..300 {
        let stop = json!({ "do": "break", "agent": 0, "at": "rule", "program": "Eat", "rule": rule });
        refused += u32::from(page.try_ask(stop).is_err());
    }
    assert_eq!(refused, 200 - 64);
    let change = json!({ "do": "inject", "agent": 0, "text": "self.hunger = 1", "hold": true });
    let changes = (0..300).filter(|_| page.try_ask(change.clone()).is_err()).count();
    assert_eq!(changes, 300 - 256);
    let followed =
        (0..40).filter(|agent| page.try_ask(json!({ "do": "follow", "agent": agent })).is_err()).count();
    assert_eq!(followed, 40 - 32);
    let pages: Vec<_> = (0..60).map(|_| Page::open_run(&game.address, 0, None)).collect();
    let open = pages.iter().filter(|page| page.is_ok()).count();
    assert!((20..32).contains(&open), "{open}");
    let at = page.newest_tick();
    page.until("the game goes on", |now| now["tick"].as_u64() > Some(at + 5));
}

#[test]
fn a_page_that_asks_and_never_listens_does_not_stop_the_game() {
    let game = RunningGame::start(1);
    let mut deaf = Page::open(&game.address);
    deaf.follow(0);
    let question = json!({ "id": 1, "do": "agents" }).to_string();
    // Until the pipe is full, or long enough.
    let asking = std::thread::spawn(move || (0..50_000).take_while(|_| deaf.try_send(&question)).count());
    let mut page = Page::open(&game.address);
    let at = page.newest_tick();
    page.until("the game goes on", |now| now["tick"].as_u64() > Some(at + 50));
    asking.join().unwrap();
    game.goes_on_from(at);
}

#[test]
fn orders_that_are_too_long_to_be_kept_are_refused() {
    let game = RunningGame::start(1);
    let mut page = Page::open(&game.address);
    page.follow(0);
    let long = "x".repeat(1 << 20);
    for order in [
        json!({ "do": "disable", "agent": 0, "part": { "goal": long } }),
        json!({ "do": "break", "agent": 0, "at": "goal", "goal": long }),
        json!({ "do": "end", "agent": 0, "action": long, "succeeded": true }),
        json!({ "do": "inject", "agent": 0, "text": format!("new ghost {{ {} }}", "distance: 1, ".repeat(1 << 16)) }),
        json!({ "do": "find", "agent": 0, "text": long, "from": 0 }),
    ] {
        assert!(page.try_ask(order).unwrap_err().contains("too long"));
    }
    assert!(page.try_ask(json!({ "do": "disable", "agent": 99, "part": { "goal": "eat" } })).is_err());
    // What was asked for is in the news of every page.
    page.ask(json!({ "do": "pause" }));
    page.until("it stands still", |now| now["paused"] == true);
    assert!(page.now.to_string().len() < 1 << 10, "{}", page.now);
}

/// How much memory the process has, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
}

#[test]
#[cfg(target_os = "linux")]
fn a_page_that_never_reads_takes_no_memory_and_is_let_go() {
    let game = RunningGame::start_with(0, None, |studio| {
        let names = crate::game::names();
        for number in 0..5_000 {
            studio.list(number, &format!("a villager of the northern quarter, number {number}"), "", &names);
        }
    });
    let mut page = Page::open(&game.address);
    let answer = page.ask(json!({ "do": "agents" })).to_string().len();
    // All answers together would be several hundred megabytes, and never fit into the buffers of sockets.
    let (pages, questions) = (4, 400);
    assert!(answer * pages * questions > 400 << 20, "{answer}");
    let (before, mut most) = (resident(), 0);
    let question = json!({ "id": 1, "do": "agents" }).to_string();
    let mut deaf: Vec<_> = (0..pages)
        .map(|_| {
            let mut deaf = Page::open(&game.address);
            assert!((0..questions).all(|_| deaf.try_send(&question)), "questions are small");
            deaf
        })
        .collect();
    // They are let go when they have taken nothing for five seconds: then nothing can be sent to the server any more.
    let begun = std::time::Instant::now();
    while !deaf.is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{} are still there", deaf.len());
        deaf.retain_mut(|deaf| deaf.try_send(&question));
        most = most.max(resident());
        let at = page.newest_tick();
        page.until("the game goes on", |now| now["tick"].as_u64() > Some(at + 100));
    }
    assert!(most.saturating_sub(before) < 150 << 20, "{} MB more", most.saturating_sub(before) >> 20);
}

/// A game that decides faster than its decisions can be kept: it does not wait, the page is told how many are missing, and the agent is described anew.
#[test]
fn what_is_dropped_is_said_and_what_follows_is_whole() {
    // The thread that keeps decisions rests two milliseconds between two looks: a burst of decisions never fits into so short a queue.
    let mut studio = Studio::serve("127.0.0.1:0").unwrap().with_queue(4).unwrap();
    let mut page = Page::open(studio.address());
    let names = crate::game::names();
    let mut eater = crate::game::agent(&names, 0);
    let mut tick = 0;
    let mut decide = |studio: &mut Studio| {
        tick += 1;
        crate::game::perceive(&mut eater, tick);
        studio.tick(&mut eater, Time::of_tick(tick, 50_000));
        tick
    };
    decide(&mut studio);
    page.follow(0);
    let told = (0..20_000).map(|_| decide(&mut studio)).last();
    page.until("the page is told", |now| now["tick"].as_u64() == told);
    assert!(page.now["dropped"].as_u64() > Some(0), "{}", page.now);
    // As soon as the game gives the thread time, decisions are kept again, and all that the agent knows and does with them.
    let is_kept = |mind: &Value, tick| mind["tick"].as_u64() == Some(tick);
    let last = (0..1_000)
        .find_map(|_| {
            let tick = decide(&mut studio);
            std::thread::sleep(Duration::from_millis(10));
            Some(page.ask(json!({ "do": "mind", "agent": 0, "tick": tick })))
                .filter(|mind| is_kept(mind, tick))
        })
        .expect("a decision is kept");
    let goals = last["explanation"]["tasks"].as_array().unwrap();
    assert!(goals.iter().any(|task| task["goal"] == "eat"), "{last}");
    assert!(last["memory"].to_string().contains("hunger"), "{last}");
}
