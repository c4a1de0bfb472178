//! Adaptive Huffman coding (Faller, Gallager, Knuth), and the fixed code that the game has made with it.
//!
//! The tree is kept in one list from the lightest node to the root, ordered by weight. When a symbol is counted, its node first changes places with the last node
//! of the same weight. The wire depends on the places of equal nodes in that list, so the order of the exchanges matters.

use super::{MAX_MESSAGE, WireError};
use std::sync::OnceLock;

/// The fixed code of messages: for each byte its code, first bit lowest. The wire defines it by the weights of the symbols; a test builds it from them.
const CODES: [u16; 256] = [
    2, 27, 72, 108, 161, 17, 16, 63, 21, 52, 105, 11, 19, 45, 57, 172, 37, 88, 496, 504, 477, 1011, 555, 803,
    244, 397, 171, 867, 491, 67, 79, 212, 55, 211, 68, 717, 965, 1017, 781, 973, 148, 428, 51, 20, 625, 752,
    500, 120, 39, 195, 239, 407, 83, 177, 13, 353, 7, 241, 409, 401, 291, 188, 324, 499, 207, 80, 124, 4, 33,
    81, 128, 112, 317, 99, 727, 881, 413, 683, 455, 819, 300, 157, 363, 875, 467, 369, 483, 563, 215, 715,
    368, 168, 199, 261, 235, 216, 243, 60, 427, 399, 151, 48, 65, 335, 28, 40, 189, 196, 152, 143, 12, 179,
    133, 140, 71, 121, 89, 64, 23, 25, 75, 225, 163, 115, 111, 104, 8, 101, 31, 41, 76, 125, 15, 131, 1, 135,
    103, 231, 87, 116, 459, 452, 129, 77, 305, 355, 384, 983, 43, 325, 107, 61, 811, 249, 227, 581, 299, 49,
    1003, 441, 276, 505, 307, 44, 733, 449, 797, 465, 312, 97, 739, 837, 619, 205, 203, 333, 56, 961, 573,
    956, 197, 940, 995, 665, 979, 532, 515, 444, 669, 897, 611, 141, 84, 259, 93, 32, 9, 967, 775, 184, 497,
    556, 69, 3, 285, 453, 845, 29, 0, 953, 221, 385, 269, 185, 461, 916, 445, 404, 909, 344, 957, 193, 989,
    248, 209, 145, 153, 760, 35, 113, 723, 913, 73, 561, 263, 609, 547, 24, 517, 705, 471, 240, 709, 768,
    977, 936, 541, 1280, 5, 856, 761, 424, 697, 653, 47, 36,
];
/// How many bits each code has.
const LENGTHS: [u8; 256] = [
    2, 5, 7, 7, 8, 8, 7, 6, 5, 7, 7, 7, 7, 6, 8, 9, 7, 9, 9, 9, 10, 10, 10, 10, 9, 10, 10, 10, 10, 8, 9, 8,
    6, 10, 9, 10, 10, 10, 10, 10, 9, 10, 10, 10, 10, 10, 9, 8, 7, 8, 8, 9, 8, 8, 9, 9, 9, 9, 9, 10, 10, 9, 9,
    10, 8, 7, 7, 7, 8, 8, 9, 9, 9, 10, 10, 10, 9, 10, 10, 10, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 9, 9,
    9, 9, 8, 9, 8, 9, 9, 9, 7, 8, 9, 6, 8, 9, 9, 8, 9, 8, 8, 8, 8, 8, 8, 7, 7, 8, 8, 8, 8, 8, 8, 8, 7, 7, 7,
    6, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 10, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
    10, 9, 10, 10, 10, 10, 10, 10, 10, 9, 10, 10, 10, 10, 10, 10, 10, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10,
    10, 10, 10, 10, 10, 10, 8, 9, 8, 6, 7, 10, 10, 8, 9, 10, 10, 10, 10, 10, 10, 10, 9, 10, 10, 10, 10, 10,
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 9, 10, 10, 10, 10, 10, 10, 7, 10, 10, 10, 10, 8, 10, 10, 10,
    10, 10, 10, 10, 10, 10, 11, 10, 10, 10, 10, 10, 10, 7, 6,
];

