// Places in a text: browsers count UTF-16 units, the studio counts bytes of UTF-8.

const encoder = new TextEncoder();

/** How many bytes the text has before a place. */
export function byteOffset(text, at) {
  return encoder.encode(text.slice(0, at)).length;
}

/** The places of several byte offsets, which must not fall, in one walk over the text. */
export function placesOf(text, offsets) {
  const places = [];
  let [bytes, at] = [0, 0];
  for (const offset of offsets) {
    while (bytes < offset && at < text.length) {
      const code = text.codePointAt(at);
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      at += code < 0x10000 ? 1 : 2;
    }
    places.push(at);
  }
  return places;
}

/** The place of one byte offset. */
export function placeOf(text, offset) {
  return placesOf(text, [offset])[0];
}

/** A number with at most three decimals. */
export function brief(number) {
  if (number === null || number === undefined) return "";
  return String(Math.round(number * 1000) / 1000);
}

/** The agents whose name, number or file has all words of a search. */
export function searchAgents(agents, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return agents;
  return agents.filter(([number, name, source]) => {
    const text = `${number} ${name} ${source}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Everything of a written mind at which a game can be stopped, in words. */
export function stops(written) {
  const goals = (written?.goals ?? []).map(([goal]) => ({ words: `goal ${goal} comes up`, stop: { at: "goal", goal } }));
  const rules = (written?.programs ?? []).flatMap(([program, rules]) =>
    rules.map(({ name }, rule) => ({ words: `rule ${name} of ${program} runs`, stop: { at: "rule", program, rule } })),
  );
  const seen = new Set();
  return [...goals, ...rules].filter(({ words }) => !seen.has(words) && seen.add(words));
}

/** The tick from which to search: the beginning if the first time is asked for, else the cursor, or the tick after it. */
export function searchFrom(text, cursor, after) {
  if (/\S\s+first\b|\bfirst\s+\S/.test(text) && !after) return 0;
  return cursor + (after ? 1 : 0);
}
