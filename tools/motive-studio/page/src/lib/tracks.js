// What went on, put together from segments.

/** The value of a curve of steps at a tick: the last one at or before it. */
export function valueAt(steps, tick) {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle][0] <= tick) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : steps[low - 1][1];
}

/**
 * All curves of one sort in the loaded tracks, by name: the steps of all segments one after the other, in the order of first appearance.
 * The sort is the name of a field, or a function that finds the curves of a track.
 */
export function curves(tracks, sort) {
  const of = typeof sort === "function" ? sort : (track) => track[sort] ?? [];
  const all = new Map();
  let end = null;
  for (const track of inOrder(tracks)) {
    // Nothing is known of what is not loaded yet.
    if (isApart(end, track)) for (const steps of all.values()) if (steps.at(-1)?.[1] !== null) steps.push([end + 1, null]);
    end = track.to;
    const here = new Map(of(track));
    for (const [name, steps] of here) {
      if (!all.has(name)) all.set(name, []);
      all.get(name).push(...steps);
    }
    // A curve that is not in the next segment has ended.
    for (const [name, steps] of all) {
      if (!here.has(name) && steps.at(-1)?.[1] !== null) steps.push([track.from, null]);
    }
  }
  return all;
}

/** All spans of one sort; what goes on over the end of a segment is one span. */
export function spans(tracks, sort) {
  const all = [];
  let before = new Map();
  let end = null;
  for (const track of inOrder(tracks)) {
    const now = new Map();
    if (isApart(end, track)) before = new Map();
    end = track.to;
    for (const [what, from, to] of track[sort]) {
      const going = from === track.from ? before.get(what) : undefined;
      const span = going ?? { what, from, to };
      span.to = to;
      if (!going) all.push(span);
      if (to === track.to) now.set(what, span);
    }
    before = now;
  }
  return all;
}

/** Whether ticks lie between the end of a track and the next one. An agent that slept has none either, for as long as it slept. */
function isApart(end, track) {
  return end !== null && track.from > end + 1;
}

export function inOrder(tracks) {
  return [...tracks.values()].sort((one, other) => one.from - other.from);
}

/**
 * Where what an agent does, or the rule that it is at, is first another one in two runs, as far as both are loaded: the ticks that were compared, and the tick, or
 * null if there is none. Null if no tick is known of both.
 */
export function firstDifference(one, other) {
  const [mine, theirs] = [inOrder(one), inOrder(other)];
  if (mine.length === 0 || theirs.length === 0) return null;
  const [from, to] = [Math.max(mine[0].from, theirs[0].from), Math.min(mine.at(-1).to, theirs.at(-1).to)];
  if (from > to) return null;
  let tick = null;
  for (const sort of ["actions", "rules"]) {
    // Whatever is done in one run and not in the other: at which ticks that begins or ends.
    const changes = new Map();
    const note = (span, at, by) => {
      if (at > to || (tick !== null && at >= tick)) return;
      const here = changes.get(at) ?? changes.set(at, new Map()).get(at);
      here.set(span.what, (here.get(span.what) ?? 0) + by);
    };
    for (const [tracks, sign] of [[one, 1], [other, -1]]) {
      for (const span of spans(tracks, sort)) {
        if (span.to < from) continue;
        note(span, Math.max(span.from, from), sign);
        note(span, span.to + 1, -sign);
      }
    }
    // Up to the first difference both do the same, so changes that do not cancel each other are one.
    const apart = [...changes].filter(([, here]) => [...here.values()].some((balance) => balance !== 0)).map(([at]) => at);
    if (apart.length > 0) tick = Math.min(...apart);
  }
  return { ticks: [from, to], tick };
}

const nameOf = (command) => command.split("(")[0];

/**
 * The phases of actions: each span with how it begins and how it ends. An action that goes on with other arguments is changed; `last` is the last tick that is
 * known, at which nothing has ended yet.
 */
export function phases(spans, last) {
  const [begins, ends] = [new Set(), new Set()];
  for (const { what, from, to } of spans) {
    begins.add(`${nameOf(what)} ${from}`);
    ends.add(`${nameOf(what)} ${to}`);
  }
  return spans.map((span) => {
    const name = nameOf(span.what);
    const begin = ends.has(`${name} ${span.from - 1}`) ? "changed" : "started";
    const end = begins.has(`${name} ${span.to + 1}`) ? "changed" : span.to >= last ? "goes on" : "stopped";
    return { ...span, begin, end };
  });
}

/** What happens to actions at a tick, in words: those that are done, and those that have just stopped. */
export function phasesAt(spans, tick) {
  const words = ({ from, begin }) => (from === tick ? begin : `continues, ${begin} at tick ${from}`);
  const done = spans.filter(({ from, to }) => from <= tick && tick <= to).map((span) => [span.what, words(span)]);
  const stopped = spans.filter(({ to, end }) => to + 1 === tick && end === "stopped").map(({ what }) => what);
  return { done: new Map(done), stopped };
}

/** Rows such that no two spans of a row overlap: spans of the same thing share a row where that is possible. */
export function rows(spans, most) {
  const order = new Map();
  for (const span of spans) {
    const name = nameOf(span.what);
    if (!order.has(name)) order.set(name, order.size);
  }
  return new Map([...order].map(([name, at]) => [name, at % most]));
}

/** The next of the segments that are still to be loaded: the one nearest to the tick that is looked at. */
export function nextToLoad(segments, loaded, tick) {
  let best = null;
  for (const start of segments) {
    if (loaded.has(start)) continue;
    if (best === null || Math.abs(start - tick) < Math.abs(best - tick)) best = start;
  }
  return best;
}

/** The part of the run that is shown after a zoom by a factor around a tick. */
export function zoomed([from, to], [first, last], around, factor) {
  const width = Math.max(8, Math.min((to - from) * factor, Math.max(8, last - first)));
  const part = to > from ? (around - from) / (to - from) : 0.5;
  const begin = Math.max(first, Math.min(around - part * width, last - width));
  return [begin, begin + width];
}
