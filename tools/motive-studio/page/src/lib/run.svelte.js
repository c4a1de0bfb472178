// One run as the page knows it.
import { Connection } from "./connection.js";
import { EmbeddedRecording } from "./recording.js";
import { gameMarks, shooterMap } from "./shooter_picture.js";
import { searchFrom } from "./text.js";
import { nextToLoad } from "./tracks.js";

export class Run {
  state = $state("connecting");
  about = $state(null);
  agents = $state.raw([]);
  now = $state.raw(null);
  agent = $state(null);
  written = $state.raw(null);
  ticks = $state.raw(null);
  cursor = $state(0);
  /** Whether the cursor goes on with a live run. */
  atEnd = $state(true);
  mind = $state.raw(null);
  /** The world at the cursor: a text, or what is drawn on the backdrop. */
  picture = $state.raw(null);
  /** The tick whose picture that is: another than the cursor while the next one is on its way. */
  pictured = $state(0);
  backdrop = $state.raw(null);
  tracks = $state.raw(new Map());
  message = $state("");
  difference = $state.raw(null);
  #segments = $state.raw([]);
  #loading = false;
  #asking = false;
  #again = false;
  #reloads = 0;
  #number = 0;
  #found = null;

  /** Whether a recording plays, and how many ticks in a second. */
  playing = $state(false);
  pace = $state(10);
  /** What happened in the game, for the time line: of a recording that is in the page. */
  marks = $state.raw([]);

  /** `source` is the address of a run, or a recording that is in the page; `start` the agent and the tick to look at first. */
  constructor(source, index, start = {}) {
    this.index = index;
    [this.agent, this.cursor] = [start.agent ?? null, start.tick ?? 0];
    const handlers = { onstate: (state) => this.#connected(state), onnow: (now) => this.#told(now) };
    this.connection = typeof source === "string" ? new Connection(source, handlers) : new EmbeddedRecording(source, handlers);
  }

  get isEmbedded() {
    return this.connection instanceof EmbeddedRecording;
  }

  /** Where the run is served, and its number there. */
  get place() {
    const { host, pathname } = new URL(this.connection.address);
    return { host, number: Number(pathname.split("/").at(-1)) };
  }

  ask(what, details) {
    return this.connection.ask(what, details);
  }

  /** Asks for something, and shows what is wrong. */
  async order(what, details) {
    try {
      const answer = await this.ask(what, details);
      this.message = "";
      return answer;
    } catch (error) {
      this.message = error.message;
      return undefined;
    }
  }

  async #connected(state) {
    this.state = state;
    if (state === "open") await this.#begin();
  }

