//! Typed views of the tree: what the checker, the language server and other readers walk.
//!
//! A view is a node with a type. Every accessor that may miss something in a broken text gives an `Option`; in a text
//! without errors, what the grammar requires is there. A view is as cheap to clone as its node.
//!
//! - [`SourceFile::items`] gives the declarations as [`Item`]s.
//! - [`Expr`] is a condition or value, [`Condition`] a list of them that must all hold.
//! - [`Step`] is something to do or an effect, [`Steps`] a list of them in order.
//! - [`Pattern`] finds a thing, [`Request`] is one property it asks for, [`Value`] what it asks of it.

mod clauses;
mod engines;
mod expressions;
mod items;
mod minds;
mod names;
mod patterns;
mod steps;

pub use clauses::*;
pub use engines::*;
pub use expressions::*;
pub use items::*;
pub use minds::*;
pub use names::*;
pub use patterns::*;
pub use steps::*;

use super::{SyntaxKind, SyntaxNode, SyntaxToken};
use motive_diagnostics::Span;

/// A node with a type.
pub trait AstNode: Sized {
    /// Whether nodes of this kind can be viewed so.
    fn can_cast(kind: SyntaxKind) -> bool;

    /// The view of this node, if it is of the right kind.
    fn cast(node: SyntaxNode) -> Option<Self>;

    /// The node itself.
    fn syntax(&self) -> &SyntaxNode;

    /// Where it lies in the text.
    fn span(&self) -> Span {
        self.syntax().span()
    }
}

/// The first child of a type.
fn child<T: AstNode>(node: &SyntaxNode) -> Option<T> {
    node.child_of_kind(T::can_cast).and_then(T::cast)
}

/// All children of a type.
fn children<T: AstNode>(node: &SyntaxNode) -> impl Iterator<Item = T> + use<T> {
    // A function pointer, so that the search is compiled once and not for each type.
    node.children_of_kind(T::can_cast as fn(SyntaxKind) -> bool).filter_map(T::cast)
}

/// What a list in the node holds.
fn in_list<L: AstNode, T: AstNode>(list: Option<L>) -> impl Iterator<Item = T> + use<L, T> {
    list.into_iter().flat_map(|list| children(list.syntax()))
}

/// All children of a type in the node's block.
fn in_block<T: AstNode>(node: &SyntaxNode) -> impl Iterator<Item = T> + use<T> {
    let block = node.child_of_kind(|kind| kind == SyntaxKind::BLOCK);
    block.into_iter().flat_map(|block| children(&block))
}

/// The first token of a kind directly in the node.
fn token(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    node.own_tokens(|known| known == kind).next()
}

fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.own_tokens(|_| true)
}

fn keywords(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.own_tokens(|kind| kind == SyntaxKind::KEYWORD)
}

/// Whether a keyword stands directly in the node.
fn has_word(node: &SyntaxNode, word: &str) -> bool {
    keywords(node).any(|token| token.text() == word)
}

/// The first child of a type after a keyword of the node.
fn child_after<T: AstNode>(node: &SyntaxNode, word: &str) -> Option<T> {
    let start = keywords(node).find(|token| token.text() == word)?.span().end;
    children::<T>(node).find(|child| child.syntax().span().start >= start)
}

/// Declares views: a struct per kind of node, with its accessors.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident = $kind:ident { $($accessors:tt)* })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name { node: SyntaxNode }

        impl AstNode for $name {
            fn can_cast(kind: SyntaxKind) -> bool {
                kind == SyntaxKind::$kind
            }

            fn cast(node: SyntaxNode) -> Option<Self> {
                (node.kind() == SyntaxKind::$kind).then_some(Self { node })
            }

            fn syntax(&self) -> &SyntaxNode {
                &self.node
            }
        }

        accessors! { $name { $($accessors)* } }
    )* };
}

/// Declares a view that is one of several.
macro_rules! one_of {
    ($(#[$doc:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident($view:ident),)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$inner])* $variant($view),)* }

        impl AstNode for $name {
            fn can_cast(kind: SyntaxKind) -> bool {
                $($view::can_cast(kind))||*
            }

            fn cast(node: SyntaxNode) -> Option<Self> {
                let kind = node.kind();
                $(if $view::can_cast(kind) { return $view::cast(node).map(Self::$variant); })*
                None
            }

            fn syntax(&self) -> &SyntaxNode {
                match self { $(Self::$variant(view) => view.syntax(),)* }
            }
        }
    };
}

/// Declares accessors: `name -> (Type)` for the first child of a type, `name -> (after "word" Type)` for the first behind a keyword,
/// `name -> [Type]` for all children of a type, `name -> {Type}` for those in its block, `name -> (in List Type)` for those in a list,
/// `name -> (has "word")` for whether a keyword is there.
macro_rules! accessors {
    ($on:ident { $($(#[$doc:meta])* $name:ident -> $how:tt,)* }) => {
        impl $on { $(accessors!(@one $(#[$doc])* $name $how);)* }
    };
    (@one $(#[$doc:meta])* $name:ident [$view:ident]) => {
        $(#[$doc])*
        pub fn $name(&self) -> impl Iterator<Item = $view> + use<> {
            children(self.syntax())
        }
    };
    (@one $(#[$doc:meta])* $name:ident {$view:ident}) => {
        $(#[$doc])*
        pub fn $name(&self) -> impl Iterator<Item = $view> + use<> {
            in_block(self.syntax())
        }
    };
    (@one $(#[$doc:meta])* $name:ident (in $list:ident $view:ident $(after $word:literal)?)) => {
        $(#[$doc])*
        pub fn $name(&self) -> impl Iterator<Item = $view> + use<> {
            in_list(accessors!(@list $list self $($word)?))
        }
    };
    (@list $list:ident $self:ident) => { child::<$list>($self.syntax()) };
    (@list $list:ident $self:ident $word:literal) => { child_after::<$list>($self.syntax(), $word) };
    (@one $(#[$doc:meta])* $name:ident (has $word:literal)) => {
        $(#[$doc])*
        pub fn $name(&self) -> bool {
            has_word(self.syntax(), $word)
        }
    };
    (@one $(#[$doc:meta])* $name:ident (after $word:literal $view:ident)) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<$view> {
            child_after(self.syntax(), $word)
        }
    };
    (@one $(#[$doc:meta])* $name:ident ($view:ident)) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<$view> {
            child(self.syntax())
        }
    };
}

use {accessors, one_of, views};
