//! Texts of any size, for each way in which the published grammar lets a text grow: each repetition, and each construct that can contain itself.

use std::collections::BTreeMap;

const GRAMMAR: &str = include_str!("../../../../../docs/language/grammar.md");

/// What a part of a production can be. Its number says which part of the grammar it is.
struct Part {
    number: usize,
    form: Form,
}

enum Form {
    /// Text that stands for itself.
    Word(String),
    /// What another production describes.
    Rule(String),
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Optional(Box<Part>),
    /// Any number of it, with a separator between two.
    Repeat(Box<Part>, Option<String>),
}

/// How the tokens that may differ are written, and where lines end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Filling {
    /// All names are the same, values are numbers, and there is one line.
    Same,
    /// All names differ, values are names, and each line has a few tokens.
    Different,
}

/// What stands for a token that a filling writes.
const NAME: &str = "NAME";
const VALUE: &str = "VALUE";
/// Where a template is open.
const HOLE: &str = "HOLE";

/// A text that grows in its middle: `before` so many times, then `core`, then `after` as many times, all of it between `head` and `tail`.
pub(crate) struct Template {
    pub(crate) name: String,
    head: Vec<String>,
    before: Vec<String>,
    core: Vec<String>,
    after: Vec<String>,
    tail: Vec<String>,
}

impl Template {
    /// The text with so many repetitions.
    pub(crate) fn text(&self, filling: Filling, size: usize) -> String {
        let repeated = |tokens| std::iter::repeat_n(tokens, size).flatten();
        let tokens = (self.head.iter().chain(repeated(&self.before)).chain(&self.core))
            .chain(repeated(&self.after))
            .chain(&self.tail);
        let mut text = String::from("world pacman\n");
        let mut names = 0;
        for (at, token) in tokens.enumerate() {
            match (token.as_str(), filling) {
                (NAME, Filling::Same) => text += "it",
                (NAME | VALUE, Filling::Different) => {
                    names += 1;
                    text += &format!("it{names}");
                }
                (VALUE, Filling::Same) => text += "1",
                (word, _) => text += word,
            }
            let ends = matches!(filling, Filling::Different) && at % 8 == 7;
            text.push(if ends { '\n' } else { ' ' });
        }
        text
    }
}

/// One template for each way in which a text of the grammar can grow.
pub(crate) fn templates() -> Vec<Template> {
    let grammar = Grammar::read(GRAMMAR);
    let mut templates = Vec::new();
    for (rule, body) in &grammar.productions {
        let Some((head, tail)) = grammar.around(rule) else { continue };
        for site in grammar.sites(body) {
            let split = |inner: &[&str]| {
                let inner: Vec<String> = inner.iter().map(|&token| token.to_owned()).collect();
                let through = grammar.through(body, site.number, &inner)?;
                let (before, after) = halves(&through);
                Some(([&head[..], &before].concat(), [&after, &tail[..]].concat()))
            };
            match &site.form {
                Form::Repeat(repeated, separator) => {
                    let (head, tail) = split(&[HOLE]).expect("a repetition stands in its production");
                    let one = grammar.shortest(repeated);
                    let separated = separator.iter().cloned().chain(one.clone()).collect();
                    let name = format!("many {} in {rule}", one.join(" "));
                    templates.push(Template {
                        name,
                        head,
                        before: separated,
                        core: Vec::new(),
                        after: Vec::new(),
                        tail,
                    });
                    // A separator stands only between two.
                    if separator.is_some() {
                        let template = templates.last_mut().expect("it was just added");
                        template.head.extend(one);
                    }
                }
                Form::Rule(inner) => {
                    let Some((down, up)) = grammar.between(inner, rule) else { continue };
                    let through = grammar.through(body, site.number, &[HOLE.to_owned()]).expect("as above");
                    let (before, after) = halves(&through);
                    let (before, after) = ([before, down].concat(), [up, after].concat());
                    let name = format!("{rule} in {} {}", before.join(" "), after.join(" "));
                    let core = grammar.shortest(body);
                    templates.push(Template {
                        name,
                        head: head.clone(),
                        before,
                        core,
                        after,
                        tail: tail.clone(),
                    });
                }
                _ => {}
            }
        }
    }
    templates
}

