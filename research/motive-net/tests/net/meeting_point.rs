//! The addresses at which processes find each other, and what protects them.

use motive_net::{MeetingPoint, NetworkObserver, TlsFiles, Users};

#[test]
fn endpoints_beyond_the_loopback_are_exposed() {
    assert!(MeetingPoint::this_machine().exposed().is_empty());
    assert!(MeetingPoint::network("lo").exposed().is_empty());
    for local in ["tcp/127.0.0.1:7447", "tcp/[::1]:7447", "tcp/localhost:1"] {
        assert!(MeetingPoint::explicit().listen(local).exposed().is_empty(), "{local}");
    }
    assert_eq!(MeetingPoint::network("auto").exposed(), ["tcp/[::]:0"]);
    for exposed in ["tcp/0.0.0.0:7447", "tcp/192.0.2.7:1", "tcp/host.example:80"] {
        assert_eq!(MeetingPoint::explicit().listen(exposed).exposed(), [exposed]);
    }
}

#[test]
fn an_endpoint_has_a_host_and_a_port() {
    let refused = |endpoint: &str| {
        NetworkObserver::open(&MeetingPoint::explicit().listen(endpoint)).err().unwrap().to_string()
    };
    for endpoint in ["", "foo", "tcp/", "tcp/host", "tcp/:1", "tcp/host:99999", "udp/127.0.0.1:1"] {
        let expected = format!("`{endpoint}` is not a valid endpoint; write it like `tcp/127.0.0.1:7447`");
        assert_eq!(refused(endpoint), expected);
    }
    assert!(refused("tls/127.0.0.1:1").contains("needs a certificate"));
    assert!(NetworkObserver::open(&MeetingPoint::explicit().listen("tcp/127.0.0.1:0#retry=1")).is_ok());
}

#[test]
fn protection_is_said_in_words() {
    let open = MeetingPoint::explicit().listen("tcp/0.0.0.0:7447");
    assert_eq!((open.protection(), open.exposed()), (None, vec!["tcp/0.0.0.0:7447"]));
    let users = Users::parse("a:b:join").unwrap();
    assert_eq!(open.users(users.clone()).protection(), Some("for known users only, not encrypted"));
    let encrypted = MeetingPoint::explicit().listen("tls/0.0.0.0:7447").tls(TlsFiles::default());
    assert_eq!(encrypted.exposed(), ["tls/0.0.0.0:7447"]);
    assert_eq!(encrypted.protection(), Some("encrypted, for all users"));
    assert_eq!(encrypted.users(users).protection(), Some("encrypted, for known users only"));
}

#[test]
fn users_are_read_or_refused_without_a_password_in_the_message() {
    let users = Users::parse("a:secret:join\n\n# b\nb:secret2:read, command\n").unwrap();
    assert_eq!(format!("{users:?}"), "[(\"a\", [Join]), (\"b\", [Read, Command])]");
    for (bad, why) in [
        ("", "there is no user"),
        ("a:secret", "line 1: a user is written"),
        ("a:secret:join:x", "line 1: a user is written"),
        ("a:secret:", "line 1: `` is no role"),
        ("a:secret:join\na:secret:read", "line 2: there is another user `a`"),
        (":secret:join", "line 1: names and passwords"),
        ("a: :join", "line 1: names and passwords"),
    ] {
        let error = Users::parse(bad).unwrap_err();
        assert!(error.starts_with(why) && !error.contains("secret"), "{error}");
    }
}
