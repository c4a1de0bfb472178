// The graph of a skill network: who makes what others need.
import dagre from "@dagrejs/dagre";

/** What is opposite to a literal: `p false` to `p true`. Other values have no opposite. */
function opposite(literal) {
  if (literal.endsWith(" true")) return literal.replace(/ true$/, " false");
  return literal.endsWith(" false") ? literal.replace(/ false$/, " true") : null;
}

/** Links between skills: one helps another by making what it needs, or hinders it by making the opposite. */
export function links(skills) {
  const found = [];
  for (const from of skills) {
    for (const to of skills) {
      if (from === to) continue;
      const helps = from.effects.find((effect) => to.conditions.includes(effect));
      const hinders = from.effects.find((effect) => to.conditions.includes(opposite(effect)));
      if (helps) found.push({ from: from.name, to: to.name, kind: "helps", why: helps });
      if (hinders) found.push({ from: from.name, to: to.name, kind: "hinders", why: hinders });
    }
  }
  return found;
}

/** Where to draw skills and links. */
export function layout(skills) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 60, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of skills) graph.setNode(name, { width: 60 + name.length * 7, height: 44 });
  const all = links(skills);
  for (const { from, to, kind } of all) if (kind === "helps") graph.setEdge(from, to);
  dagre.layout(graph);
  const nodes = new Map(skills.map(({ name }) => [name, graph.node(name)]));
  const { width = 0, height = 0 } = graph.graph();
  return { nodes, links: all, width, height };
}
