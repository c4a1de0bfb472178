use super::*;

#[test]
fn equal_values_share_a_place() {
    let mut values = ValueTable::default();
    let one = values.add(json!({ "a": [1, "x"], "b": { "a": [1, "x"], "b": null } }));
    let nodes = values.nodes.len();
    assert_eq!(values.add(json!({ "a": [1, "x"], "b": { "a": [1, "x"], "b": null } })), one);
    assert_eq!(values.nodes.len(), nodes);
    assert_eq!(values.shapes, [["a", "b"]]);
    assert_eq!(
        values.nodes.iter().map(|node| &**node).collect::<Vec<_>>(),
        ["1", "\"x\"", "[0,0,1]", "null", "[1,2,3]", "[1,2,4]"]
    );
}
