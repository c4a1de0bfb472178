use super::*;

#[test]
fn the_page_has_each_place_once() {
    for place in ["{{POLICY}}", "{{RUNS}}", "{{RECORDING}}"] {
        assert_eq!(PAGE.matches(place).count(), 1, "{place}");
    }
    let page = page_with("policy", "[]", "{\"name\":\"</script>{{RUNS}}\"}");
    assert!(page.contains("{\"name\":\"\\u003c/script>{{RUNS}}\"}"));
}
