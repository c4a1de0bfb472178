//! A recorded run as one page for a browser, which needs nothing else: the game to play back, and what each agent wanted, did and why.

mod replay;

pub(crate) use replay::{Replay, ReplayError};

/// The page around the title and the data.
const TEMPLATE: &str = include_str!("page.html");

/// The page that shows a run.
///
/// # Errors
/// If the data cannot be written as JSON.
pub(crate) fn page(replay: &Replay) -> Result<String, serde_json::Error> {
    // Names may hold anything. Without a `<` in the data nothing in them can end the script element or begin a comment.
    let data = serde_json::to_string(replay)?.replace('<', "\\u003c");
    let title = replay.title().replace('&', "&amp;").replace('<', "&lt;");
    let (head, rest) = TEMPLATE.split_once("{{TITLE}}").unwrap_or((TEMPLATE, ""));
    let (body, tail) = rest.split_once("{{DATA}}").unwrap_or((rest, ""));
    Ok([head, &title, body, &data, tail].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use motive_trace::{AgentInfo, Reader, RunInfo, Writer};

    /// A run with one agent and one scene.
    fn run_of(name: &str) -> Vec<u8> {
        let world = Some("shooter".to_owned());
        let mut writer = Writer::new(Vec::new(), &RunInfo { world, ..RunInfo::default() }).unwrap();
        writer.backdrop(serde_json::json!({ "shooter": { "map": name } }).to_string()).unwrap();
        writer.agent(&AgentInfo { name: name.to_owned(), ..AgentInfo::default() }).unwrap();
        writer.scene(0, "{}".to_owned()).unwrap();
        writer.end().unwrap()
    }

    fn page_of(trace: &[u8]) -> String {
        page(&Replay::read(&mut Reader::new(trace).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn no_name_can_end_the_data_of_the_page() {
        for name in ["</script><script>alert(1)</script>", "<!--<script>", "{{DATA}}", "{{TITLE}}", "a&b\"'"]
        {
            let page = page_of(&run_of(name));
            let (_, rest) = page.split_once("id=\"data\">").unwrap();
            let (data, rest) = rest.split_once("</script>").unwrap();
            let data: serde_json::Value = serde_json::from_str(data).unwrap();
            assert_eq!(data["agents"][0]["name"], name);
            assert_eq!(data["backdrop"]["shooter"]["map"], name);
            assert!(rest.trim_start().starts_with("<script>\n\"use strict\";"), "{name}");
            assert_eq!(page.matches("<script").count(), 2, "{name}");
        }
        assert!(page_of(&run_of("<b>&")).contains("<title>shooter: &lt;b>&amp;</title>"));
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        let page = page_of(&run_of("a"));
        assert!(page.contains("default-src 'none'"));
        for outside in ["http:", "https:", "src=\"", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
