/**
 * The structure of Motive files: declarations with their names, rules, conditions, steps, patterns, pairs, calls, properties, keywords.
 *
 * It is meant for colours, folding and moving around in editors, so it takes nearly every text whose brackets match. What may stand where is in
 * docs/language/grammar.md, and is for the language server to say: words with a meaning may be names, and where they are depends on what stands around them.
 */

// Words that begin a declaration at the top of a file.
const ITEMS = [
  "world", "use", "enum", "kind", "property", "relation", "function", "let", "condition", "note", "thing", "fact",
  "goal", "program", "action", "conflicts", "blend", "veto", "mind", "drive", "utility", "object", "ambiance", "task",
  "team", "machine", "schedule", "goap", "meanwhile", "network",
];

// Words that begin a declaration inside a block.
const PARTS = ["goal", "program", "task", "state", "skill", "sense", "role", "let"];

// Words that begin something that has conditions and steps.
const RULES = ["rule", "method"];

// Words after which there is a condition, and words after which there are steps.
const CONDITIONS = ["when", "while", "until", "needs", "where", "for", "want", "protect"];
const STEPS = ["do", "effect", "reply", "enter", "leave"];

// Words with a meaning of their own. Each is a name where only a name can stand.
const KEYWORDS = [
  "achieves", "adds", "after", "ahead", "all", "always", "among", "and", "any", "arbiter", "around", "at", "booster",
  "but", "cheapest", "constant", "consumes", "coordinator", "cost", "counted", "curve", "dampener", "divisible", "do",
  "done", "drops", "effect", "else", "enter", "every", "exclusive", "external", "fading", "fails", "for", "forget",
  "free", "fresh", "from", "goals", "highest", "if", "in", "internal", "into", "is", "latched", "least", "leave",
  "like", "lowest", "maintains", "manner", "member", "needs", "no", "not", "nothing", "of", "once", "one", "optional",
  "or", "order", "otherwise", "over", "own", "plan", "prefer", "priorities", "priority", "protect", "pure", "reads",
  "reconsidered", "reply", "resumes", "return", "shared", "skills", "some", "starts", "step", "steps", "supplies",
  "swelling", "tags", "take", "takes", "target", "then", "to", "toward", "until", "update", "updated", "volatile",
  "want", "weight", "when", "where", "while", "with", "within", "without",
];

// Kinds of behaviours that can be named before one, as in `mind Guard = task Defend(home)`.
const ENGINES = ["program", "task", "machine", "network", "schedule", "goap"];

// Words that are names before a colon.
const WORDS = [...new Set([...KEYWORDS, ...ITEMS, ...PARTS, ...RULES])];

const without = (words, others) => words.filter((word) => !others.includes(word));

module.exports = grammar({
  name: "motive",

  word: ($) => $.identifier,

  extras: ($) => [/[\s\uFEFF]/, $.line_comment, $.block_comment],

  rules: {
    source_file: ($) => repeat($.declaration),

    declaration: ($) =>
      prec.right(seq(field("keyword", alias(choice(...ITEMS), $.keyword)), repeat(choice($._part, $.condition, $.steps, $.pursuit, ":")))),

    // At the top of a file a word that begins a declaration does so, except after these.
    pursuit: ($) =>
      prec.right(
        seq(
          choice("=", alias(choice("achieves", "maintains"), $.keyword)),
          optional(alias(choice(...ENGINES), $.keyword)),
        ),
      ),

    // Pairs of names and values, or what a declaration has.
    block: ($) => seq("{", choice($._pairs, repeat(choice($._inner, $.part, $.rule, $.condition, $.steps))), "}"),
    _pairs: ($) => seq($.pair, repeat(seq(",", $.pair))),
    pair: ($) => prec.right(3, seq(field("property", choice($.name, alias($._word, $.name))), ":", repeat1($._value))),
    _word: () => prec(3, choice(...WORDS)),

    part: ($) => prec.right(seq(field("keyword", alias(choice(...PARTS), $.keyword)), optional(field("name", $.name)))),
    rule: ($) =>
      prec.right(
        seq(
          choice(
            seq(field("keyword", alias(choice(...RULES), $.keyword)), field("name", $.name)),
            field("keyword", alias("otherwise", $.keyword)),
          ),
          repeat(choice($.condition, $.steps, $._part, $.local)),
        ),
      ),
    condition: ($) =>
      prec.right(seq(field("keyword", alias(choice(...CONDITIONS), $.keyword)), repeat(choice($._value, $.binder, ",")))),
    steps: ($) =>
      prec.right(seq(field("keyword", alias(choice(...STEPS), $.keyword)), repeat(choice($._value, $.binder, ",", "=", alias("note", $.keyword))))),

    // A name for a value: `let far = d.distance`.
    local: ($) => prec.right(seq(alias("let", $.keyword), field("name", $.name), "=", repeat1($._value))),

    // A name for a thing of a kind: `g: ghost`.
    binder: ($) => prec(2, seq(field("variable", $.name), ":", field("kind", $.name))),

    group: ($) => seq("(", repeat(choice($._inner, $.binder, $.condition)), ")"),
    list: ($) => seq("[", repeat($._inner), "]"),

    _inner: ($) => choice($._part, "=", ":", alias(choice("achieves", "maintains", ...without(ITEMS, PARTS)), $.keyword)),
    _part: ($) => choice($._value, ","),
    _value: ($) =>
      choice(
        $.name,
        $.call,
        $.field,
        $.number,
        $.string,
        $.boolean,
        $.block,
        $.group,
        $.list,
        alias(choice(...without(KEYWORDS, ["achieves", "maintains", "otherwise", ...CONDITIONS, ...STEPS])), $.keyword),
        $._operator,
      ),
    _operator: () => choice("==", "!=", "<=", ">=", "<", ">", "+=", "-=", "+", "-", "*", "/", "%", "..", "~", ";"),

    call: ($) => prec(1, seq(field("name", $.name), field("arguments", $.group))),
    field: ($) => seq(".", field("property", $.name)),
    boolean: () => choice("true", "false"),

    name: ($) => choice($.identifier, $.quoted_name),
    identifier: () => /[\p{XID_Start}_]\p{XID_Continue}*/,
    quoted_name: () => /`[^`\n]*`/,
    number: () => /[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?/,
    string: () => /"([^"\\\n]|\\[^\n])*"/,
    line_comment: () => token(/\/\/[^\n]*/),
    block_comment: () => token(/\/\*([^*]|\*+[^*/])*\*+\//),
  },
});
