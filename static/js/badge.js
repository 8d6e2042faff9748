// "Your turn" and the call to an event's table: in the header of every page, in its title and its icon (the table page
// sees to its own turn). `#badge` carries `data-call-url` while a table calls; "badge" is sent to the document with
// every change, so that the page of the event can go there by itself.
import { play } from "./sound.js";
import { follow } from "./table-socket.js";
import { wakes } from "./waking.js";

const icon = document.getElementById("favicon");
const calmIcon = icon.getAttribute("href");
const calmTitle = document.title;
const atTable = document.getElementById("room");
const CALLING = "◆ ";
const RINGING = [[587, 0], [784, 0.14], [587, 0.28], [784, 0.42]];
const HOUR = 3600000;

const said = document.createElement("div");
said.className = "visually-hidden";
said.setAttribute("role", "status");
document.body.append(said);

let calledTo = "";
let since = performance.now();

const badge = () => document.getElementById("badge");
const call = () => document.getElementById("call");

function mark() {
  ring();
  if (!atTable) {
    const waiting = document.querySelector("#badge .badge-turn, #call") !== null;
    document.title = waiting && !call() ? `▲ ${calmTitle}` : calmTitle;
    icon.setAttribute("href", waiting ? icon.dataset.turn : calmIcon);
  }
  tick();
  document.dispatchEvent(new CustomEvent("badge"));
}

/** A new call is said and rung once, on whatever page the reader is. */
function ring() {
  const url = badge().dataset.callUrl ?? "";
  if (url && url !== calledTo) {
    setTimeout(() => (said.textContent = call()?.querySelector(".call-words").textContent ?? ""), 150);
    if (badge().dataset.sound === "on") play(RINGING);
  }
  if (!url) said.textContent = "";
  calledTo = url;
}

/** The countdown runs on the milliseconds the server gave; the title is marked, also where the table page writes it. */
function tick() {
  const clock = document.querySelector("#call .call-clock");
  const marked = document.title.startsWith(CALLING);
  if (clock && !marked) document.title = CALLING + document.title;
  if (!clock && marked) document.title = document.title.slice(CALLING.length);
  if (!clock) return;
  const left = Math.max(0, Number(clock.dataset.ms) - (performance.now() - since));
  if (left >= HOUR) return; // said in words by the server
  const seconds = Math.ceil(left / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (clock.textContent !== text) clock.textContent = text;
}

function frame(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("badge");
  if (fresh) {
    const held = document.activeElement?.closest("#badge a")?.getAttribute("href");
    badge().replaceWith(fresh);
    since = performance.now();
    if (held) [...fresh.querySelectorAll("a")].find((link) => link.getAttribute("href") === held)?.focus();
  }
  mark();
}

const socket = follow("/ws/me/", { frame, state: () => {} });
wakes(socket);
setInterval(tick, 250);
mark();
