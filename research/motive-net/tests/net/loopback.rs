//! By default nothing leaves the machine: all connections and the multicast group for discovery are on the loopback interface. With
//! explicit endpoints, as in all other tests, there is no discovery.

#![cfg(target_os = "linux")]
use motive::networks::{NetworkProfile, Skill};
use motive_net::{AgentHost, Dispatcher, DispatcherOptions, MeetingPoint, NetworkObserver, StepPace};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The sockets of this process.
fn own_sockets() -> BTreeSet<String> {
    let links = std::fs::read_dir("/proc/self/fd").unwrap().filter_map(Result::ok);
    let target = |entry: std::fs::DirEntry| std::fs::read_link(entry.path()).ok();
    let names = links.filter_map(target).map(|path| path.display().to_string());
    names.filter_map(|name| Some(name.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())).collect()
}

/// The local addresses of this process's sockets of a protocol, as the system writes them: hexadecimal, byte by byte backwards.
fn addresses(protocol: &str) -> Vec<String> {
    let own = own_sockets();
    let table = std::fs::read_to_string(format!("/proc/self/net/{protocol}")).unwrap_or_default();
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        own.contains(*words.get(9)?).then(|| words[1].to_owned())
    };
    table.lines().skip(1).filter_map(row).collect()
}

/// The interfaces on which a group of addresses is listened to, other than the loopback.
fn groups_beyond(group: &str) -> Vec<String> {
    let table = std::fs::read_to_string("/proc/self/net/igmp").unwrap_or_default();
    let (mut interface, mut found) = (String::new(), Vec::new());
    for line in table.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !line.starts_with(['\t', ' ']) {
            interface = words.get(1).map(|name| name.trim_end_matches(':').to_owned()).unwrap_or_default();
        } else if words.first() == Some(&group) && interface != "lo" {
            found.push(interface.clone());
        }
    }
    found
}

fn meet(place: &MeetingPoint, joined: &MeetingPoint) {
    let mut options = DispatcherOptions::new("dude", NetworkProfile::Signed).unwrap();
    (options.pace, options.settle) = (StepPace::Requested, Duration::ZERO);
    let mut dude = Dispatcher::open(options, place).unwrap();
    let leg = AgentHost::new("dude").unwrap().skill(Skill::new("kick")).connect(joined).unwrap();
    let _observer = NetworkObserver::open(joined).unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while !leg.is_registered() {
        assert!(Instant::now() < end, "they do not find each other");
        dude.serve(Duration::from_millis(20)).unwrap();
    }
    let mut seen = 0;
    for address in addresses("tcp") {
        assert!(address.starts_with("0100007F:"), "a connection beyond this machine: {address}");
        seen += 1;
    }
    assert!(seen >= 3, "only {seen} sockets were found");
    assert!(addresses("tcp6").is_empty(), "{:?}", addresses("tcp6"));
    // The group by which processes call for each other (224.0.0.224), heard on the loopback alone.
    assert!(groups_beyond("E00000E0").is_empty(), "{:?}", groups_beyond("E00000E0"));
}

/// With explicit endpoints there is no discovery; with discovery on this machine, only on the loopback interface.
#[test]
fn nothing_leaves_the_machine() {
    let endpoint = crate::free_endpoint::endpoint();
    meet(&MeetingPoint::explicit().listen(&endpoint), &MeetingPoint::explicit().connect(&endpoint));
    assert!(addresses("udp").is_empty(), "{:?}", addresses("udp"));
    meet(&MeetingPoint::this_machine(), &MeetingPoint::this_machine());
}