/// The fixed code with a tree to read it.
#[derive(Debug)]
pub(super) struct FixedCode {
    /// Pairs of what follows a 0 and a 1: another pair, or 256 plus a symbol.
    branches: Vec<[u16; 2]>,
}

const LEAF: u16 = 1 << 15;

impl FixedCode {
    /// The code, which never changes.
    pub(super) fn get() -> &'static Self {
        static CODE: OnceLock<FixedCode> = OnceLock::new();
        CODE.get_or_init(Self::build)
    }

    fn build() -> Self {
        let mut branches = vec![[0u16; 2]];
        for (symbol, (code, length)) in CODES.iter().zip(&LENGTHS).enumerate() {
            let mut at = 0usize;
            for place in 0..*length {
                let side = usize::from(code >> place & 1);
                if place + 1 == *length {
                    branches[at][side] = LEAF | symbol as u16;
                } else {
                    if branches[at][side] == 0 {
                        branches[at][side] = branches.len() as u16;
                        branches.push([0; 2]);
                    }
                    at = usize::from(branches[at][side]);
                }
            }
        }
        Self { branches }
    }

    /// The code of a byte, first bit lowest, and its length.
    pub(super) fn code(&self, byte: u8) -> (u16, u8) {
        (CODES[usize::from(byte)], LENGTHS[usize::from(byte)])
    }

    /// Reads one byte.
    pub(super) fn read(&self, mut bit: impl FnMut() -> Result<bool, WireError>) -> Result<u8, WireError> {
        let mut at = 0usize;
        loop {
            let next = self.branches[at][usize::from(bit()?)];
            if next & LEAF != 0 {
                return Ok(next as u8);
            }
            // Zero is the code of no symbol.
            if next == 0 {
                return Err(WireError::Short);
            }
            at = usize::from(next);
        }
    }
}

/// What stands for "a symbol that was not there before" in a tree.
const UNSEEN: usize = 0;

#[derive(Clone, Debug)]
struct CodeNode {
    weight: u32,
    parent: Option<usize>,
    children: Option<[usize; 2]>,
    symbol: u8,
}

/// A code that follows what was coded so far.
#[derive(Clone, Debug)]
struct AdaptiveCode {
    nodes: Vec<CodeNode>,
    root: usize,
    leaves: [Option<usize>; 256],
    /// Nodes by weight, lightest first.
    order: Vec<usize>,
    /// Where each node is in that list.
    places: Vec<usize>,
}

impl AdaptiveCode {
    fn new() -> Self {
        let unseen = CodeNode { weight: 0, parent: None, children: None, symbol: 0 };
        Self { nodes: vec![unseen], root: 0, leaves: [None; 256], order: vec![UNSEEN], places: vec![0] }
    }

    /// Counts a symbol.
    fn count(&mut self, symbol: u8) {
        let from = match self.leaves[usize::from(symbol)] {
            Some(leaf) => Some(leaf),
            None => self.add(symbol),
        };
        let mut passed = Vec::new();
        let mut at = from;
        while let Some(node) = at {
            self.move_up(node);
            self.nodes[node].weight += 1;
            passed.push(node);
            at = self.nodes[node].parent;
        }
        while let Some(node) = passed.pop() {
            let before = self.places[node].checked_sub(1).map(|place| self.order[place]);
            if let (Some(parent), Some(before)) = (self.nodes[node].parent, before)
                && parent == before
            {
                self.swap_places(node, parent);
            }
        }
    }

    /// Gives a new symbol a leaf beside the one for unseen symbols. Returns the node above both.
    fn add(&mut self, symbol: u8) -> Option<usize> {
        let (inner, leaf) = (self.nodes.len(), self.nodes.len() + 1);
        let above = self.nodes[UNSEEN].parent;
        self.nodes.push(CodeNode { weight: 1, parent: above, children: Some([UNSEEN, leaf]), symbol: 0 });
        self.nodes.push(CodeNode { weight: 1, parent: Some(inner), children: None, symbol });
        self.nodes[UNSEEN].parent = Some(inner);
        self.replace_child(above, UNSEEN, inner);
        self.leaves[usize::from(symbol)] = Some(leaf);
        self.order.splice(1..1, [leaf, inner]);
        self.places.extend([0, 0]);
        for (place, node) in self.order.iter().enumerate() {
            self.places[*node] = place;
        }
        above
    }

