// The table's live connection. Each frame from the server is one whole element; a table's socket takes moves as well,
// each of which gets one element as its answer. Any close but an explicit "go away" leads to another try, at a random
// moment of a window that doubles each time: so that, when a server restarts, its readers do not all come back at once.
// From the second window on it is the later half: who is unlucky has not used up the short windows in the first second.

import { outdated } from "./release.js";

const GO_AWAY = new Set([4401, 4403, 4404]);
const FIRST_MS = 800;
const LONGEST_MS = 20000;
const ANSWER_MS = 3000; // a move that is not answered by then goes another way
const ANSWER = /\sdata-answer="([^"]*)"/;
const HEAD = 200; // characters: it stands in the first tag

/**
 * Follow `path`. `frame(html, late)` is called for each frame, `late` when it answers what nobody waits for any more;
 * `state(name)` with "live", "lost" or "gone".
 * Returns { ask, wake, drop }: ask() sends a move, wake() tries at once if the connection is down, drop() closes one that
 * seems dead.
 */
export function follow(path, { frame, state }) {
  let socket = null;
  let tries = 0;
  let timer = 0;
  let over = false;
  let trusted = false; // it has sent something, and has left nothing unanswered since
  let asked = 0;
  const waiting = new Map(); // what is asked and not answered: id -> what to do with the answer, null for none

  function connect() {
    clearTimeout(timer);
    timer = 0;
    trusted = false;
    const own = (socket = new WebSocket(path));
    own.onmessage = (event) => {
      if (own !== socket) return;
      tries = 0;
      trusted = true;
      state("live");
      const id = ANSWER.exec(event.data.slice(0, HEAD))?.[1];
      if (waiting.has(id)) settle(id, event.data);
      else if (!outdated(event.data)) frame(event.data, id !== undefined);
    };
    own.onclose = (event) => {
      if (own === socket) closed(event.code);
    };
  }

  function settle(id, html) {
    const done = waiting.get(id);
    waiting.delete(id);
    done?.(html);
  }

  function closed(code) {
    socket = null;
    for (const id of [...waiting.keys()]) settle(id, null);
    if (over) return;
    if (GO_AWAY.has(code)) {
      over = true;
      return state("gone");
    }
    state("lost");
    const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
    const part = tries ? (1 + Math.random()) / 2 : Math.random();
    tries += 1;
    timer = setTimeout(connect, part * span);
  }

  connect();
  return {
    /** Send a move. Returns null when it cannot go this way now, else a promise: the answer, or null if none came. */
    ask(move) {
      if (!trusted || socket?.readyState !== WebSocket.OPEN) return null;
      const id = String(++asked);
      socket.send(JSON.stringify({ ...move, id }));
      return new Promise((done) => {
        waiting.set(id, done);
        setTimeout(() => {
          if (!waiting.has(id)) return;
          trusted = false;
          settle(id, null);
        }, ANSWER_MS);
      });
    },
    wake() {
      if (!over && !socket) connect();
    },
    drop() {
      const dead = socket;
      if (!dead) return;
      closed(0); // do not wait for a close that may never come
      dead.close();
    },
  };
}
