// The pages of one tournament stay fresh: each frame is the whole #event. On its other pages a frame is the sign to ask
// for what they show. A countdown counts, and a player who is called goes to the table.
import { follow } from "./table-socket.js";
import { wakes } from "./waking.js";
import { serverNow } from "./server-time.js";
import { csrfToken, newNonce, toast } from "./site.js";

const page = document.querySelector(".event-page");
const banner = document.getElementById("connection");
const toasts = document.getElementById("toasts");
const refetch = "refetch" in page.dataset;
const PATIENCE = 4000; // ms without a connection before the banner says so
const SPREAD = 2000; // ms over which readers of other pages ask for theirs

const parse = (html, id) => new DOMParser().parseFromString(html, "text/html").getElementById(id);
const main = () => document.getElementById(refetch ? "live" : "event");

/* What a reader opened stays open, what they are writing stays theirs. */
const callbacks = {
  beforeNodeMorphed: (old) => !(old.nodeName === "FORM" && old.dataset.touched && old.offsetParent),
  beforeAttributeUpdated: (name, node) => !(name === "open" && node.nodeName === "DETAILS"),
};

function show(fresh) {
  if (!fresh || Number(fresh.dataset.version) < Number(main().dataset.version)) return;
  Idiomorph.morph(main(), fresh, { morphStyle: "outerHTML", callbacks });
  count();
  go();
}

/* ---- the socket ---- */
let asked = 0;
let timer = 0;

function ask() {
  clearTimeout(asked);
  asked = setTimeout(async () => {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.ok) show(parse(await answer.text(), "live"));
  }, Math.random() * SPREAD);
}

function frame(html) {
  const fresh = parse(html, "event");
  if (!fresh) return;
  if (!refetch) return show(fresh);
  ask();
  go(fresh);
}

function state(name) {
  clearTimeout(timer);
  if (name !== "lost") banner.hidden = true;
  else timer = setTimeout(() => (banner.hidden = false), PATIENCE);
}

const socket = follow(page.dataset.socket, { frame, state });
wakes(socket);

/* ---- called: go there once; whoever comes back stays ---- */
function go(element = document.getElementById("event")) {
  const table = element?.dataset.goto;
  if (!table || sessionStorage.getItem("went") === table || document.querySelector("form[data-touched] :focus")) return;
  sessionStorage.setItem("went", table);
  location.assign(table);
}

/* ---- the countdown ---- */
function left(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 1) return `${days} d ${two(hours)} h`;
  const all = days * 24 + hours;
  return `${all ? `${all}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function count() {
  for (const clock of document.querySelectorAll("[data-countdown]")) {
    const seconds = Math.max(0, Math.ceil((Date.parse(clock.dataset.countdown) - serverNow()) / 1000));
    const text = left(seconds);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("clock-soon", seconds <= 10);
  }
}

setInterval(count, 250);
count();

/* ---- forms answer with the element; without script they lead to the page ---- */
page.addEventListener("input", (event) => (event.target.form.dataset.touched = "1"));

page.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("live" in form.dataset)) return;
  event.preventDefault();
  if (form.dataset.sent || event.submitter?.getAttribute("aria-disabled") === "true") return;
  form.dataset.sent = "1";
  const body = new URLSearchParams(new FormData(form));
  if ("nonce" in form.dataset) body.set("nonce", newNonce());
  const headers = { "HX-Request": "true", "X-CSRFToken": csrfToken() };
  const answer = await fetch(form.action, { method: "POST", body, headers }).catch(() => null);
  delete form.dataset.sent;
  if (!answer) return toast(toasts.dataset.offline);
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  const fresh = parse(await answer.text(), "event");
  if (!fresh) return toast(toasts.dataset.failed);
  if (answer.ok) {
    form.reset();
    delete form.dataset.touched;
  }
  show(fresh); // what was refused stays as it was typed
});

go();
