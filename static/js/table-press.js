// Which presses are sent: one for each table that was seen, and a double click counts once.

const PAUSE = 350; // ms after a press, or its answer, in which another may be its second half
const underWay = new Set(); // the tables (by seq) for which something was sent and not answered yet
let press = { again: false, mouse: false };
let last = { what: "", seq: -1, at: -PAUSE };

document.addEventListener("click", (event) => (press = { again: event.detail > 1, mouse: event.pointerType === "mouse" }), true);
document.addEventListener("keydown", () => (press = { again: false, mouse: false }), true);

/**
 * Whether `what` may be sent from the table of event `seq`. Not while that very table waits for an answer, and not the
 * same again at once: the browser counts a mouse's double clicks, a key or a finger is believed when the table has moved on.
 */
export function maySend(what, seq) {
  if (underWay.has(seq)) return false;
  if (what !== last.what || performance.now() - last.at >= PAUSE) return true;
  return !press.again && (press.mouse || seq !== last.seq);
}

export function sent(what, seq) {
  underWay.add(seq);
  last = { what, seq, at: performance.now() };
}

/** The answer to what was sent from table `from` is here, with table `seq`. Returns whether more is under way. */
export function answered(what, from, seq) {
  underWay.delete(from);
  if (what === last.what) last = { what, seq, at: performance.now() };
  return underWay.size > 0;
}
