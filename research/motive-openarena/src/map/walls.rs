//! What blocks a view: the brushes and curved surfaces of a map, in the tree that the game itself uses.

use super::{EntityList, GameMapError, Lump, LumpRecord, MapBox};
use glam::Vec3;

const ENTITIES: usize = 0;
const TEXTURES: usize = 1;
const PLANES: usize = 2;
const NODES: usize = 3;
const LEAVES: usize = 4;
const LEAF_FACES: usize = 5;
const LEAF_BRUSHES: usize = 6;
const MODELS: usize = 7;
const BRUSHES: usize = 8;
const BRUSH_SIDES: usize = 9;
const VERTICES: usize = 10;
const FACES: usize = 13;

/// What is solid.
const SOLID: i32 = 1;
/// Contents that stop players and nothing else: invisible walls and floors.
const PLAYER_CLIP: i32 = 0x1_0000;
/// A face that is a curved surface.
const PATCH: i32 = 2;
/// Into how many strips a patch is cut, each way.
const STRIPS: usize = 6;
/// The most parts of the tree that one line is followed through, so that a broken file cannot hold it up.
const MOST_STEPS: usize = 20_000;

#[derive(Clone, Copy, Debug)]
struct Plane {
    normal: Vec3,
    distance: f32,
}

#[derive(Clone, Copy, Debug)]
struct WallNode {
    plane: usize,
    /// Negative ones are leaves.
    children: [i32; 2],
}

#[derive(Clone, Debug)]
struct WallLeaf {
    brushes: Vec<u32>,
    patches: Vec<u32>,
}

/// A convex part of a map.
#[derive(Clone, Debug)]
struct Brush {
    /// Its planes; none if it stops nobody.
    sides: Vec<u32>,
    /// Whether it stops players alone.
    is_clip: bool,
}

#[derive(Clone, Debug)]
struct CurvedWall {
    least: Vec3,
    most: Vec3,
    triangles: Vec<Triangle>,
}

/// The solid parts of a map.
#[derive(Clone, Debug)]
pub struct Walls {
    nodes: Vec<WallNode>,
    planes: Vec<Plane>,
    leaves: Vec<WallLeaf>,
    brushes: Vec<Brush>,
    patches: Vec<CurvedWall>,
    /// The boxes of the map's own models; the first is the map itself, the others are what moves.
    models: Vec<MapBox>,
}

