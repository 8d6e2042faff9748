// The live table: brings what the server sends onto the page, and what the reader does to the server.
import { outdated } from "./release.js";
import { csrfToken, refusal, toast } from "./site.js";
import { resetClocks } from "./table-clocks.js";
import { dismissHint, dress, randomHex } from "./table-dress.js";
import { keys } from "./table-keys.js";
import { after, before } from "./table-motion.js";
import { dressBack, keep, lookingBack, nothingEarlier, step, toLive } from "./table-past.js";
import { answered, maySend, sent } from "./table-press.js";
import { composed, hasMates, pickedCards, rove, sendPicked, settlePicked, toggle } from "./table-select.js";
import { signal } from "./table-signals.js";
import { follow } from "./table-socket.js";

const room = document.getElementById("room");
const root = document.documentElement;
const toasts = document.getElementById("toasts");
const banner = document.getElementById("connection");
const QUIET = 30000; // ms without a frame after which the table is looked up
const POLL = 3000;

let seq = -1; // of the newest table seen
let heard = 0; // newest log line said
let moved = 0; // newest move animated
let frameAt = performance.now();
let connection = "live";
let poll = 0;
let autoTimer = 0;

const table = () => document.getElementById("table");
const readLast = (element) => (element.dataset.last ? JSON.parse(element.dataset.last) : null);

/** Take in a table from anywhere; one older than what is shown is dropped. Returns its seq, or null. `quiet`: no notice. */
function receive(html, quiet = false) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh) return null;
  if (quiet) fresh.querySelector(":scope > .notice")?.remove();
  const its = Number(fresh.dataset.seq);
  if (its < seq) return its;
  frameAt = performance.now();
  if (outdated(html)) return its;
  const grown = its > seq;
  seq = its;
  keep(its, quiet ? fresh.outerHTML : html);
  if (lookingBack()) tell(fresh);
  else show(fresh, grown);
  return its;
}

function show(fresh, animated = false) {
  const focus = document.activeElement?.closest("#table") ? document.activeElement : null;
  const place = focus ? [...document.querySelectorAll("#hand .pick")].indexOf(focus) : -1;
  const log = document.getElementById("log");
  const atEnd = !log || log.scrollTop + log.clientHeight > log.scrollHeight - 24;
  const scroll = log?.scrollTop ?? 0;
  const last = readLast(fresh);
  const was = animated && last && last.seq > moved ? before() : null;
  Idiomorph.morph(table(), fresh, { morphStyle: "outerHTML", callbacks: { beforeAttributeUpdated: keepOpen } });
  moved = Math.max(moved, last?.seq ?? 0);
  dress();
  dressBack();
  after(was, last);
  const lines = document.getElementById("log");
  if (lines) lines.scrollTop = atEnd ? lines.scrollHeight : scroll;
  if (focus && !document.activeElement?.closest("#table")) refocus(place);
  resetClocks();
  if (lookingBack()) return;
  tell(table());
  autoPickup();
}

/** Title, sound and words say what is new, also to somebody who is looking back. */
function tell(at) {
  signal(at, heard);
  heard = Math.max(heard, ...[...at.querySelectorAll("#log li")].map((line) => Number(line.dataset.seq)));
}

/** What the reader opened stays open. */
function keepOpen(name, node) {
  return !(name === "open" && node.tagName === "DETAILS");
}

/** The focused control is gone: the card at its place is next, or an open card that may be picked, or whatever there is. */
function refocus(place) {
  const cards = [...document.querySelectorAll("#hand .pick")];
  const others = ['.own .pick:not([aria-disabled="true"])', "#controls button", "#headline", "#main"];
  const next = place >= 0 && cards.length ? cards[Math.min(place, cards.length - 1)] : others.map(first).find(Boolean);
  next?.focus({ preventScroll: true });
}

const first = (selector) => document.querySelector(selector);

function post(url, body) {
  return fetch(url, {
    method: "POST",
    body,
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true", Accept: "text/html" },
  });
}

function dropHint(key) {
  dismissHint(key);
  post(room.dataset.hintUrl, new URLSearchParams({ hint: key })).catch(() => {}); // it is gone here; next time it may be said again
}

/** Send something and take in the answer. One thing for each table; controls sleep meanwhile. */
async function send(url, body, way = deliver) {
  const what = `${url}?${body.get("action") ?? body}`;
  const from = seq;
  if (!maySend(what, from)) return;
  sent(what, from);
  room.classList.add("sending");
  let its = from;
  try {
    its = (await way(url, body)) ?? from;
  } catch {
    toast(room.dataset.sayOffline);
  } finally {
    room.classList.toggle("sending", answered(what, from, its));
  }
}

/**
 * A move: over the socket if that is live, else as a form. One that was not answered is sent again as a form, of the same
 * table: the server takes it once. That it was too late then, since the first was taken, is nothing to tell.
 */
async function move(url, body) {
  const asked = socket.ask({ action: body.get("action"), seq: Number(body.get("seq")) });
  if (!asked) return deliver(url, body);
  const html = await asked;
  return html === null ? deliver(url, body, true).catch(() => null) : receive(html);
}

/** Returns the seq of the table that came as the answer, if one did. `again`: it may have been sent before. */
async function deliver(url, body, again = false) {
  const answer = await post(url, body);
  const next = answer.headers.get("HX-Redirect");
  if (next) return location.assign(next);
  if (answer.redirected) return location.assign(answer.url);
  const its = receive(await answer.text(), again && answer.status === 409);
  if (its !== null) return its;
  if (!answer.ok) toast(refusal(answer.status));
  await lookUp();
}

