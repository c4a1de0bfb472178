use super::*;
use crate::parse;

const TEXT: &str = "// A goal.\ngoal eat achieves Eat { when some dot, self.x + 2 * 3 < 4 priority 20 }\nprogram P { rule ) }";

#[test]
fn the_parts_of_a_node_are_its_text() {
    for node in parse(TEXT).syntax().descendants() {
        let mut text = String::new();
        for part in node.children_with_tokens() {
            match part {
                SyntaxElement::Node(child) => {
                    assert_eq!(child.parent().as_ref(), Some(&node));
                    text.push_str(child.text());
                }
                SyntaxElement::Token(token) => {
                    assert_eq!(token.parent().as_ref(), Some(&node), "{token:?}");
                    text.push_str(token.text());
                }
            }
        }
        assert_eq!(text, node.text());
        let own: Vec<SyntaxToken> = node.own_tokens(|_| true).collect();
        let among = node.children_with_tokens().filter(|part| part.as_node().is_none()).count();
        assert_eq!(own.len(), among);
    }
}

#[test]
fn a_walk_meets_each_node_before_its_parts() {
    fn walk(node: &SyntaxNode, met: &mut Vec<SyntaxElement>) {
        met.push(SyntaxElement::Node(node.clone()));
        for part in node.children_with_tokens() {
            match part {
                SyntaxElement::Node(child) => walk(&child, met),
                token => met.push(token),
            }
        }
    }
    let root = parse(TEXT).syntax();
    let mut met = Vec::new();
    walk(&root, &mut met);
    assert_eq!(root.descendants_with_tokens().collect::<Vec<_>>(), met);
}

#[test]
fn between_two_tokens_is_the_end_of_the_first() {
    let root = parse("goal eat").syntax();
    let at = |offset| root.token_at(offset).map(|token| token.text().to_owned());
    assert_eq!([0, 4, 5, 8].map(at), ["goal", "goal", " ", "eat"].map(|text| Some(text.to_owned())));
    assert_eq!(at(9), None);
    assert_eq!(parse("").syntax().token_at(0), None);
}
