//! Names, lists of them, parameters, types.

use super::*;

nodes! {
    /// A name given to something.
    Name = NAME;
    /// A name that refers to something.
    NameRef = NAME_REF;
    /// `a, b, c`
    NameList = NAME_LIST;
    /// `(a, b: kind)`
    ParamList = PARAM_LIST;
    /// One parameter.
    Param = PARAM;
    /// `number`, `enum(a, b)`, `list(number)`
    Type = TYPE;
    /// `(a, b)` after a type's name.
    TypeList = TYPE_LIST;
    /// `{ p: type, ... }`
    FieldList = FIELD_LIST;
    /// `p: type`, a declared property.
    Field = FIELD;
    /// `{ a, b }`, the symbols of an enumeration.
    VariantList = VARIANT_LIST;
    /// `{ p: value, ... }`, the properties of something that is made.
    ValueList = VALUE_LIST;
    /// `p: value`
    ValueField = VALUE_FIELD;
}

/// The name without the backquotes it may be written in.
fn unquoted(node: &SyntaxNode) -> &str {
    let text = node.first_token_text();
    text.strip_prefix('`').map_or(text, |rest| rest.strip_suffix('`').unwrap_or(rest))
}

impl Name {
    /// The name, without backquotes.
    pub fn text(&self) -> &str {
        unquoted(&self.node)
    }
}

impl NameRef {
    /// The name, without backquotes.
    pub fn text(&self) -> &str {
        unquoted(&self.node)
    }

    /// Whether it is `self`, the agent.
    pub fn is_self(&self) -> bool {
        self.node.first_token_text() == "self"
    }
}

accessors! { NameList {
    /// The names in order.
    names -> [NameRef],
} }

accessors! { ParamList {
    /// The parameters in order.
    params -> [Param],
} }

accessors! { Param {
    /// Its name.
    name -> (Name),
    /// Its type, if one is written.
    ty -> (Type),
} }

accessors! { Type {
    /// The type's name, such as `number` or `enum`.
    name -> (NameRef),
    /// What stands in parentheses after it.
    arguments -> (TypeList),
} }

accessors! { TypeList {
    /// The types or symbols in order.
    types -> [Type],
} }

accessors! { FieldList {
    /// The declared properties.
    fields -> [Field],
} }

accessors! { Field {
    /// The property's name.
    name -> (Name),
    /// Its type.
    ty -> (Type),
    /// Whether parts of it may be taken.
    is_divisible -> (has "divisible"),
} }

accessors! { VariantList {
    /// The symbols in order.
    variants -> [Name],
} }

accessors! { ValueList {
    /// The properties in order.
    fields -> [ValueField],
} }

accessors! { ValueField {
    /// The property's name.
    name -> (NameRef),
    /// Its value.
    value -> (Expr),
    /// Whether parts of it may be taken.
    is_divisible -> (has "divisible"),
} }
