// Colours for a text, by what the studio says its parts are. Until it has answered, the old ones move along with the text.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";
import { placesOf } from "./text.js";

/** Milliseconds after the last key until the studio is asked. */
const PAUSE = 150;

/** The parts of a text, each with where it begins and ends in bytes and a word for it, as ranges of the editor with a class. */
export function ranges(text, parts) {
  const places = placesOf(text, parts.flatMap(([from, to]) => [from, to]));
  return parts.map(([, , word], at) => ({ from: places[2 * at], to: places[2 * at + 1], class: `tok-${word}` }));
}

const coloured = StateEffect.define();

const colours = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const news = transaction.effects.find((effect) => effect.is(coloured));
    return news ? news.value : marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** An extension of the editor; `ask` gives the parts of a text. */
export function highlighting(ask) {
  const asking = ViewPlugin.define((view) => {
    let timer;
    const refresh = async () => {
      const document = view.state.doc;
      const text = document.toString();
      const parts = await ask(text);
      // What was asked for is not what is there any more: another question is on its way.
      if (view.state.doc !== document || timer === null) return;
      const marks = ranges(text, parts).map((part) => Decoration.mark({ class: part.class }).range(part.from, part.to));
      view.dispatch({ effects: coloured.of(Decoration.set(marks)) });
    };
    const later = (pause) => {
      clearTimeout(timer);
      timer = setTimeout(() => refresh().catch(() => {}), pause);
    };
    later(0);
    return {
      update: (update) => update.docChanged && later(PAUSE),
      destroy: () => (clearTimeout(timer), (timer = null)),
    };
  });
  return [colours, asking];
}