impl Walls {
    /// Reads a map file (`IBSP`, version 46), and what lies and stands on the map.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn read(path: &str, bytes: &[u8]) -> Result<(Self, EntityList), GameMapError> {
        let malformed =
            |reason| GameMapError::Malformed { path: path.to_owned(), expected: "map of this game", reason };
        if !bytes.starts_with(b"IBSP") || bytes.get(4) != Some(&46) {
            return Err(malformed("it does not begin with IBSP and the version 46"));
        }
        let lump = |number: usize| {
            Lump::of(bytes, bytes, 8 + number * 8).ok_or_else(|| malformed("a part lies outside of the file"))
        };
        let text = String::from_utf8_lossy(lump(ENTITIES)?.bytes());
        let entities = EntityList::parse(&text);
        let contents: Vec<i32> = lump(TEXTURES)?.records(72).map(|record| record.int(68)).collect();
        let contents = |texture: usize| contents.get(texture).copied().unwrap_or_default();
        let is_solid = |texture: usize| contents(texture) & SOLID != 0;
        let plane = |record: LumpRecord<'_>| Plane { normal: record.vector(0), distance: record.float(12) };
        let node = |record: LumpRecord<'_>| WallNode {
            plane: record.index(0),
            children: [record.int(4), record.int(8)],
        };
        let sides: Vec<u32> = lump(BRUSH_SIDES)?.records(8).map(|record| record.int(0) as u32).collect();
        let brush = |record: LumpRecord<'_>| {
            let texture = record.index(8);
            let stops = contents(texture) & (SOLID | PLAYER_CLIP) != 0;
            let sides = sides.get(range(record.index(0), record.index(4))).filter(|_| stops);
            Brush { sides: sides.unwrap_or_default().to_vec(), is_clip: !is_solid(texture) }
        };
        let brushes: Vec<Brush> = lump(BRUSHES)?.records(12).map(brush).collect();
        let vertices: Vec<Vec3> = lump(VERTICES)?.records(44).map(|record| record.vector(0)).collect();
        let face = |record: LumpRecord<'_>| {
            let points = vertices.get(range(record.index(12), record.index(16)));
            let curved = record.int(8) == PATCH && is_solid(record.index(0));
            let triangles = points.filter(|_| curved).map(|points| triangles(points, record.index(96)));
            CurvedWall::new(triangles.unwrap_or_default())
        };
        let patches: Vec<CurvedWall> = lump(FACES)?.records(104).map(face).collect();
        let indices = |number: usize| {
            lump(number).map(|lump| lump.records(4).map(|record| record.int(0) as u32).collect::<Vec<u32>>())
        };
        let (leaf_faces, leaf_brushes) = (indices(LEAF_FACES)?, indices(LEAF_BRUSHES)?);
        let leaf = |record: LumpRecord<'_>| {
            let faces = leaf_faces.get(range(record.index(32), record.index(36))).unwrap_or_default();
            let inside = leaf_brushes.get(range(record.index(40), record.index(44))).unwrap_or_default();
            let curved =
                |face: &&u32| patches.get(**face as usize).is_some_and(|it| !it.triangles.is_empty());
            let stops =
                |brush: &&u32| brushes.get(**brush as usize).is_some_and(|brush| !brush.sides.is_empty());
            WallLeaf {
                brushes: inside.iter().filter(stops).copied().collect(),
                patches: faces.iter().filter(curved).copied().collect(),
            }
        };
        let model = |record: LumpRecord<'_>| MapBox { least: record.vector(0), most: record.vector(12) };
        let walls = Self {
            nodes: lump(NODES)?.records(36).map(node).collect(),
            planes: lump(PLANES)?.records(16).map(plane).collect(),
            models: lump(MODELS)?.records(40).map(model).collect(),
            leaves: lump(LEAVES)?.records(48).map(leaf).collect(),
            brushes,
            patches,
        };
        Ok((walls, entities))
    }

    /// The boxes of the map's own models, such as lifts and doors; entities name them as `*1` and so on, and the first is the map itself.
    pub fn models(&self) -> &[MapBox] {
        &self.models
    }

    /// Whether nothing solid lies between two points.
    pub fn is_clear(&self, from: Vec3, to: Vec3) -> bool {
        self.trace(from, to).is_none()
    }

    /// Where on the way from one point to another something solid begins, from 0 to 1. None if nothing does.
    pub fn trace(&self, from: Vec3, to: Vec3) -> Option<f32> {
        self.trace_what(from, to, false)
    }

    /// The same for what stops players: also invisible walls and floors, which neither a look nor a shot notices.
    pub fn trace_players(&self, from: Vec3, to: Vec3) -> Option<f32> {
        self.trace_what(from, to, true)
    }

    fn trace_what(&self, from: Vec3, to: Vec3, clips: bool) -> Option<f32> {
        let mut nearest: Option<f32> = None;
        let mut pending = vec![(0i32, 0.0f32, 1.0f32)];
        let mut steps = 0;
        while let Some((node, enter, leave)) = pending.pop() {
            steps += 1;
            if steps > MOST_STEPS || nearest.is_some_and(|nearest| nearest < enter) {
                break;
            }
            let Ok(inner) = usize::try_from(node) else {
                let found = self.trace_leaf((-1 - node) as usize, from, to, clips);
                nearest = [nearest, found].into_iter().flatten().reduce(f32::min);
                continue;
            };
            let Some(inner) = self.nodes.get(inner) else { continue };
            let Some(plane) = self.planes.get(inner.plane) else { continue };
            let (start, end) = (from.lerp(to, enter), from.lerp(to, leave));
            let (one, other) = (plane.above(start), plane.above(end));
            let (front, back) = (inner.children[0], inner.children[1]);
            // Points on the plane count for both sides.
            if one > 0.1 && other > 0.1 {
                pending.push((front, enter, leave));
            } else if one < -0.1 && other < -0.1 {
                pending.push((back, enter, leave));
            } else {
                let part =
                    if (one - other).abs() > 1e-6 { (one / (one - other)).clamp(0.0, 1.0) } else { 0.5 };
                let middle = enter + (leave - enter) * part;
                let slack = 0.001;
                let (near, far) = if one >= other { (front, back) } else { (back, front) };
                pending.push((far, (middle - slack).max(enter), leave));
                pending.push((near, enter, (middle + slack).min(leave)));
            }
        }
        nearest
    }

    fn trace_leaf(&self, leaf: usize, from: Vec3, to: Vec3, clips: bool) -> Option<f32> {
        let leaf = self.leaves.get(leaf)?;
        let inside = leaf.brushes.iter().filter_map(|brush| self.brushes.get(*brush as usize));
        let brushes = inside.filter(|brush| clips || !brush.is_clip);
        let brushes = brushes.filter_map(|brush| self.trace_brush(brush, from, to));
        let patches =
            leaf.patches.iter().filter_map(|patch| self.patches.get(*patch as usize)?.trace(from, to));
        brushes.chain(patches).reduce(f32::min)
    }

    /// Where a line enters a brush.
    fn trace_brush(&self, brush: &Brush, from: Vec3, to: Vec3) -> Option<f32> {
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for side in &brush.sides {
            let plane = self.planes.get(*side as usize)?;
            let (start, end) = (plane.above(from), plane.above(to));
            match (start > 0.0, end > 0.0) {
                (true, true) => return None,
                (false, false) => {}
                (true, false) => enter = enter.max(start / (start - end)),
                (false, true) => leave = leave.min(start / (start - end)),
            }
        }
        (enter <= leave).then_some(enter)
    }
}