fn halves(tokens: &[String]) -> (Vec<String>, Vec<String>) {
    let at = tokens.iter().position(|token| token == HOLE).expect("there is a hole");
    (tokens[..at].to_vec(), tokens[at + 1..].to_vec())
}

struct Grammar {
    productions: BTreeMap<String, Part>,
    /// The shortest text of each production.
    shortest: BTreeMap<String, Vec<String>>,
}

impl Grammar {
    /// Reads the productions of a page, but for its tokens.
    fn read(page: &str) -> Grammar {
        let blocks = page.split("```ebnf").skip(2).map(|block| block.split("```").next().unwrap_or_default());
        let mut reader = Reader { tokens: tokens(&blocks.collect::<String>()), at: 0, parts: 0 };
        let mut productions = BTreeMap::new();
        while reader.at < reader.tokens.len() {
            let name = reader.next();
            assert_eq!(reader.next(), "=", "after {name}");
            let body = reader.choice();
            assert_eq!(reader.next(), ";", "after the production of {name}");
            assert!(!productions.contains_key(&name), "two productions of {name}");
            productions.insert(name, body);
        }
        let leaves = [("NAME", NAME), ("NUMBER", "1"), ("STRING", "\"it\"")];
        let shortest = leaves.map(|(rule, token)| (rule.to_owned(), vec![token.to_owned()]));
        let mut grammar = Grammar { productions, shortest: BTreeMap::from(shortest) };
        grammar.shortest.insert("primary".to_owned(), vec![VALUE.to_owned()]);
        grammar.find_shortest();
        grammar
    }

    fn find_shortest(&mut self) {
        loop {
            let known = self.shortest.len();
            for (rule, body) in &self.productions {
                if !self.shortest.contains_key(rule)
                    && let Some(tokens) = self.try_shortest(body)
                {
                    self.shortest.insert(rule.clone(), tokens);
                }
            }
            if self.shortest.len() == known {
                break;
            }
        }
        let without: Vec<&String> =
            self.productions.keys().filter(|rule| !self.shortest.contains_key(*rule)).collect();
        assert!(without.is_empty(), "productions without a text: {without:?}");
        for site in self.productions.values().flat_map(|body| self.sites(body)) {
            let is_known = |rule| self.shortest.contains_key(rule);
            assert!(
                !matches!(&site.form, Form::Rule(rule) if !is_known(rule)),
                "a production that is not there"
            );
        }
    }