export function act(action) {
  clearTimeout(autoTimer);
  if (lookingBack() || connection === "lost" || connection === "gone") return;
  if (!maySend(`${room.dataset.act}?${action}`, seq)) return;
  sendPicked();
  send(room.dataset.act, new URLSearchParams({ action, seq }), move).then(settlePicked);
}

export function playPicked() {
  const made = composed();
  if (made) act(made.action);
}

export function choose(card) {
  if (!toggle(card)) return nudge();
  rove(card);
  if (room.dataset.confirm === "on" || !pickedCards().includes(card)) return;
  const mode = table().dataset.mode;
  if (mode === "flip" || (mode === "play" && !hasMates(card))) playPicked();
}

/** A card that cannot be played was pressed: point at what can. */
function nudge() {
  const words = document.getElementById("playable");
  words?.classList.remove("nudge");
  requestAnimationFrame(() => words?.classList.add("nudge"));
}

function autoPickup() {
  clearTimeout(autoTimer);
  if (room.dataset.autoPickup !== "on" || table().dataset.legal === "{}") return;
  const only = Object.keys(JSON.parse(table().dataset.legal));
  if (only.length !== 1 || only[0] !== "pickup") return;
  autoTimer = setTimeout(() => {
    toast(room.dataset.sayPicked, 3000);
    act("pickup");
  }, 900);
}

async function lookUp() {
  try {
    const answer = await fetch(room.dataset.url, { headers: { "HX-Request": "true", Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) return answer.status < 500;
    receive(await answer.text());
    return true;
  } catch {
    return false;
  }
}

/** live, slow (no socket, but the site answers), lost, gone. */
function showConnection(state) {
  connection = state;
  room.classList.toggle("asleep", state === "lost" || state === "gone");
  if (!banner) return;
  banner.hidden = state === "live";
  banner.textContent = { lost: room.dataset.sayLost, slow: room.dataset.saySlow, gone: room.dataset.sayGone }[state] ?? "";
}

function socketState(state) {
  clearInterval(poll);
  poll = 0;
  if (state !== "lost") return showConnection(state);
  showConnection("lost");
  poll = setInterval(async () => {
    const answered = await lookUp();
    if (poll) showConnection(answered ? "slow" : "lost");
  }, POLL);
}

const socket = follow(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${room.dataset.socket}`, {
  frame: receive,
  state: socketState,
});

/** The page may have slept: look at once, and do not trust a connection that missed something. */
async function wake() {
  socket.wake();
  const known = seq;
  await lookUp();
  if (connection === "live" && seq > known && performance.now() - frameAt > 1000) socket.drop();
}

document.addEventListener("visibilitychange", () => document.hidden || wake());
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("online", wake);
addEventListener("offline", () => socket.drop()); // an open socket would not notice for a long time
setInterval(async () => {
  if (document.hidden || performance.now() - frameAt < QUIET) return;
  frameAt = performance.now();
  const known = seq;
  await lookUp();
  if (seq > known) socket.drop(); // it said nothing although something happened
}, 5000);

const DO = {
  pick: (control) => choose(control),
  main: () => playPicked(),
  pickup: () => act("pickup"),
  draw: () => act("draw"),
  pass: () => act("pass"),
  "hint-off": (control) => dropHint(control.closest("#hint").dataset.hint),
  "hints-off": () => dropHint("all"),
  log: () => (root.dataset.log = root.dataset.log === "open" ? "" : "open"),
  "back-step": () => look(step(-1)) || toast(nothingEarlier(), 4000),
  "forward-step": () => look(step(1)),
  live: () => look(toLive()),
  keys: () => document.getElementById("keys").showModal(),
  "share-link": (control) => navigator.share({ url: control.parentElement.querySelector("input").value }).catch(() => {}), // they thought better of it
  "copy-link": (control) =>
    navigator.clipboard.writeText(control.parentElement.querySelector("input").value).then(() => toast(room.dataset.sayCopied, 2500)),
};

const MOVES = new Set(["pick", "main", "pickup", "draw", "pass"]);

function look(html) {
  if (html) show(new DOMParser().parseFromString(html, "text/html").getElementById("table"));
  return Boolean(html);
}

room.addEventListener("click", (event) => {
  const control = event.target.closest("[data-action]");
  const todo = control && DO[control.dataset.action];
  if (!todo) return;
  event.preventDefault();
  if (control.getAttribute("aria-disabled") === "true" && !["pick", "back-step"].includes(control.dataset.action)) return;
  if (lookingBack() && MOVES.has(control.dataset.action)) return;
  if (event.detail > 1 && control.dataset.action === "pick" && room.dataset.confirm !== "on") return; // it plays at once: one card
  todo(control);
});

// Forms stand beside the table and keep their token; those marked live answer with the table, the others lead elsewhere.
room.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method === "dialog") return;
  if (event.submitter?.getAttribute("aria-disabled") === "true") return event.preventDefault();
  const nonce = form.elements.namedItem("nonce");
  if (nonce && !nonce.value) nonce.value = randomHex();
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  send(form.action, new URLSearchParams(new FormData(form, event.submitter)));
}, true);

document.addEventListener("keydown", (event) => keys(event, { act, choose, playPicked, doing: DO }));

seq = Number(table().dataset.seq);
moved = readLast(table())?.seq ?? 0;
keep(seq, table().outerHTML);
dress();
dressBack();
resetClocks();
tell(table());
const lines = document.getElementById("log");
if (lines) lines.scrollTop = lines.scrollHeight;
autoPickup();