impl Plane {
    fn above(&self, point: Vec3) -> f32 {
        self.normal.dot(point) - self.distance
    }
}

impl CurvedWall {
    fn new(triangles: Vec<Triangle>) -> Self {
        let corners = || triangles.iter().flatten().copied();
        let least = corners().reduce(Vec3::min).unwrap_or_default();
        let most = corners().reduce(Vec3::max).unwrap_or_default();
        Self { least, most, triangles }
    }

    fn trace(&self, from: Vec3, to: Vec3) -> Option<f32> {
        let (low, high) = (from.min(to), from.max(to));
        if low.cmpgt(self.most).any() || high.cmplt(self.least).any() {
            return None;
        }
        self.triangles.iter().filter_map(|triangle| crossing(from, to, triangle)).reduce(f32::min)
    }
}

fn range(first: usize, count: usize) -> std::ops::Range<usize> {
    first..first.saturating_add(count)
}

/// A triangle of a wall.
type Triangle = [Vec3; 3];

/// The triangles of a curved surface: quadratic Bézier patches over a grid of control points, `width` in a row. Both numbers of a grid are odd; other grids give none.
fn triangles(points: &[Vec3], width: usize) -> Vec<Triangle> {
    if width < 3 || width.is_multiple_of(2) || !points.len().is_multiple_of(width) {
        return Vec::new();
    }
    let height = points.len() / width;
    let mut all = Vec::new();
    for row in (0..height.saturating_sub(2)).step_by(2) {
        for column in (0..width - 2).step_by(2) {
            let control = |across: usize, down: usize| points[(row + down) * width + column + across];
            let at = |across: usize, down: usize| {
                let (u, v) = (across as f32 / STRIPS as f32, down as f32 / STRIPS as f32);
                let line = |down: usize| bezier([control(0, down), control(1, down), control(2, down)], u);
                bezier([line(0), line(1), line(2)], v)
            };
            for down in 0..STRIPS {
                for across in 0..STRIPS {
                    let corners = [
                        at(across, down),
                        at(across + 1, down),
                        at(across, down + 1),
                        at(across + 1, down + 1),
                    ];
                    all.push([corners[0], corners[1], corners[2]]);
                    all.push([corners[1], corners[3], corners[2]]);
                }
            }
        }
    }
    all
}

fn bezier([one, two, three]: [Vec3; 3], part: f32) -> Vec3 {
    let rest = 1.0 - part;
    one * (rest * rest) + two * (2.0 * rest * part) + three * (part * part)
}

/// Where on the way from one point to another a triangle is crossed, from 0 to 1.
fn crossing(from: Vec3, to: Vec3, triangle: &Triangle) -> Option<f32> {
    let [corner, second, third] = *triangle;
    let (way, one, two) = (to - from, second - corner, third - corner);
    let cross = way.cross(two);
    let determinant = one.dot(cross);
    if determinant.abs() < 1e-6 {
        return None;
    }
    let offset = from - corner;
    let u = offset.dot(cross) / determinant;
    let turned = offset.cross(one);
    let v = way.dot(turned) / determinant;
    let part = two.dot(turned) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&part)).then_some(part)
}

#[cfg(test)]
#[path = "../../tests/unit/walls.rs"]
mod tests;
