//! What a bot knows: the last complete block of synchronous messages, and what it has ever seen.

use crate::{
    DominationPointSeen, FlagSeen, GameInfo, GameScore, ItemSeen, Location, MoverSeen, NodeSeen, PathAnswer,
    PlayerSeen, SelfReport, ServerMessage,
};
use std::collections::BTreeMap;

/// What kind of thing a node is, with what is known of such things alone.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A navigation point.
    Navigation,
    /// An item; its class, if it was told.
    Item(Option<String>),
    /// A domination point; the team that holds it, if it was told.
    Domination(Option<i32>),
    /// A lift or door.
    Mover {
        /// Whether shooting at it sets it off.
        damage_trigger: bool,
        /// What it is.
        class: Option<String>,
    },
    /// A flag.
    Flag {
        /// The team that it belongs to.
        team: Option<i32>,
        /// Who carries it.
        holder: Option<String>,
        /// `home`, `held` or `dropped`.
        state: Option<String>,
    },
}

/// A place or thing that was seen at least once.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownNode {
    /// Where it was when it was last seen.
    pub location: Location,
    /// Whether one could run straight to it then.
    pub reachable: bool,
    /// What it is.
    pub kind: NodeKind,
}

/// A player that was seen at least once.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownPlayer {
    /// The last sighting.
    pub seen: PlayerSeen,
    /// The block of that sighting, counted from 1.
    pub block: u64,
}

/// What applying a message means for the bot.
#[derive(Clone, Debug, PartialEq)]
pub enum KnowledgeUpdate {
    /// A block is complete: everything that is in sight has been replaced.
    BlockComplete,
    /// A path that was asked for.
    Path(PathAnswer),
    /// Anything else that the server told by itself.
    Happened(ServerMessage),
}

/// What is in sight, by id.
#[derive(Clone, Debug, Default)]
struct SightBlock {
    own: Option<SelfReport>,
    score: Option<GameScore>,
    nodes: BTreeMap<String, KnownNode>,
    players: BTreeMap<String, PlayerSeen>,
}

/// What a bot knows. Synchronous messages are collected until their block ends, so that whoever looks never sees half a block.
#[derive(Clone, Debug, Default)]
pub struct BotKnowledge {
    game: Option<GameInfo>,
    own: Option<SelfReport>,
    score: GameScore,
    /// Seconds of game time at the last block, if the server tells it.
    time: Option<f64>,
    blocks: u64,
    nodes: BTreeMap<String, KnownNode>,
    visible_nodes: Vec<String>,
    players: BTreeMap<String, KnownPlayer>,
    collecting: Option<SightBlock>,
    path: Option<PathAnswer>,
    finished: bool,
}

impl BotKnowledge {
    /// The most things and players that are kept, each. A server that names more is not believed.
    pub const MOST_KNOWN: usize = 16_384;

    /// Nothing known yet.
    pub fn new() -> BotKnowledge {
        BotKnowledge::default()
    }

    /// Takes in one message.
    pub fn apply(&mut self, information: ServerMessage) -> Option<KnowledgeUpdate> {
        match information {
            ServerMessage::Begin(mark) => {
                self.collecting = Some(SightBlock::default());
                self.time = mark.time.or(self.time);
                None
            }
            ServerMessage::End(_) => self.publish(),
            ServerMessage::PathBegin(path) => {
                self.path = Some(path);
                None
            }
            ServerMessage::PathStep(step) => {
                let path = self.path.as_mut().filter(|path| path.nodes.len() < Self::MOST_KNOWN);
                if let Some(path) = path {
                    path.nodes.push(step);
                }
                None
            }
            ServerMessage::PathEnd => self.path.take().map(KnowledgeUpdate::Path),
            ServerMessage::Path(path) => Some(KnowledgeUpdate::Path(path)),
            ServerMessage::Game(game) => {
                self.game = Some(game);
                None
            }
            synchronous => self.collect(synchronous),
        }
    }

    /// Keeps a synchronous message for the end of its block. A server that sends no blocks is taken at its word at once.
    fn collect(&mut self, information: ServerMessage) -> Option<KnowledgeUpdate> {
        let alone = self.collecting.is_none();
        let block = self.collecting.get_or_insert_default();
        match information {
            ServerMessage::Own(own) => block.own = Some(own),
            ServerMessage::Score(score) => block.score = Some(score),
            ServerMessage::Player(player) if block.players.len() < Self::MOST_KNOWN => {
                block.players.insert(player.id.clone(), player);
            }
            other => match node(other) {
                Ok((id, node)) if block.nodes.len() < Self::MOST_KNOWN => {
                    block.nodes.insert(id, node);
                }
                Ok(_) => {}
                Err(happened) => {
                    if alone {
                        self.collecting = None;
                    }
                    self.finished |= *happened == ServerMessage::Finished;
                    return Some(KnowledgeUpdate::Happened(*happened));
                }
            },
        }
        if alone { self.publish_partly() } else { None }
    }

