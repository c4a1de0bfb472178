// One websocket to one run: questions with answers, and news.

/** The websockets of the runs that the page was told of: paths of its own server, and addresses of other games. */
export function runAddresses(told, host) {
  return told.map((run) => {
    if (run.startsWith("/")) return `ws://${host}${run}`;
    const url = new URL(run);
    return `ws://${url.host}/run/0${url.search}`;
  });
}

export class Connection {
  #socket = null;
  #asked = new Map();
  #next = 1;
  #closed = false;

  constructor(address, { onnow, onstate, retry = 1000 }) {
    Object.assign(this, { address, onnow, onstate, retry });
    this.#open();
  }

  #open() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => this.onstate("open");
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      for (const { reject } of this.#asked.values()) reject(new Error("the connection was lost"));
      this.#asked.clear();
      if (this.#closed) return;
      this.onstate("lost");
      setTimeout(() => this.#open(), this.retry);
    };
  }

  #receive(message) {
    if (message.now) return this.onnow(message.now);
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (message.error !== undefined) asked?.reject(new Error(message.error));
    else asked?.resolve(message.answer ?? null);
  }

  /** Asks for something; the answer comes when it comes. */
  ask(what, details = {}) {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("there is no connection"));
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ id, do: what, ...details }));
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  close() {
    this.#closed = true;
    this.#socket.close();
  }
}
