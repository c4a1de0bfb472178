//! Who may connect to a network, and what each user may do there.

use crate::error::{NetError, cannot};
use motive_util::read_regular_file;
use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What a user may do with a network. Each is given apart from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UserRole {
    /// Host agents: report what sensors say, and get orders.
    Join,
    /// Watch steps, and ask for the status and for explanations.
    Read,
    /// Change, disable, remove and stop.
    Command,
}

impl FromStr for UserRole {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "join" => Ok(Self::Join),
            "read" => Ok(Self::Read),
            "command" => Ok(Self::Command),
            _ => Err(format!("`{text}` is no role; there are `join`, `read` and `command`")),
        }
    }
}

/// The most bytes of a file of users.
const MOST_BYTES: u64 = 1 << 20;

/// A user of a served network.
#[derive(Clone, PartialEq, Eq)]
struct User {
    name: String,
    password: String,
    roles: Vec<UserRole>,
}

/// The users of a served network, with their passwords and roles. Others cannot connect.
///
/// A file of users has a line for each: name, password and roles, with colons between them.
///
/// ```
/// use motive_net::Users;
///
/// let users = Users::parse("# The kitchen hosts agents, and the screen shows them.\nkitchen:9dkV2:join\nscreen:aX77:read\nchief:q0Rt:read,command\n")?;
/// assert_eq!(users.len(), 3);
/// assert!(Users::parse("kitchen:9dkV2:cook").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Users(Vec<User>);

/// Passwords are not printed.
impl fmt::Debug for Users {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|user| (&user.name, &user.roles))).finish()
    }
}

impl Users {
    /// The users of a text.
    ///
    /// # Errors
    /// A sentence with the first line that is wrong. It does not quote the password.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut users: Vec<User> = Vec::new();
        let lines = (1..).zip(text.lines().map(str::trim));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let wrong = |why: &str| format!("line {number}: {why}");
            let [name, password, roles] = line.split(':').collect::<Vec<_>>()[..] else {
                return Err(wrong("a user is written `NAME:PASSWORD:ROLES`, such as `screen:SECRET:read`"));
            };
            let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic());
            if !is_word(name) || !is_word(password) {
                return Err(wrong("names and passwords have letters, digits and signs, and no blanks"));
            }
            if users.iter().any(|user| user.name == name) {
                return Err(wrong(&format!("there is another user `{name}`")));
            }
            let roles = roles.split(',').map(|role| role.trim().parse()).collect::<Result<_, String>>();
            let roles = roles.map_err(|why| wrong(&why))?;
            users.push(User { name: name.to_owned(), password: password.to_owned(), roles });
        }
        if users.is_empty() {
            return Err("there is no user, so that no process could connect".to_owned());
        }
        Ok(Self(users))
    }

    /// The users of a file.
    ///
    /// # Errors
    /// If it cannot be read, or a line is wrong.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let bad = |why: String| NetError::BadFile(path.to_owned(), why);
        let bytes = read_regular_file(path, MOST_BYTES).map_err(cannot("read", path))?;
        let text = String::from_utf8(bytes).map_err(|_| bad("it is not text in UTF-8".to_owned()))?;
        Self::parse(&text).map_err(bad)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none. There is always one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and passwords as zenoh reads them.
    pub(crate) fn dictionary(&self) -> String {
        self.0.iter().map(|user| format!("{}:{}\n", user.name, user.password)).collect()
    }

    /// What zenoh lets each user send and receive: nothing but what a role allows.
    pub(crate) fn access_control(&self) -> Value {
        let rules: Vec<Value> =
            [UserRole::Join, UserRole::Read, UserRole::Command].into_iter().flat_map(rules).collect();
        let subject = |user: &User| json!({"id": user.name, "usernames": [user.name]});
        let policy = |user: &User| {
            let allowed = rules.iter().filter(|rule| user.roles.iter().any(|role| is_of(rule, *role)));
            json!({"rules": allowed.map(|rule| rule["id"].clone()).collect::<Vec<_>>(), "subjects": [user.name]})
        };
        json!({
            "enabled": true,
            "default_permission": "deny",
            "rules": rules,
            "subjects": self.0.iter().map(subject).collect::<Vec<_>>(),
            "policies": self.0.iter().map(policy).collect::<Vec<_>>(),
        })
    }
}

