// A recorded run that is in the page itself: it answers as a connection does, without a server.

/** The value at a place of a table that has each value once: a scalar, or a shape (0 for an array) and the places of its parts. */
export function valueOf(table, place) {
  const node = table.nodes[place];
  if (!Array.isArray(node)) return node;
  const [shape, ...parts] = node;
  const values = parts.map((part) => valueOf(table, part));
  return shape === 0 ? values : Object.fromEntries(table.shapes[shape - 1].map((name, at) => [name, values[at]]));
}

/** The entry of a list with ticks that is for a tick: the last one at or before it. */
export function entryAt(entries, tick) {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle][0] <= tick) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}

export class EmbeddedRecording {
  #answers;
  #table;

  constructor({ answers, nodes }, { onstate }) {
    this.#answers = answers;
    this.#table = { nodes, shapes: answers.shapes };
    queueMicrotask(() => onstate("open"));
  }

  /** All pictures, each with its tick. */
  get pictures() {
    return this.#answers.pictures.map(([tick, place]) => [tick, valueOf(this.#table, place)]);
  }

  /** The last tick of the run: that of the last decision, or of a picture of how it ended. */
  #last(ticks) {
    return Math.max(ticks[1], this.#answers.pictures.at(-1)?.[0] ?? 0);
  }

  #found(entries, tick) {
    const entry = entryAt(entries ?? [], tick);
    return entry ? valueOf(this.#table, entry[1]) : null;
  }

  /** The answer of `motive why` is stored by lines. */
  #mind(minds, tick) {
    const mind = this.#found(minds, tick);
    return mind && { ...mind, text: mind.text.join("\n") };
  }

  async ask(what, { agent, tick } = {}) {
    const answers = this.#answers;
    const known = answers.minds[agent];
    switch (what) {
      case "about":
      case "agents":
      case "backdrop":
        return answers[what];
      case "picture":
        return this.#found(answers.pictures, tick);
      case "written":
        return known?.written ?? null;
      case "ticks":
        return known ? { ...known.ticks, ticks: [known.ticks.ticks[0], this.#last(known.ticks.ticks)] } : { ticks: null, segments: [] };
      case "track":
        return this.#found(known?.tracks, tick);
      case "mind":
        // After its last decision it decides nothing any more.
        return known && tick <= known.ticks.ticks[1] ? this.#mind(known.minds, tick) : null;
      default:
        throw new Error("this page is a recording: it can be looked at, and not be changed");
    }
  }

  close() {}
}
