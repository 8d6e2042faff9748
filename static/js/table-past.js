// Looking back at a table in play: the page keeps what it was shown, move by move, and turns back to it. New moves are
// kept meanwhile and do not disturb. It shows nothing the reader had not been shown before.

const KEPT = 240;
const bar = document.getElementById("look-back");
const past = []; // { seq, html }
let at = -1; // index into past while looking back

export const lookingBack = () => at >= 0;

/** Keep a frame. A newer one of the same number takes the place of the older. */
export function keep(seq, html) {
  if (past.length && past.at(-1).seq === seq) past.at(-1).html = html;
  else past.push({ seq, html });
  if (past.length > KEPT) {
    past.shift();
    if (at > 0) at -= 1;
  }
  if (lookingBack()) showBar();
}

export const newest = () => past.at(-1)?.html;

/** Step through what was kept: returns the html to show, or null when there is nothing further that way. */
export function step(by) {
  const from = lookingBack() ? at : past.length - 1;
  const to = from + by;
  if (to < 0 || to >= past.length) return null;
  at = to === past.length - 1 ? -1 : to;
  showBar();
  return past[to].html;
}

export function toLive() {
  at = -1;
  showBar();
  return newest();
}

/** The button that looks back sleeps, and says why, while the page has nothing older. Every table comes without that. */
export function dressBack() {
  const none = past.length < 2;
  for (const button of document.querySelectorAll('#table [data-action="back-step"]')) {
    button.toggleAttribute("data-none", none);
    if (none) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    button.title = none ? nothingEarlier() : button.ariaLabel;
  }
}

/** Why one cannot look further back. */
export const nothingEarlier = () => bar.querySelector(".look-at").dataset.none;

function showBar() {
  bar.hidden = !lookingBack();
  document.getElementById("room").classList.toggle("past", lookingBack());
  if (!lookingBack()) return;
  const behind = past.length - 1 - at;
  bar.querySelector(".look-at").textContent = `${bar.querySelector(".look-at").dataset.words} · −${behind}`;
  bar.querySelector('[data-action="back-step"]').disabled = at === 0;
  const now = /^[^>]*/.exec(past.at(-1).html.trim())[0]; // the tag of the newest table
  bar.querySelector(".look-over").hidden = !/data-phase="(over|aborted)"/.test(now);
  bar.querySelector(".look-turn").hidden = !now.includes("data-my-turn");
}
