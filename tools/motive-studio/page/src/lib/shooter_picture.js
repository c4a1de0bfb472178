// The shooter's arena as shapes: its map from the backdrop of a recording, and what is on it from a scene.

const FULL_TURN = 65536;

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const list = (value) => (Array.isArray(value) ? value : []);
const isPlace = (x, y) => isNumber(x) && isNumber(y);

/** The floor: for each height one path, which has a rectangle for each row of cells beside each other. */
export function floorPaths(floor, cell) {
  const paths = new Map();
  floor.forEach((cells, row) => {
    for (let from = 0; from < cells.length; ) {
      const height = cells[from];
      let to = from + 1;
      while (to < cells.length && cells[to] === height) to++;
      if (isNumber(height)) {
        const width = (to - from) * cell;
        paths.set(height, `${paths.get(height) ?? ""}M${from * cell} ${row * cell}h${width}v${cell}h${-width}z`);
      }
      from = to;
    }
  });
  return [...paths].sort(([one], [other]) => one - other).map(([height, path]) => ({ height, path }));
}

/** The map as it is drawn, or null for a backdrop that is not the shooter's. */
export function shooterMap(backdrop) {
  const map = backdrop?.shooter;
  const floor = list(map?.floor);
  if (!isNumber(map?.cell) || map.cell <= 0 || floor.length === 0 || !floor.every(Array.isArray)) return null;
  const columns = Math.max(...floor.map((row) => row.length));
  return {
    name: String(map.map ?? ""),
    teams: Boolean(map.teams),
    cell: map.cell,
    width: columns * map.cell,
    height: floor.length * map.cell,
    floor: floorPaths(floor, map.cell),
    heights: floor,
    game: String(map.game ?? ""),
    sight: isNumber(map.sight) ? map.sight : 0,
    fieldOfView: isNumber(map.field_of_view) ? map.field_of_view : 0,
    doors: list(map.doors).filter(Array.isArray),
    lifts: list(map.lifts).filter(Array.isArray),
    points: list(map.points).filter(Array.isArray),
  };
}

/** Something that lies on the map: its kind, and for flags and points whose it is. */
function thing(entry, map) {
  const [sign, x, y] = list(entry);
  if (!isPlace(x, y) || !sign) return null;
  const kind = typeof sign === "string" ? sign : Object.keys(sign)[0];
  const team = typeof sign === "string" ? null : sign[kind];
  const point = kind === "point" ? map.points.find((known) => known[1] === x && known[2] === y) : undefined;
  return { kind, team: isNumber(team) ? team : null, x, y, name: point ? String(point[0]) : "" };
}

/** A player; `colour` is that of its team, or its own where there are none. */
function player(told, number, map) {
  if (!isPlace(told?.x, told?.y)) return null;
  const { x, y, health, weapon, shots, armour } = told;
  const team = isNumber(told.team) ? told.team : number;
  const colour = map.teams ? team % 2 : team % 8;
  const alive = health > 0;
  // Of a game on a foreign server, nobody knows where a player is whom no recorded player sees.
  return {
    number, x, y, colour, health, alive, unseen: alive && Boolean(told.unseen), carries: Boolean(told.carries),
    degrees: ((told.yaw || 0) / FULL_TURN) * 360, eyes: isNumber(told.eyes) ? told.eyes : Infinity, weapon, shots, armour,
  };
}

/** All that is drawn on a map, or null for a scene that is not the shooter's. */
export function shooterScene(picture, map) {
  const scene = picture?.shooter;
  if (!map || !Array.isArray(scene?.players)) return null;
  const known = (shape) => shape !== null;
  return {
    things: list(scene.things).map((entry) => thing(entry, map)).filter(known),
    players: scene.players.map((told, number) => player(told, number, map)).filter(known),
    doors: map.doors.map(([x, y], at) => ({ x, y, open: Boolean(list(scene.doors)[at]) })).filter(({ x, y }) => isPlace(x, y)),
    lifts: map.lifts.map(([x, y, low, high], at) => ({ x, y, up: (list(scene.lifts)[at] - low) / (high - low) || 0 })).filter(({ x, y }) => isPlace(x, y)),
    shots: list(scene.shots).filter((shot) => isPlace(...list(shot?.from)) && isPlace(...list(shot?.to))),
    // Points are stored in thousandths.
    scores: list(scene.scores).map((points) => Math.floor(points / 1000)),
  };
}

