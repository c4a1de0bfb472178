//! What is done.

use super::*;

views! {
    /// `a; b; c`, in order.
    Steps = STEPS {
        /// The steps in order.
        steps -> [Step],
    }
    /// `a or b`, the first that works.
    Alternatives = ALTERNATIVES {
        /// What is tried, in order.
        steps -> [Step],
    }
    /// `a with b`, at once.
    Together = TOGETHER {
        /// What is done at once.
        steps -> [Step],
    }
    /// `a weight 3`, among alternatives.
    Weighted = WEIGHTED {
        /// What is done.
        step -> (Step),
        /// How much it weighs.
        weight -> (after "weight" Expr),
    }
    /// `in any order (a; b)`
    AnyOrder = ANY_ORDER {
        /// The steps.
        steps -> (ParenStep),
    }
    /// `move(left)`: an action, program, task or, among effects, a relation that becomes true.
    CallStep = CALL_STEP {}
    /// `note target { value: x.id }`
    NoteStep = NOTE_STEP {
        /// The kind of note.
        kind -> (NameRef),
        /// Its properties.
        values -> (in ValueList ValueField),
    }
    /// `forget x`
    ForgetStep = FORGET_STEP {
        /// The name of the bound note.
        name -> (NameRef),
    }
    /// `nothing`
    NothingStep = NOTHING_STEP {}
    /// `x.p = value`, `x.p += 1`, `x.p -= 1`
    AssignStep = ASSIGN_STEP {
        /// What is changed: a property, as an [`Expr::Field`].
        target -> (Expr),
    }
    /// `not at(self, home)`: a relation that becomes false.
    RetractStep = RETRACT_STEP {
        /// The relation.
        fact -> (Expr),
    }
    /// `let x = Find(y)`
    LetStep = LET_STEP {
        /// The name.
        name -> (Name),
        /// Its value.
        value -> (Expr),
    }
    /// `return value`
    ReturnStep = RETURN_STEP {
        /// The value.
        value -> (Expr),
    }
    /// `( steps )`
    ParenStep = PAREN_STEP {
        /// What stands inside.
        steps -> (Steps),
    }
    /// `for x: kind where C { steps }`
    ForStep = FOR_STEP {
        /// Each of what.
        binder -> (Binder),
        /// What is done for it.
        steps -> (Steps),
    }
    /// `when C { steps }`
    WhenStep = WHEN_STEP {
        /// If.
        condition -> (Condition),
        /// Then.
        steps -> (Steps),
    }
}

one_of! {
    /// One thing to do.
    Step {
        /// The first that works.
        Alternatives(Alternatives),
        /// All at once.
        Together(Together),
        /// An alternative that is tried first as often as its weight says.
        Weighted(Weighted),
        /// All, in whichever order works.
        AnyOrder(AnyOrder),
        /// A plan made for drives.
        PlanFor(PlanFor),
        /// A call.
        Call(CallStep),
        /// A note written.
        Note(NoteStep),
        /// A note removed.
        Forget(ForgetStep),
        /// Nothing.
        Nothing(NothingStep),
        /// A property changed.
        Assign(AssignStep),
        /// A relation that ceases.
        Retract(RetractStep),
        /// A value kept.
        Let(LetStep),
        /// A value given back.
        Return(ReturnStep),
        /// Steps in parentheses.
        Paren(ParenStep),
        /// The same for each.
        For(ForStep),
        /// Only if.
        When(WhenStep),
    }
}

/// How a property is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

impl CallStep {
    /// What is called.
    pub fn name(&self) -> Option<NameRef> {
        match child(&self.node)? {
            Expr::Call(call) => call.name(),
            Expr::Name(name) => name.name(),
            _ => None,
        }
    }

    /// What it is called with, in order.
    pub fn arguments(&self) -> Vec<Argument> {
        match child(&self.node) {
            Some(Expr::Call(call)) => call.arguments().collect(),
            _ => Vec::new(),
        }
    }
}

impl AssignStep {
    /// How it is changed.
    pub fn op(&self) -> Option<AssignOp> {
        tokens(&self.node).find_map(|token| match token.kind() {
            SyntaxKind::EQ => Some(AssignOp::Set),
            SyntaxKind::PLUS_EQ => Some(AssignOp::Add),
            SyntaxKind::MINUS_EQ => Some(AssignOp::Subtract),
            _ => None,
        })
    }

    /// The new value, or by how much.
    pub fn value(&self) -> Option<Expr> {
        children(&self.node).nth(1)
    }
}
