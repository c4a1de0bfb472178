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

/** All curves of one sort in the loaded tracks, by name: the steps of all segments one after the other, in the order of first appearance. */
export function curves(tracks, sort) {
  const all = new Map();
  let end = null;
  for (const track of inOrder(tracks)) {
    // Nothing is known of what is not loaded yet.
    if (isApart(end, track)) for (const steps of all.values()) if (steps.at(-1)?.[1] !== null) steps.push([end + 1, null]);
    end = track.to;
    for (const [name, steps] of track[sort]) {
      if (!all.has(name)) all.set(name, []);
      all.get(name).push(...steps);
    }
    // A curve that is not in the next segment has ended.
    for (const [name, steps] of all) {
      const isHere = track[sort].some(([other]) => other === name);
      if (!isHere && steps.at(-1)?.[1] !== null) steps.push([track.from, null]);
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

/** Rows such that no two spans of a row overlap: spans of the same thing share a row where that is possible. */
export function rows(spans, most) {
  const order = new Map();
  for (const span of spans) {
    const name = span.what.split("(")[0];
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
