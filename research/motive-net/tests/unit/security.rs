//! Tests of `security` from inside.

use super::*;

#[test]
fn a_role_allows_its_own_keys_alone() {
    let keys = |role| -> Vec<String> {
        let all = rules(role).into_iter().filter(|rule| rule["flows"][0] == "ingress");
        all.flat_map(|rule| rule["key_exprs"].as_array().unwrap().clone())
            .map(|key| key.to_string())
            .collect()
    };
    assert!(keys(UserRole::Join).iter().all(|key| !key.contains("command") && !key.contains("step")));
    assert!(keys(UserRole::Read).iter().all(|key| !key.contains("command") && !key.contains("report")));
    assert_eq!(keys(UserRole::Command), ["\"motive/*/command\""]);
}
