// The replay page: steps through the plies of a round without loading a page for each. Without this script every control
// is a link or a form that leads to the same places.
import { PlyStore } from "./replay-plies.js";
import { after as arrive, before as leave } from "./table-motion.js";

const root = document.getElementById("replay");
const bar = document.getElementById("replay-bar");
const slider = document.getElementById("ply-slider");
const playButton = document.getElementById("play");
const speeds = document.getElementById("speeds");
const turnField = document.getElementById("turn-jump");
const plyNow = document.getElementById("ply-now");
const say = document.getElementById("replay-say");
const last = Number(root.dataset.last);
const turns = root.dataset.turns ? root.dataset.turns.split(",").map(Number) : [];
const store = new PlyStore(root.dataset.plies, root.dataset.round, root.dataset.seat, last);

let ply = Number(root.dataset.ply);
let wanted = ply;
let timer = null; // set while playing
let urlTimer = null;
const opened = new Map(); // what the reader opened or closed themselves: id -> open

const clamp = (number) => Math.max(0, Math.min(last, number));
const address = (number) => {
  const query = new URLSearchParams({ round: root.dataset.round, ply: number });
  if (root.dataset.seat !== "") query.set("seat", root.dataset.seat);
  return `${root.dataset.url}?${query}`;
};

function target(step) {
  switch (step) {
    case "first": return 0;
    case "previous": return wanted - 1;
    case "next": return wanted + 1;
    case "last": return last;
    case "turn_back": return turns.filter((start) => start < wanted).at(-1) ?? 0;
    case "turn_on": return turns.find((start) => start > wanted) ?? last;
    default: return wanted;
  }
}

async function show(number, { quiet = false } = {}) {
  const goal = clamp(number);
  wanted = goal;
  mark(goal);
  let html;
  try {
    html = await store.get(goal);
  } catch {
    pause();
    say.textContent = root.dataset.sayFailed;
    return;
  }
  if (wanted !== goal || ply === goal) return; // a later step has overtaken this one
  const forward = goal === ply + 1;
  ply = goal;
  swap(html, forward);
  if (!quiet) say.textContent = words();
  store.prefetch(goal);
}

// Puts the table of the new ply in place of the present one; a single step forward lets the cards travel.
function swap(html, forward) {
  const present = document.getElementById("table");
  const focused = present.contains(document.activeElement) ? document.activeElement.id : "";
  const was = forward ? leave() : null;
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  const next = template.content.firstElementChild;
  for (const box of next.querySelectorAll("details")) box.open = opened.get(box.id) ?? box.open;
  document.getElementById("flight").replaceChildren();
  present.replaceWith(next);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  settle();
  if (was && next.dataset.last) arrive(was, JSON.parse(next.dataset.last));
}

// What follows from the ply on the rest of the page: links, slider, curves, log.
function settle() {
  for (const link of bar.querySelectorAll("a[data-step]")) link.href = address(clamp(target(link.dataset.step)));
  for (const link of document.querySelectorAll("a[data-reader]")) {
    const query = new URLSearchParams({ round: root.dataset.round, ply });
    if (link.dataset.reader) query.set("seat", link.dataset.reader);
    link.href = `${root.dataset.url}?${query}`;
  }
  showLatest();
  clearTimeout(urlTimer);
  urlTimer = setTimeout(() => history.replaceState(null, "", address(ply)), 200);
}

function mark(number) {
  slider.value = number;
  slider.setAttribute("aria-valuetext", `${number} / ${last}`);
  plyNow.textContent = number;
  root.dataset.ply = number;
  for (const part of document.querySelectorAll(".curves, .track")) part.style.setProperty("--at", number);
  if (turnField && document.activeElement !== turnField) {
    turnField.value = "";
    turnField.placeholder = Math.max(1, turns.filter((start) => start <= number).length);
  }
  disable("first", number === 0);
  disable("previous", number === 0);
  disable("turn_back", number === 0);
  disable("next", number === last);
  disable("turn_on", number === last);
  disable("last", number === last);
}

function disable(step, off) {
  const link = bar.querySelector(`[data-step="${step}"]`);
  if (off) link.setAttribute("aria-disabled", "true");
  else link.removeAttribute("aria-disabled");
}

// Keep the present line of the log in sight without moving the page.
function showLatest() {
  const log = document.getElementById("log");
  const line = log.querySelector(".latest");
  if (line) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
}

// The present move as a screen reader shall say it: cards by their names, without what is there for the eye alone.
function words() {
  const table = document.getElementById("table");
  const move = (table.querySelector(".last-move") ?? table.querySelector(".log .latest"))?.cloneNode(true);
  if (!move) return "";
  for (const picture of move.querySelectorAll("svg[aria-label]")) picture.replaceWith(` ${picture.getAttribute("aria-label")} `);
  for (const part of move.querySelectorAll("[aria-hidden], .took")) part.remove();
  return move.textContent.trim().replace(/\s+/g, " ");
}

function pause() {
  clearTimeout(timer);
  timer = null;
  playButton.setAttribute("aria-pressed", "false");
  playButton.ariaLabel = playButton.title = playButton.dataset.play;
}

function play() {
  if (ply >= last) show(0, { quiet: true });
  playButton.setAttribute("aria-pressed", "true");
  playButton.ariaLabel = playButton.title = playButton.dataset.pause;
  tick();
}

const pace = () => Number(speeds.querySelector(":checked").value);

function tick() {
  timer = setTimeout(async () => {
    await show(wanted + 1, { quiet: pace() < 1000 });
    if (timer === null) return;
    if (ply >= last) pause();
    else tick();
  }, pace());
}

function go(number) {
  pause();
  show(number);
}

bar.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(target(link.dataset.step));
});

bar.addEventListener("submit", (event) => {
  event.preventDefault();
  const turn = Number(turnField?.value);
  if (turn >= 1 && turns.length) go(turns[Math.min(turn, turns.length) - 1]);
  turnField?.blur();
});

// While the slider is dragged only its number follows; the table comes when it rests for a moment.
let restTimer = null;
slider.addEventListener("input", () => {
  pause();
  mark(Number(slider.value));
  clearTimeout(restTimer);
  restTimer = setTimeout(() => show(Number(slider.value)), 90);
});
playButton.addEventListener("click", () => (timer === null ? play() : pause()));

root.addEventListener("click", (event) => {
  const box = event.target.closest("#table summary")?.parentElement;
  if (box) opened.set(box.id, !box.open);
  const line = event.target.closest(".log li[data-at]");
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(line.dataset.at));
});

const mirrored = document.documentElement.dir === "rtl";
const KEYS = {
  ArrowLeft: mirrored ? "next" : "previous",
  ArrowRight: mirrored ? "previous" : "next",
  Home: "first",
  End: "last",
  PageUp: "turn_back",
  PageDown: "turn_on",
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const field = event.target.closest("input:not([type=range], [type=radio]), textarea, select, [contenteditable]");
  if (field) return;
  const step = KEYS[event.key];
  if (step) {
    if (event.target.type === "radio") return;
    event.preventDefault();
    go(target(step));
  } else if (event.key === " " && !event.target.closest("a, button, summary, input")) {
    event.preventDefault();
    playButton.click();
  } else if ("123".includes(event.key)) {
    speeds.querySelectorAll("input")[Number(event.key) - 1].checked = true;
  }
});

document.addEventListener("visibilitychange", () => document.hidden && pause());

playButton.hidden = speeds.hidden = false;
document.documentElement.dataset.js = "";
store.put(ply, document.getElementById("table").outerHTML);
mark(ply);
settle();
store.prefetch(ply);
