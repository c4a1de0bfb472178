//! Names, lists of them, parameters, types.

use super::*;

views! {
    /// A name given to something.
    Name = NAME {}
    /// A name that refers to something.
    NameRef = NAME_REF {}
    /// `a, b, c`
    NameList = NAME_LIST {}
    /// `(a, b: kind)`
    ParamList = PARAM_LIST {
        /// The parameters in order.
        params -> [Param],
    }
    /// One parameter.
    Param = PARAM {
        /// Its name.
        name -> (Name),
        /// Its type, if one is written.
        ty -> (Type),
    }
    /// `number`, `enum(a, b)`, `list(number)`
    Type = TYPE {
        /// The type's name, such as `number` or `enum`.
        name -> (NameRef),
        /// What stands in parentheses after it.
        arguments -> (in TypeList Type),
    }
    /// `(a, b)` after a type's name.
    TypeList = TYPE_LIST {}
    /// `{ p: type, ... }`
    FieldList = FIELD_LIST {}
    /// `p: type`, a declared property.
    Field = FIELD {
        /// The property's name.
        name -> (Name),
        /// Its type.
        ty -> (Type),
    }
    /// `{ a, b }`, the symbols of an enumeration.
    VariantList = VARIANT_LIST {}
    /// `{ p: value, ... }`, the properties of something that is made.
    ValueList = VALUE_LIST {}
    /// `p: value`
    ValueField = VALUE_FIELD {
        /// The property's name.
        name -> (NameRef),
        /// Its value.
        value -> (Expr),
        /// Whether parts of it may be taken.
        is_divisible -> (has "divisible"),
    }
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