    /// Replaces what is in sight by the block that has just ended.
    fn publish(&mut self) -> Option<KnowledgeUpdate> {
        let block = self.collecting.take()?;
        self.blocks += 1;
        self.visible_nodes = block.nodes.keys().cloned().collect();
        self.keep(block);
        Some(KnowledgeUpdate::BlockComplete)
    }

    /// Adds what was told outside of a block to what is in sight.
    fn publish_partly(&mut self) -> Option<KnowledgeUpdate> {
        let block = self.collecting.take()?;
        for id in
            block.nodes.keys().filter(|id| !self.visible_nodes.contains(id)).cloned().collect::<Vec<_>>()
        {
            self.visible_nodes.push(id);
        }
        self.keep(block);
        None
    }

    fn keep(&mut self, block: SightBlock) {
        self.own = block.own.or(self.own.take());
        if let Some(score) = block.score {
            self.score = score;
        }
        for (id, node) in block.nodes {
            if self.nodes.len() < Self::MOST_KNOWN || self.nodes.contains_key(&id) {
                self.nodes.insert(id, node);
            }
        }
        for (id, seen) in block.players {
            if self.players.len() < Self::MOST_KNOWN || self.players.contains_key(&id) {
                self.players.insert(id, KnownPlayer { seen, block: self.blocks });
            }
        }
        self.visible_nodes.retain(|id| self.nodes.contains_key(id));
    }

    /// The game that is played, once the server has told.
    pub fn game(&self) -> Option<&GameInfo> {
        self.game.as_ref()
    }

    /// The bot itself.
    pub fn own(&self) -> Option<&SelfReport> {
        self.own.as_ref()
    }

    /// Scores, and who holds what.
    pub fn score(&self) -> &GameScore {
        &self.score
    }

    /// Seconds of game time at the last block, if the server tells it.
    pub fn time(&self) -> Option<f64> {
        self.time
    }

    /// How many blocks have been completed.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Whether the server has said that the game is over.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Everything that was ever seen, ordered by id.
    pub fn nodes(&self) -> impl Iterator<Item = (&str, &KnownNode)> {
        self.nodes.iter().map(|(id, node)| (id.as_str(), node))
    }

    /// What was in sight in the last block, ordered by id.
    pub fn visible_nodes(&self) -> impl Iterator<Item = (&str, &KnownNode)> {
        self.visible_nodes.iter().filter_map(|id| Some((id.as_str(), self.nodes.get(id)?)))
    }

    /// Every player that was ever seen, ordered by id.
    pub fn players(&self) -> impl Iterator<Item = &KnownPlayer> {
        self.players.values()
    }

    /// The players that were in sight in the last block, ordered by id.
    pub fn visible_players(&self) -> impl Iterator<Item = &PlayerSeen> {
        self.players.values().filter(|player| player.block == self.blocks).map(|player| &player.seen)
    }

    /// The players in sight that are not of the bot's own team.
    pub fn visible_enemies(&self) -> impl Iterator<Item = &PlayerSeen> {
        let own = self.own.as_ref().and_then(|own| own.team).filter(|team| *team != 255);
        self.visible_players().filter(move |player| own.is_none() || player.team != own)
    }
}

/// The node that a message is about, or the message itself if it is about none. A flag out of sight is no node.
fn node(information: ServerMessage) -> Result<(String, KnownNode), Box<ServerMessage>> {
    let (id, location, reachable, kind) = match information {
        ServerMessage::Node(NodeSeen { id, location, reachable }) => {
            (id, location, reachable, NodeKind::Navigation)
        }
        ServerMessage::Item(ItemSeen { id, location, reachable, class }) => {
            (id, location, reachable, NodeKind::Item(class))
        }
        ServerMessage::DominationPoint(DominationPointSeen { id, location, reachable, controller }) => {
            (id, location, reachable, NodeKind::Domination(controller))
        }
        ServerMessage::Mover(MoverSeen { id, location, reachable, damage_trigger, class }) => {
            let kind = NodeKind::Mover { damage_trigger: damage_trigger.unwrap_or(false), class };
            (id, location, reachable, kind)
        }
        ServerMessage::Flag(FlagSeen { id, location: Some(location), holder, team, reachable, state }) => {
            (id, location, reachable, NodeKind::Flag { team, holder, state })
        }
        other => return Err(Box::new(other)),
    };
    Ok((id, KnownNode { location, reachable: reachable.unwrap_or(false), kind }))
}
