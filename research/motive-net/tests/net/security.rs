//! Users with roles, TLS, and configuration files of zenoh: a user cannot do what no role allows, and the network continues.

use crate::free_endpoint::endpoint;
use motive::networks::{NetworkGoal, NetworkProfile, NetworkSensor, Skill};
use motive_net::{
    AgentHost, CommandAnswer, Dispatcher, DispatcherOptions, JoinedHost, MeetingPoint, NetError,
    NetworkObserver, ObserverCommand, StepPace, TlsFiles, Users,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, atomic::AtomicBool};
use std::time::{Duration, Instant};

/// A timeout that is only reached by failing tests.
const LONG: Duration = Duration::from_secs(60);
/// How long something that must not happen is waited for.
const SHORT: Duration = Duration::from_secs(2);

const USERS: &str = "kitchen:k1tchen:join\nscreen:scr33n:read\nchief:ch1ef:read,command\n";

/// A served network that makes steps until it is stopped.
struct Served {
    steps: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    stopped: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Served {
    fn new(place: &MeetingPoint) -> Self {
        let mut options = DispatcherOptions::new("dude", NetworkProfile::Signed).unwrap();
        (options.pace, options.settle) = (StepPace::Every(Duration::from_millis(5)), Duration::ZERO);
        let mut dude = Dispatcher::open(options, place).unwrap();
        let (steps, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let stopped = Arc::new(AtomicBool::new(false));
        let (made, asked, ended) = (steps.clone(), stop.clone(), stopped.clone());
        let thread = std::thread::spawn(move || {
            dude.run(|step| {
                made.store(step.step, Ordering::Relaxed);
                !asked.load(Ordering::Relaxed)
            })
            .unwrap();
            ended.store(true, Ordering::Relaxed);
        });
        Self { steps, stop, stopped, thread: Some(thread) }
    }

    /// Whether it still makes steps.
    fn goes_on(&self) -> bool {
        let before = self.steps.load(Ordering::Relaxed);
        waited(LONG, || self.steps.load(Ordering::Relaxed) > before) && !self.stopped.load(Ordering::Relaxed)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Whether something holds within a time.
fn waited(most: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + most;
    while !holds() {
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

fn leg(place: &MeetingPoint, name: &str) -> Result<JoinedHost, NetError> {
    let leg = AgentHost::new("dude")?.sensor(NetworkSensor::new(&format!("{name}-tap"), true));
    let leg = leg.goal(NetworkGoal::new(format!("{name}-up").as_str()));
    leg.skill(Skill::new(name).needs([format!("{name}-tap").as_str()]).adds([format!("{name}-up").as_str()]))
        .connect(place)
}

/// Whether agents of this place are registered within a time.
fn joins(place: &MeetingPoint, name: &str, most: Duration) -> bool {
    leg(place, name).is_ok_and(|leg| waited(most, || leg.is_registered()))
}

fn tell(place: &MeetingPoint, command: &ObserverCommand, most: Duration) -> Result<CommandAnswer, NetError> {
    NetworkObserver::open(place)?.tell("dude", command, most)
}

/// Wrong keys, no keys, and users who try what no role allows: nothing happens, and the dude continues.
#[test]
fn a_user_does_what_its_roles_allow_and_others_do_nothing() {
    let endpoint = endpoint();
    let served = Served::new(
        &MeetingPoint::explicit().listen(&endpoint).lease(LONG).users(Users::parse(USERS).unwrap()),
    );
    let place = || MeetingPoint::explicit().connect(&endpoint).lease(LONG).login_timeout(SHORT);
    let (kitchen, screen, chief) = (
        place().login("kitchen", "k1tchen"),
        place().login("screen", "scr33n"),
        place().login("chief", "ch1ef"),
    );
    assert!(joins(&kitchen, "left", LONG), "the kitchen may join");
    let strangers = [
        place(),
        place().login("kitchen", "wrong"),
        place().login("nobody", "k1tchen"),
        place().login("kitchen", ""),
    ];
    for stranger in &strangers {
        assert!(!joins(stranger, "forged", SHORT), "{stranger:?}");
        assert!(tell(stranger, &ObserverCommand::Status, SHORT).is_err(), "{stranger:?}");
        assert!(tell(stranger, &ObserverCommand::Stop, SHORT).is_err(), "{stranger:?}");
        assert!(served.goes_on(), "{stranger:?}");
    }
    let wrong = NetworkObserver::open(&strangers[1]).err().unwrap().to_string();
    assert!(
        wrong.starts_with(&format!("`kitchen` was not let in at {endpoint} within 2 seconds")),
        "{wrong}"
    );
    // The kitchen may neither read nor command, and the screen neither join nor command.
    assert!(tell(&kitchen, &ObserverCommand::Status, SHORT).is_err());
    for user in [&kitchen, &screen] {
        assert!(tell(user, &ObserverCommand::Stop, SHORT).is_err(), "{user:?}");
        assert!(
            tell(user, &ObserverCommand::Set { name: "threshold".into(), value: 9.0 }, SHORT).is_err(),
            "{user:?}"
        );
    }
    assert!(!joins(&screen, "right", SHORT));
    assert!(served.goes_on());
    let status = tell(&screen, &ObserverCommand::Status, LONG).unwrap();
    assert!(matches!(status, CommandAnswer::Status(_)), "the screen may read: {status:?}");
    let watcher = NetworkObserver::open(&screen).unwrap();
    assert!(watcher.watch("dude").unwrap().next(LONG).unwrap().is_some());
    let spy = NetworkObserver::open(&kitchen).unwrap();
    assert!(spy.watch("dude").unwrap().next(SHORT).unwrap().is_none(), "the kitchen sees no steps");
    let done = tell(&chief, &ObserverCommand::Set { name: "threshold".into(), value: 9.0 }, LONG).unwrap();
    assert_eq!(done, CommandAnswer::Done, "the chief may command");
    assert_eq!(tell(&chief, &ObserverCommand::Stop, LONG).unwrap(), CommandAnswer::Done);
    assert!(waited(LONG, || served.stopped.load(Ordering::Relaxed)));
}

/// A question on the key of questions that is none is refused to every user.
#[test]
fn a_command_among_the_questions_is_refused() {
    use zenoh::Wait;
    let endpoint = endpoint();
    let served = Served::new(&MeetingPoint::explicit().listen(&endpoint).lease(LONG));
    let mut config = zenoh::Config::default();
    config.insert_json5("mode", "\"client\"").unwrap();
    config.insert_json5("connect/endpoints", &format!("[\"{endpoint}\"]")).unwrap();
    config.insert_json5("scouting/multicast/enabled", "false").unwrap();
    let session = zenoh::open(config).wait().unwrap();
    let answer = || {
        let replies = session.get("motive/dude/question").payload("\"Stop\"").timeout(SHORT).wait().unwrap();
        let reply = replies.recv().ok()?;
        Some(String::from_utf8_lossy(&reply.result().ok()?.payload().to_bytes()).into_owned())
    };
    let mut said = None;
    assert!(waited(LONG, || {
        said = answer();
        said.is_some()
    }));
    assert!(said.unwrap().contains("it needs the role `command`"));
    assert!(served.goes_on());
}

/// Certificates of one authority: its own, and those that it signed for the two sides.
struct Authority {
    folder: PathBuf,
    issuer: rcgen::Issuer<'static, rcgen::KeyPair>,
    file: PathBuf,
}

impl Authority {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tls").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let mut parameters = rcgen::CertificateParams::new(Vec::new()).unwrap();
        parameters.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate = parameters.self_signed(&key).unwrap();
        let file = folder.join("authority.pem");
        std::fs::write(&file, certificate.pem()).unwrap();
        Self { folder, issuer: rcgen::Issuer::new(parameters, key), file }
    }

    /// Files of a process with a certificate for the loopback interface.
    fn files(&self, name: &str) -> TlsFiles {
        let names = vec!["127.0.0.1".to_owned(), "localhost".to_owned()];
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate =
            rcgen::CertificateParams::new(names).unwrap().signed_by(&key, &self.issuer).unwrap();
        let [pem, secret] = ["pem", "key"].map(|ending| self.folder.join(format!("{name}.{ending}")));
        std::fs::write(&pem, certificate.pem()).unwrap();
        std::fs::write(&secret, key.serialize_pem()).unwrap();
        TlsFiles { authority: Some(self.file.clone()), certificate: Some(pem), key: Some(secret) }
    }
}

/// With TLS on both sides only certificates of the authority connect.
#[test]
fn only_certificates_of_the_authority_connect() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let endpoint = endpoint().replace("tcp/", "tls/");
    let served =
        Served::new(&MeetingPoint::explicit().listen(&endpoint).lease(LONG).tls(ours.files("server")));
    let place = || MeetingPoint::explicit().connect(&endpoint).lease(LONG);
    let only_trust =
        |authority: &Authority| TlsFiles { authority: Some(authority.file.clone()), ..TlsFiles::default() };
    assert!(joins(&place().tls(ours.files("kitchen")), "left", LONG));
    let strangers = [
        place().tls(theirs.files("stranger")),
        place().tls(only_trust(&ours)),
        place().tls(only_trust(&theirs)),
        MeetingPoint::explicit().connect(&endpoint.replace("tls/", "tcp/")).lease(LONG),
    ];
    for stranger in &strangers {
        assert!(!joins(stranger, "forged", SHORT), "{stranger:?}");
        assert!(served.goes_on(), "{stranger:?}");
    }
}

/// A configuration file of zenoh says where to listen and to connect.
#[test]
fn a_configuration_file_of_zenoh_is_used() {
    let endpoint = endpoint();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let quiet = "scouting: { multicast: { enabled: false } }";
    let server =
        file("server.json5", format!("{{ mode: 'peer', listen: {{ endpoints: ['{endpoint}'] }}, {quiet} }}"));
    let client = file(
        "client.json5",
        format!("{{ listen: {{ endpoints: [] }}, connect: {{ endpoints: ['{endpoint}'] }}, {quiet} }}"),
    );
    let served = Served::new(&MeetingPoint::configured(&server));
    assert!(joins(&MeetingPoint::configured(&client), "left", LONG));
    assert!(served.goes_on());
    let broken = file("broken.json5", "{ mode: ".to_owned());
    for bad in [broken, folder.join("missing.json5")] {
        assert!(NetworkObserver::open(&MeetingPoint::configured(&bad)).is_err(), "{bad:?}");
    }
}
