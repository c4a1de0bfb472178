//! The typed views of the syntax tree.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_language::syntax::ast::*;
use motive_language::syntax::parse;

fn items(text: &str) -> Vec<Item> {
    let parsed = parse(text);
    assert!(parsed.errors().is_empty(), "{:?}", parsed.errors());
    parsed.file().items().collect()
}

fn expression(text: &str) -> Expr {
    let Item::Let(item) = items(&format!("let x = {text}")).remove(0) else { panic!() };
    item.value().unwrap()
}

/// A condition as nested calls.
fn spell(expr: &Expr) -> String {
    let list = |parts: Vec<Expr>| parts.iter().map(spell).collect::<Vec<_>>().join(" ");
    match expr {
        Expr::Or(or) => format!("(or {})", list(or.operands().collect())),
        Expr::And(and) => format!("(and {})", list(and.operands().collect())),
        Expr::Not(not) => format!("(not {})", spell(&not.operand().unwrap())),
        Expr::Compare(compare) => {
            let (left, right) = (compare.left().unwrap(), compare.right().unwrap());
            format!("({:?} {} {})", compare.op().unwrap(), spell(&left), spell(&right))
        }
        Expr::Sum(sum) => fold(sum.first().unwrap(), sum.rest()),
        Expr::Product(product) => fold(product.first().unwrap(), product.rest()),
        Expr::Negate(negate) => format!("(- {})", spell(&negate.operand().unwrap())),
        Expr::Paren(paren) => spell(&paren.inner().unwrap()),
        other => other.syntax().text().to_string(),
    }
}

fn fold(first: Expr, rest: Vec<(ArithmeticOp, Expr)>) -> String {
    rest.into_iter().fold(spell(&first), |left, (op, right)| format!("({op:?} {left} {})", spell(&right)))
}

#[test]
fn precedence() {
    for (text, tree) in [
        ("a or b and not c or d", "(or a (and b (not c)) d)"),
        ("not a == b and c", "(and (not (Equal a b)) c)"),
        ("1 - 2 - 3 * -4 % x.p", "(Subtract (Subtract 1 2) (Remainder (Multiply 3 (- 4)) x.p))"),
        ("(a or b) and c", "(and (or a b) c)"),
        ("f(x) + 1 < g.h", "(Less (Add f(x) 1) g.h)"),
    ] {
        assert_eq!(spell(&expression(text)), tree, "{text}");
    }
}

