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
  const { x, y, health } = told;
  const team = isNumber(told.team) ? told.team : number;
  const colour = map.teams ? team % 2 : team % 8;
  return { number, x, y, colour, health, alive: health > 0, carries: Boolean(told.carries), degrees: ((told.yaw || 0) / FULL_TURN) * 360 };
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

/** The picture in words. */
export function inWords(scene, map) {
  const cellOf = ({ x, y }) => `column ${Math.floor(x / map.cell) + 1}, row ${Math.floor(y / map.cell) + 1}`;
  const told = scene.players.map((it) => {
    const state = it.alive ? `health ${it.health}${it.carries ? ", carries the flag" : ""}, ${cellOf(it)}` : "dead";
    return `player ${it.number}${map.teams ? (it.colour === 0 ? ", red" : ", blue") : ""}: ${state}`;
  });
  return [`the map ${map.name}`, scene.scores.length > 0 ? `score ${scene.scores.join(" to ")}` : "", ...told].filter(Boolean).join("; ");
}