    /// Exchanges a node with the last one of its weight.
    fn move_up(&mut self, node: usize) {
        let weight = self.nodes[node].weight;
        let mut last = self.places[node];
        while self.order.get(last + 1).is_some_and(|next| self.nodes[*next].weight == weight) {
            last += 1;
        }
        let leader = self.order[last];
        if leader == node {
            return;
        }
        if self.nodes[node].parent != Some(leader) {
            self.swap_in_tree(node, leader);
        }
        self.swap_places(node, leader);
    }

    fn swap_in_tree(&mut self, one: usize, other: usize) {
        let (above_one, above_other) = (self.nodes[one].parent, self.nodes[other].parent);
        if above_one == above_other {
            if let Some(children) = above_one.and_then(|above| self.nodes[above].children.as_mut()) {
                children.swap(0, 1);
            }
            return;
        }
        self.replace_child(above_one, one, other);
        self.replace_child(above_other, other, one);
        (self.nodes[one].parent, self.nodes[other].parent) = (above_other, above_one);
    }

    fn replace_child(&mut self, above: Option<usize>, old: usize, new: usize) {
        match above {
            None => self.root = new,
            Some(above) => {
                for child in self.nodes[above].children.iter_mut().flatten().filter(|child| **child == old) {
                    *child = new;
                }
            }
        }
    }

    fn swap_places(&mut self, one: usize, other: usize) {
        let (place, other_place) = (self.places[one], self.places[other]);
        self.order.swap(place, other_place);
        (self.places[one], self.places[other]) = (other_place, place);
    }

    /// The way from the root to a node.
    fn path(&self, node: usize) -> Vec<bool> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(above) = self.nodes[at].parent {
            path.push(self.nodes[above].children.is_some_and(|[_, right]| right == at));
            at = above;
        }
        path.reverse();
        path
    }
}

/// Codes bytes as the request to connect is coded: their number, then each byte in a code that follows those before.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len().min(usize::from(u16::MAX));
    let mut coded = vec![(length >> 8) as u8, length as u8];
    let mut used = 16;
    let mut put = |coded: &mut Vec<u8>, bit: bool| {
        if used / 8 == coded.len() {
            coded.push(0);
        }
        coded[used / 8] |= u8::from(bit) << (used % 8);
        used += 1;
    };
    let mut code = AdaptiveCode::new();
    for byte in bytes.iter().take(length) {
        let leaf = code.leaves[usize::from(*byte)];
        for bit in code.path(leaf.unwrap_or(UNSEEN)) {
            put(&mut coded, bit);
        }
        if leaf.is_none() {
            for place in (0..8).rev() {
                put(&mut coded, byte >> place & 1 == 1);
            }
        }
        code.count(*byte);
    }
    // The game counts a byte more than it needs, and so does this.
    coded.push(0);
    coded
}

/// Reads what [`compress`] wrote.
///
/// # Errors
/// If the bytes end too early.
pub fn decompress(coded: &[u8]) -> Result<Vec<u8>, WireError> {
    let [high, low, rest @ ..] = coded else { return Err(WireError::Short) };
    let length = usize::from(*high) << 8 | usize::from(*low);
    if length > MAX_MESSAGE {
        return Err(WireError::Long);
    }
    let mut at = 0;
    let mut bit = || {
        let byte = rest.get(at / 8).ok_or(WireError::Short)?;
        at += 1;
        Ok(byte >> ((at - 1) % 8) & 1 == 1)
    };
    let mut code = AdaptiveCode::new();
    let mut bytes = Vec::new();
    while bytes.len() < length {
        let mut node = code.root;
        while let Some(children) = code.nodes[node].children {
            node = children[usize::from(bit()?)];
        }
        let symbol = if node == UNSEEN {
            (0..8).try_fold(0u8, |symbol, _| Ok(symbol << 1 | u8::from(bit()?)))?
        } else {
            code.nodes[node].symbol
        };
        bytes.push(symbol);
        code.count(symbol);
    }
    Ok(bytes)
}

#[cfg(test)]
#[path = "../../tests/unit/huffman.rs"]
mod tests;