  /** A run begins, or the page sees it for the first time. */
  async #begin() {
    this.about = await this.order("about");
    await this.#listAgents();
    const agent = this.agents.some(([number]) => number === this.agent) ? this.agent : this.agents[0]?.[0];
    if (this.isEmbedded) this.marks = gameMarks(this.connection.pictures, shooterMap(await this.ask("backdrop")));
    if (agent !== undefined) await this.choose(agent);
    else [this.agent, this.mind, this.ticks] = [null, null, null];
  }

  /** Plays a recording from the cursor on, or anew from its beginning, until its end or until the cursor is moved. */
  async play() {
    if (!this.ticks || this.playing) return;
    this.playing = true;
    if (this.cursor >= this.ticks[1]) this.cursor = this.ticks[0];
    let [at, before] = [this.cursor, performance.now()];
    while (this.playing && this.cursor < this.ticks[1]) {
      const time = await new Promise(requestAnimationFrame);
      at += (Math.max(0, time - before) / 1000) * this.pace;
      before = time;
      if (this.playing && Math.floor(at) !== this.cursor) await this.goTo(Math.floor(at));
    }
    this.playing = false;
  }

  async #listAgents() {
    this.agents = (await this.order("agents")) ?? [];
  }

  #told(now) {
    const before = this.now;
    this.now = now;
    if (now.run !== this.#number) {
      this.#number = now.run;
      this.atEnd = true;
      this.#begin();
      return;
    }
    if (now.agents !== this.agents.length && before?.agents !== now.agents) {
      this.#listAgents().then(() => {
        if (this.agent === null && this.agents.length > 0) this.choose(this.agents[0][0]);
      });
    }
    if (now.reloads !== this.#reloads) {
      this.#reloads = now.reloads;
      if (this.agent !== null) this.#readWritten();
    }
    if (now.stopped_by && before?.stopped_by?.tick !== now.stopped_by.tick) {
      const { agent } = now.stopped_by;
      this.atEnd = true;
      if (agent !== this.agent) this.choose(agent);
    }
    if (now.tick !== before?.tick || now.paused !== before?.paused) this.refresh();
  }

  /** Looks at an agent; a live one is followed from now on. */
  async choose(agent) {
    if (this.about?.live) {
      if (this.agent !== null && this.agent !== agent) this.order("unfollow", { agent: this.agent });
      await this.order("follow", { agent });
    }
    this.agent = agent;
    this.tracks = new Map();
    this.mind = this.written = this.ticks = null;
    this.#segments = [];
    await this.#readWritten();
    await this.refresh();
    if (this.ticks && !this.about?.live) this.goTo(Math.max(this.ticks[0], Math.min(this.cursor, this.ticks[1])));
  }

  async #readWritten() {
    try {
      this.written = await this.ask("written", { agent: this.agent });
    } catch {
      // A live agent is not known before its next decision.
      this.written = null;
    }
  }

  /** Asks for what is new about the agent. While an answer is awaited, nothing is asked twice. */
  async refresh() {
    if (this.agent === null) return;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      const agent = this.agent;
      const told = await this.ask("ticks", { agent });
      if (agent !== this.agent) return;
      this.ticks = told.ticks;
      this.#segments = told.segments;
      if (this.ticks) {
        if (this.written === null) await this.#readWritten();
        if (this.atEnd && this.about?.live) this.cursor = this.ticks[1];
        await this.#readMind();
        await this.#readTrack(this.#segments.at(-1), true);
        this.#loadTracks();
      }
    } catch (error) {
      this.message = error.message;
    } finally {
      this.#asking = false;
      if (this.#again) {
        this.#again = false;
        setTimeout(() => this.refresh(), 100);
      }
    }
  }

  async #readMind() {
    const [agent, tick] = [this.agent, this.cursor];
    const mind = await this.ask("mind", { agent, tick });
    if (agent === this.agent && tick === this.cursor) this.mind = mind;
    if (this.picture !== undefined) {
      const picture = await this.ask("picture", { tick });
      if (picture && typeof picture === "object" && !this.backdrop) this.backdrop = await this.ask("backdrop");
      if (tick === this.cursor) [this.picture, this.pictured] = [picture, tick];
    }
  }

  async #readTrack(start, again) {
    if (start === undefined || (!again && this.tracks.has(start))) return;
    const agent = this.agent;
    const track = await this.ask("track", { agent, tick: this.about?.live && again ? this.ticks[1] : start });
    if (agent !== this.agent || !track) return;
    const tracks = new Map(this.tracks);
    tracks.set(start, track);
    this.tracks = tracks;
  }

  /** Loads what is not loaded yet, nearest to the cursor first. */
  async #loadTracks() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      for (let next; (next = nextToLoad(this.#segments, this.tracks, this.cursor)) !== null; ) {
        const before = this.tracks.size;
        await this.#readTrack(next, false);
        if (this.tracks.size === before) break;
      }
    } catch (error) {
      this.message = error.message;
    } finally {
      this.#loading = false;
    }
  }

  get loaded() {
    return this.#segments.length === 0 ? 1 : this.tracks.size / this.#segments.length;
  }

  /** Moves the cursor. */
  async goTo(tick) {
    if (!this.ticks) return;
    const [first, last] = this.ticks;
    this.cursor = Math.max(first, Math.min(Math.round(tick), last));
    this.atEnd = this.cursor === last;
    if (this.#moving) return;
    this.#moving = true;
    try {
      // The newest place is asked for; those in between are left out.
      for (let asked = null; asked !== this.cursor; ) {
        asked = this.cursor;
        await this.#readMind();
      }
    } catch (error) {
      this.message = error.message;
    } finally {
      this.#moving = false;
    }
  }
  #moving = false;

  /** Searches from the cursor on; what was found last is not found again. */
  async find(text, backwards) {
    const again = this.#found?.text === text && this.#found.tick === this.cursor;
    let from = searchFrom(text, this.cursor, again && !backwards);
    for (;;) {
      const found = await this.order("find", { agent: this.agent, text, from, backwards });
      if (found === undefined) return;
      if (found.tick !== null) {
        this.message = `found at tick ${found.tick}`;
        this.#found = { text, tick: found.tick };
        return this.goTo(found.tick);
      }
      if (found.go_on_from === null) {
        this.message = `\`${text}\` was not found ${backwards ? "before" : "after"} tick ${this.cursor}`;
        return;
      }
      from = found.go_on_from;
    }
  }

  /** What is disabled for the agent that is looked at. */
  isDisabled(part) {
    const wanted = JSON.stringify(part);
    return (this.now?.disabled ?? []).some(([agent, known]) => agent === this.agent && JSON.stringify(known) === wanted);
  }

  toggle(part) {
    return this.order(this.isDisabled(part) ? "enable" : "disable", { agent: this.agent, part });
  }

  breakpoint(stop) {
    const same = (known) => Object.entries(stop).every(([key, value]) => known[key] === value);
    return (this.now?.breakpoints ?? []).find((known) => known.agent === this.agent && same(known));
  }

  toggleBreakpoint(stop) {
    const known = this.breakpoint(stop);
    return known ? this.order("unbreak", { breakpoint: known.id }) : this.addBreakpoint(stop, false);
  }

  /** Stops at something that happens to the agent that is looked at, or to any. */
  addBreakpoint(stop, anybody) {
    return this.order("break", { agent: anybody ? null : this.agent, ...stop });
  }
}