/** How far one can see from a place: as far as there is floor that is not higher than the eyes, and no door that is shut. */
function reach(map, { x, y, eyes }, angle, isShut) {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  let [column, row] = [Math.floor(x / map.cell), Math.floor(y / map.cell)];
  let distance = 0;
  for (let steps = 0; steps < 400 && distance < map.sight; steps++) {
    const height = map.heights[row]?.[column];
    if (!isNumber(height) || height > eyes || isShut(column, row)) break;
    const acrossX = dx ? ((column + (dx > 0 ? 1 : 0)) * map.cell - x) / dx : Infinity;
    const acrossY = dy ? ((row + (dy > 0 ? 1 : 0)) * map.cell - y) / dy : Infinity;
    distance = Math.min(acrossX, acrossY);
    if (acrossX <= acrossY) column += dx > 0 ? 1 : -1;
    else row += dy > 0 ? 1 : -1;
  }
  return Math.min(distance, map.sight);
}

/** The rays on which a player sees, as one path; none for who sees nothing. */
export function sightPath(player, scene, map) {
  if (!player.alive || player.unseen || !map.sight || !map.fieldOfView) return "";
  const cellOf = (at) => Math.floor(at / map.cell);
  const shut = scene.doors.filter(({ open }) => !open).map(({ x, y }) => [cellOf(x), cellOf(y)]);
  const isShut = (column, row) => shut.some(([x, y]) => x === column && y === row);
  const [rays, half, ahead] = [60, (map.fieldOfView / FULL_TURN) * Math.PI, (player.degrees / 180) * Math.PI];
  const ends = Array.from({ length: rays + 1 }, (_, ray) => {
    const angle = ahead - half + (2 * half * ray) / rays;
    const far = reach(map, player, angle, isShut);
    return `L${Math.round(player.x + Math.cos(angle) * far)} ${Math.round(player.y + Math.sin(angle) * far)}`;
  });
  return `M${player.x} ${player.y}${ends.join("")}z`;
}

/** What happened in a game from picture to picture: deaths, and points where they are rare enough to be marked. */
export function gameMarks(pictures, map) {
  const marks = [];
  let before = null;
  for (const [tick, picture] of pictures) {
    const scene = shooterScene(picture, map);
    if (!scene) continue;
    for (const { number, alive, colour } of before ? scene.players : []) {
      if (!alive && before.players.some((known) => known.number === number && known.alive)) marks.push({ tick, colour, kind: "death" });
    }
    // In domination points come all the time, and deaths say it in a deathmatch.
    if (before && map.game === "capture_the_flag") {
      scene.scores.forEach((points, team) => points > before.scores[team] && marks.push({ tick, colour: team % 2, kind: "point" }));
    }
    before = scene;
  }
  return marks;
}

/** Milliseconds as minutes and seconds. */
export function clockOf(millis) {
  if (!isNumber(millis)) return "";
  const seconds = Math.floor(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${Math.floor((millis % 1000) / 100)}`;
}

/** The picture in words. */
export function inWords(scene, map) {
  const cellOf = ({ x, y }) => `column ${Math.floor(x / map.cell) + 1}, row ${Math.floor(y / map.cell) + 1}`;
  const told = scene.players.map((it) => {
    const state = it.unseen ? "not seen" : it.alive ? `health ${it.health}${it.carries ? ", carries the flag" : ""}, ${cellOf(it)}` : "dead";
    return `player ${it.number}${map.teams ? (it.colour === 0 ? ", red" : ", blue") : ""}: ${state}`;
  });
  return [`the map ${map.name}`, scene.scores.length > 0 ? `score ${scene.scores.join(" to ")}` : "", ...told].filter(Boolean).join("; ");
}
