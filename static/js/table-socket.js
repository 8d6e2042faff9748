// The table's live connection. The server only sends; each frame is one whole element. Any close but an explicit
// "go away" leads to another try, after a random part of a window that doubles each time: so that, when a server
// restarts, its readers do not all come back at once.

import { outdated } from "./release.js";

const GO_AWAY = new Set([4401, 4403, 4404]);
const FIRST_MS = 800;
const LONGEST_MS = 20000;

/**
 * Follow `path`. `frame(html)` is called for each frame, `state(name)` with "live", "lost" or "gone".
 * Returns { wake, close }: wake() tries at once if the connection is down, drop() closes one that seems dead.
 */
export function follow(path, { frame, state }) {
  let socket = null;
  let tries = 0;
  let timer = 0;
  let over = false;

  function connect() {
    clearTimeout(timer);
    timer = 0;
    const own = (socket = new WebSocket(path));
    own.onmessage = (event) => {
      if (own !== socket) return;
      tries = 0;
      state("live");
      if (!outdated(event.data)) frame(event.data);
    };
    own.onclose = (event) => {
      if (own === socket) closed(event.code);
    };
  }

  function closed(code) {
    socket = null;
    if (over) return;
    if (GO_AWAY.has(code)) {
      over = true;
      return state("gone");
    }
    state("lost");
    const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
    tries += 1;
    timer = setTimeout(connect, Math.random() * span);
  }

  connect();
  return {
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