#[test]
fn values() {
    let Expr::Literal(text) = expression(r#""a \"b\" \n""#) else { panic!() };
    assert_eq!(text.value(), Some(LiteralValue::Text("a \"b\" \n".to_owned())));
    let Expr::Literal(number) = expression("1_000.5e1") else { panic!() };
    assert_eq!(number.value(), Some(LiteralValue::Number(10_005.0)));
    let Expr::Duration(duration) = expression("200 ms") else { panic!() };
    assert_eq!(duration.value(), Some(TimeValue::Microseconds(200_000.0)));
    let Expr::Point(point) = expression("(1, 2, 3)") else { panic!() };
    assert_eq!(point.coordinates().count(), 3);
    let Expr::Field(field) = expression("nearest(tile { age: young }).position.x") else { panic!() };
    assert_eq!(field.names().map(|name| name.text().to_owned()).collect::<Vec<_>>(), ["position", "x"]);
    let Some(Expr::Call(call)) = field.base() else { panic!() };
    let Some(Argument::Expr(Expr::Pattern(pattern))) = call.arguments().next() else { panic!() };
    assert_eq!(pattern.kind().unwrap().text(), "tile");
}

#[test]
fn patterns_and_ranges() {
    let text = "condition c when optional fresh exclusive x: `odd-kind` { a: 1..~h.s lowest, b: any highest, c: < 3, d: red or blue }
        where near(x) prefer { e: ..5 weight 2 }, no free tile, some y: tile where y.z";
    let Item::Condition(item) = items(text).remove(0) else { panic!() };
    let patterns: Vec<Pattern> = item
        .condition()
        .unwrap()
        .terms()
        .map(|term| match term {
            Expr::Pattern(pattern) => pattern,
            other => panic!("{other:?}"),
        })
        .collect();
    let first = &patterns[0];
    assert_eq!(first.quantifier(), Quantifier::Bind);
    assert!(first.is_optional() && first.is_fresh() && first.is_exclusive());
    assert_eq!((first.name().unwrap().text(), first.kind().unwrap().text()), ("x", "odd-kind"));
    let values: Vec<Value> = first.requests().map(|request| request.value().unwrap()).collect();
    let Value::Range(range) = &values[0] else { panic!() };
    assert!(!range.lower().unwrap().is_soft() && range.upper().unwrap().is_soft());
    assert_eq!(range.better(), Some(BetterEnd::Lowest));
    assert!(matches!(&values[1], Value::Any(any) if any.better() == Some(BetterEnd::Highest)));
    assert!(matches!(&values[2], Value::Limit(limit) if limit.op() == Some(CompareOp::Less)));
    assert!(matches!(&values[3], Value::Expr(Expr::Or(_))));
    assert!(first.condition().unwrap().condition().is_some());
    let preferred = first.prefer().unwrap().requests().next().unwrap();
    assert!(preferred.weight().is_some());
    let Some(Value::Range(range)) = preferred.value() else { panic!() };
    assert!(range.lower().is_none() && range.upper().is_some());
    assert_eq!(patterns[1].quantifier(), Quantifier::NoFree);
    assert_eq!(patterns[2].quantifier(), Quantifier::Some);
}

#[test]
fn goals_and_minds() {
    let text = "goal g maintains task T(home) { when a priority 1 updated update when b priority 2 every 5 ticks }
        mind M = arbiter { goals g, h filter 5 }
        mind N = M but { preferences off one external action all goals always constant priorities g 75, h 50 without goals h }";
    let items = items(text);
    let Item::Goal(goal) = &items[0] else { panic!() };
    assert!(goal.is_maintained() && !goal.is_achieved());
    let Some(Behaviour::Named(named)) = goal.behaviour() else { panic!() };
    assert_eq!((named.engine().as_deref(), named.name().unwrap().text()), (Some("task"), "T"));
    let cases: Vec<GoalClause> = goal.cases().collect();
    assert!(cases[0].is_updated() && !cases[0].is_update_only());
    assert!(!cases[1].is_updated() && cases[1].is_update_only());
    assert_eq!(goal.every().next().unwrap().period().unwrap().value(), Some(TimeValue::Ticks(5.0)));
    let Item::Mind(mind) = &items[2] else { panic!() };
    let Some(MindBody::Derived(derived)) = mind.definition() else { panic!() };
    assert_eq!(derived.base().unwrap().text(), "M");
    let clauses: Vec<MindClause> = derived.clauses().collect();
    let MindClause::Setting(setting) = &clauses[0] else { panic!() };
    assert_eq!(setting.name().unwrap().text(), "preferences");
    assert!(matches!(clauses[1], MindClause::OneExternalAction(_)));
    assert!(matches!(clauses[2], MindClause::AllGoalsAlways(_)));
    let MindClause::ConstantPriorities(constant) = &clauses[3] else { panic!() };
    assert_eq!(constant.priorities().count(), 2);
    assert!(matches!(&clauses[4], MindClause::Goals(goals) if goals.is_removal()));
}

#[test]
fn steps() {
    let text = "task T { do a(1); note k { p: 2 } or b with c; x.p -= 3; forget y; let z = F(1); return z; nothing }";
    let Item::Task(task) = items(text).remove(0) else { panic!() };
    let steps: Vec<Step> = task.action().next().unwrap().steps().unwrap().steps().collect();
    let Step::Call(call) = &steps[0] else { panic!() };
    assert_eq!((call.name().unwrap().text(), call.arguments().len()), ("a", 1));
    let Step::Alternatives(alternatives) = &steps[1] else { panic!() };
    let parts: Vec<Step> = alternatives.steps().collect();
    assert!(matches!(parts[..], [Step::Note(_), Step::Together(_)]));
    let Step::Assign(assign) = &steps[2] else { panic!() };
    assert_eq!(assign.op(), Some(AssignOp::Subtract));
    assert_eq!(assign.value().unwrap().syntax().text(), "3");
    assert!(matches!(steps[3..], [Step::Forget(_), Step::Let(_), Step::Return(_), Step::Nothing(_)]));
}

#[test]
fn words_with_a_meaning_may_be_names() {
    let text = "goal goal achieves program { when `when`.priority priority 3 }
        program program { rule rule when some: no { do: 1 } do note(kind); forget }
        mind mind = arbiter { goals goal }";
    assert!(items(text).len() == 3);
    // A value cannot begin with `when`; in backquotes it can.
    assert!(!parse(&text.replace('`', "")).errors().is_empty());
}
