//! Shooting: standing still, or as a small state machine that strafes and dodges.

use super::PrimitiveContext;
use super::kind::{PrimitiveEnd, PrimitiveFailure};
use crate::body::{Aim, BodyCommand, BodyEvent, SeenPlayer};
use glam::Vec3;
use motive::Id;

/// Seconds between two changes of side (specified).
const STRAFE: f64 = 0.6;
/// Seconds that a fighter looks for an enemy that it lost (specified).
const LOOKS_FOR_LOST: f64 = 2.0;
/// How far a fighter strafes at a time (ours).
const SIDEWAYS: f32 = 240.0;

/// A body that stands and shoots.
#[derive(Clone, Debug)]
pub(super) struct Shooting {
    target: Id,
    aimed: f64,
}

impl Shooting {
    pub(super) fn begin(cx: &mut PrimitiveContext<'_>) -> Result<Self, PrimitiveFailure> {
        let target = cx.nearest_enemy().ok_or(PrimitiveFailure::NoEnemy)?.id;
        if cx.seen.own.ammunition <= 0 {
            return Err(PrimitiveFailure::NoAmmunition);
        }
        cx.command(BodyCommand::Shoot(Aim::Thing(target)));
        Ok(Self { target, aimed: cx.now() })
    }

    pub(super) fn look(&mut self, cx: &mut PrimitiveContext<'_>) -> Option<PrimitiveEnd> {
        if cx.seen.own.ammunition <= 0 {
            return Some(Err(PrimitiveFailure::NoAmmunition));
        }
        let in_view = cx.enemies().any(|enemy| enemy.id == self.target);
        if !in_view {
            let Some(next) = cx.nearest_enemy() else { return Some(Ok(())) };
            self.target = next.id;
        }
        if !in_view || cx.now() - self.aimed >= cx.settings.reaim {
            self.aimed = cx.now();
            cx.command(BodyCommand::Shoot(Aim::Thing(self.target)));
        }
        None
    }
}

/// The states of a fighter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stance {
    /// Fires, and changes sides at this time.
    Strafing { until: f64 },
    /// Looks for the enemy at the place where it was seen last, until this time.
    Searching { until: f64 },
}

/// A body that fights on the move.
#[derive(Clone, Debug)]
pub(super) struct Fight {
    target: Id,
    last_seen: Vec3,
    stance: Stance,
    to_the_left: bool,
    aimed: f64,
}

impl Fight {
    pub(super) fn begin(cx: &mut PrimitiveContext<'_>) -> Result<Self, PrimitiveFailure> {
        let enemy = cx.nearest_enemy().ok_or(PrimitiveFailure::NoEnemy)?;
        if cx.seen.own.ammunition <= 0 {
            return Err(PrimitiveFailure::NoAmmunition);
        }
        let mut fight = Self {
            target: enemy.id,
            last_seen: enemy.position,
            stance: Stance::Strafing { until: cx.now() },
            to_the_left: cx.draws.fraction(0) < 0.5,
            aimed: cx.now(),
        };
        cx.command(BodyCommand::Shoot(Aim::Thing(enemy.id)));
        fight.strafe(enemy, cx);
        Ok(fight)
    }

    pub(super) fn look(&mut self, cx: &mut PrimitiveContext<'_>) -> Option<PrimitiveEnd> {
        if cx.seen.own.ammunition <= 0 {
            return Some(Err(PrimitiveFailure::NoAmmunition));
        }
        let current = cx.enemies().find(|enemy| enemy.id == self.target);
        match current.or_else(|| cx.nearest_enemy()) {
            Some(enemy) => {
                self.engage(enemy, cx);
                None
            }
            None => self.search(cx),
        }
    }

    fn engage(&mut self, enemy: &SeenPlayer, cx: &mut PrimitiveContext<'_>) {
        let (now, anew) =
            (cx.now(), enemy.id != self.target || !matches!(self.stance, Stance::Strafing { .. }));
        (self.target, self.last_seen) = (enemy.id, enemy.position);
        if anew || now - self.aimed >= cx.settings.reaim {
            self.aimed = now;
            cx.command(BodyCommand::Shoot(Aim::Thing(enemy.id)));
        }
        let threatened = cx
            .seen
            .events
            .iter()
            .any(|event| matches!(event, BodyEvent::Hurt { .. } | BodyEvent::Projectile { .. }));
        let over = matches!(self.stance, Stance::Strafing { until } if now >= until);
        if anew || over || threatened || cx.bumped() {
            self.to_the_left = !self.to_the_left;
            self.strafe(enemy, cx);
        }
    }

    fn strafe(&mut self, enemy: &SeenPlayer, cx: &mut PrimitiveContext<'_>) {
        let me = cx.seen.own.position;
        let toward = (enemy.position - me).with_z(0.0).normalize_or(Vec3::X);
        let left = Vec3::new(-toward.y, toward.x, 0.0);
        let by = if self.to_the_left { left } else { -left };
        cx.command(BodyCommand::StrafeTo(me + by * SIDEWAYS, Aim::Thing(enemy.id)));
        self.stance = Stance::Strafing { until: cx.now() + STRAFE };
    }

    fn search(&mut self, cx: &mut PrimitiveContext<'_>) -> Option<PrimitiveEnd> {
        let now = cx.now();
        match self.stance {
            Stance::Searching { until } if now >= until => Some(Ok(())),
            Stance::Searching { .. } => None,
            Stance::Strafing { .. } => {
                let killed =
                    |event: &BodyEvent| matches!(event, BodyEvent::Killed { who, .. } if *who == self.target);
                if cx.seen.events.iter().any(killed) {
                    return Some(Ok(()));
                }
                cx.command(BodyCommand::StopShooting);
                cx.run_to(self.last_seen);
                self.stance = Stance::Searching { until: now + LOOKS_FOR_LOST };
                None
            }
        }
    }
}