    fn try_shortest(&self, part: &Part) -> Option<Vec<String>> {
        match &part.form {
            Form::Word(word) => Some(vec![word.clone()]),
            Form::Rule(rule) => self.shortest.get(rule).cloned(),
            Form::Sequence(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.try_shortest(part)).collect();
                parts.map(|parts| parts.concat())
            }
            Form::Choice(parts) => {
                parts.iter().filter_map(|part| self.try_shortest(part)).min_by_key(Vec::len)
            }
            Form::Optional(_) | Form::Repeat(_, None) => Some(Vec::new()),
            Form::Repeat(part, Some(_)) => self.try_shortest(part),
        }
    }

    fn shortest(&self, part: &Part) -> Vec<String> {
        self.try_shortest(part).expect("every production has a text")
    }

    /// A text of a part in which the part with this number is replaced. `None` if it is not in there.
    fn through(&self, part: &Part, number: usize, inner: &[String]) -> Option<Vec<String>> {
        if part.number == number {
            return Some(inner.to_vec());
        }
        match &part.form {
            Form::Word(_) | Form::Rule(_) => None,
            Form::Optional(part) | Form::Repeat(part, _) => self.through(part, number, inner),
            Form::Choice(parts) => parts.iter().find_map(|part| self.through(part, number, inner)),
            Form::Sequence(parts) => {
                let at = parts.iter().position(|part| self.through(part, number, inner).is_some())?;
                let replaced = self.through(&parts[at], number, inner)?;
                let before = parts[..at].iter().flat_map(|part| self.shortest(part));
                let after = parts[at + 1..].iter().flat_map(|part| self.shortest(part));
                Some(before.chain(replaced).chain(after).collect())
            }
        }
    }

    /// The tokens before and after a production in the nearest file that has one.
    fn around(&self, rule: &str) -> Option<(Vec<String>, Vec<String>)> {
        self.between("file", rule)
    }

    /// The tokens before and after `to` in the nearest text of `from` that has one.
    fn between(&self, from: &str, to: &str) -> Option<(Vec<String>, Vec<String>)> {
        let mut found = BTreeMap::from([(from, (Vec::new(), Vec::new()))]);
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(rule) = queue.pop_front() {
            let (head, tail) = found[rule].clone();
            if rule == to {
                return Some((head, tail));
            }
            let Some(body) = self.productions.get(rule) else { continue };
            for site in self.sites(body) {
                let Form::Rule(next) = &site.form else { continue };
                if found.contains_key(next.as_str()) {
                    continue;
                }
                let through = self.through(body, site.number, &[HOLE.to_owned()])?;
                let (before, after) = halves(&through);
                let around = ([&head[..], &before].concat(), [&after, &tail[..]].concat());
                found.insert(next, around);
                queue.push_back(next);
            }
        }
        None
    }

    /// All parts of a part, itself included.
    fn sites<'a>(&self, part: &'a Part) -> Vec<&'a Part> {
        let inner: Vec<&Part> = match &part.form {
            Form::Word(_) | Form::Rule(_) => Vec::new(),
            Form::Optional(part) | Form::Repeat(part, _) => vec![part],
            Form::Choice(parts) | Form::Sequence(parts) => parts.iter().collect(),
        };
        std::iter::once(part).chain(inner.into_iter().flat_map(|part| self.sites(part))).collect()
    }
}

/// Reads the notation that the page explains.
struct Reader {
    tokens: Vec<String>,
    at: usize,
    parts: usize,
}

impl Reader {
    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn part(&mut self, form: Form) -> Part {
        self.parts += 1;
        Part { number: self.parts, form }
    }

    fn choice(&mut self) -> Part {
        let mut parts = vec![self.sequence()];
        while self.peek() == "|" {
            self.next();
            parts.push(self.sequence());
        }
        self.part(Form::Choice(parts))
    }

    fn sequence(&mut self) -> Part {
        let mut parts = Vec::new();
        while !matches!(self.peek(), "" | "|" | ";" | ")" | "]" | "}") {
            let one = self.one();
            parts.push(match self.peek() {
                "%" => {
                    self.next();
                    let separator = unquoted(&self.next()).expect("a separator is a word");
                    self.part(Form::Repeat(Box::new(one), Some(separator)))
                }
                _ => one,
            });
        }
        self.part(Form::Sequence(parts))
    }

    fn one(&mut self) -> Part {
        let token = self.next();
        let form = match token.as_str() {
            "(" | "[" | "{" => {
                let inner = self.choice();
                self.next();
                match token.as_str() {
                    "(" => return inner,
                    "[" => Form::Optional(Box::new(inner)),
                    _ => Form::Repeat(Box::new(inner), None),
                }
            }
            _ => unquoted(&token).map_or_else(|| Form::Rule(token.clone()), Form::Word),
        };
        self.part(form)
    }
}

fn unquoted(token: &str) -> Option<String> {
    token.strip_prefix('"').and_then(|token| token.strip_suffix('"')).map(str::to_owned)
}

/// The tokens of the notation, without comments.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("(*") {
            rest.find("*)").map_or(rest.len(), |at| at + 2)
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |at| at + 2)
        } else if first.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        if !token.starts_with("(*") {
            tokens.push(token.to_owned());
        }
        rest = rest[length..].trim_start();
    }
    tokens
}