fn is_of(rule: &Value, role: UserRole) -> bool {
    rule["id"].as_str().is_some_and(|id| id.starts_with(&format!("{role:?}-")))
}

/// The messages that a role allows: the kind, from the user (`ingress`) or to it (`egress`), and the last parts of the keys.
fn rules(role: UserRole) -> Vec<Value> {
    const IN: &str = "ingress";
    const OUT: &str = "egress";
    let allowed: &[(&str, &str, &[&str])] = match role {
        UserRole::Join => &[
            ("put", IN, &["report/*"]),
            ("liveliness_token", IN, &["peer/*"]),
            ("declare_subscriber", IN, &["order/*", "heartbeat"]),
            ("declare_liveliness_subscriber", IN, &["dispatcher/*"]),
            ("liveliness_query", IN, &["dispatcher/*"]),
            ("query", IN, &["dispatcher/*", "world"]),
            ("declare_queryable", IN, &["world"]),
            ("reply", IN, &["world"]),
            ("put", OUT, &["order/*", "heartbeat"]),
            ("liveliness_token", OUT, &["dispatcher/*"]),
            ("declare_subscriber", OUT, &["report/*"]),
            ("declare_queryable", OUT, &["dispatcher/*", "world"]),
            ("query", OUT, &["world"]),
            ("reply", OUT, &["dispatcher/*", "world"]),
        ],
        UserRole::Read => &[
            ("declare_subscriber", IN, &["step"]),
            ("declare_liveliness_subscriber", IN, &["dispatcher/*", "peer/*"]),
            ("liveliness_query", IN, &["dispatcher/*", "peer/*"]),
            ("query", IN, &["question"]),
            ("put", OUT, &["step"]),
            ("liveliness_token", OUT, &["dispatcher/*", "peer/*"]),
            ("declare_queryable", OUT, &["question"]),
            ("reply", OUT, &["question"]),
        ],
        UserRole::Command => &[
            ("query", IN, &["command"]),
            ("declare_queryable", OUT, &["command"]),
            ("reply", OUT, &["command"]),
        ],
    };
    let rule = |(number, (message, flow, keys)): (usize, &(&str, &str, &[&str]))| {
        let keys: Vec<String> = keys.iter().map(|key| format!("motive/*/{key}")).collect();
        json!({
            "id": format!("{role:?}-{number}"),
            "permission": "allow",
            "messages": [message],
            "flows": [flow],
            "key_exprs": keys,
        })
    };
    allowed.iter().enumerate().map(rule).collect()
}

/// The name and password of one user.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) user: String,
    pub(crate) password: String,
}

/// The password is not printed.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Login").field(&self.user).finish()
    }
}

/// Files in the PEM format for endpoints that begin with `tls/`.
///
/// A process that waits for others needs a certificate with its key. One that connects needs the authority, whose certificates it trusts. If the one
/// that waits has an authority too, a process that connects must show a certificate of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate of the authority.
    pub authority: Option<PathBuf>,
    /// The certificate of this process.
    pub certificate: Option<PathBuf>,
    /// Its private key.
    pub key: Option<PathBuf>,
}

impl TlsFiles {
    /// As zenoh reads them.
    pub(crate) fn config(&self) -> Value {
        let mut all = serde_json::Map::new();
        let mut set = |name: &str, value: Value| all.insert(name.to_owned(), value);
        if let Some(authority) = &self.authority {
            set("root_ca_certificate", authority.display().to_string().into());
        }
        if let (Some(certificate), Some(key)) = (&self.certificate, &self.key) {
            for side in ["listen", "connect"] {
                set(&format!("{side}_certificate"), certificate.display().to_string().into());
                set(&format!("{side}_private_key"), key.display().to_string().into());
            }
            set("enable_mtls", self.authority.is_some().into());
        }
        all.into()
    }
}

#[cfg(test)]
#[path = "../tests/unit/security.rs"]
mod tests;
