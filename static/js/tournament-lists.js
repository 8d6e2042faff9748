// The lists of tournaments stay fresh: each frame is the whole #tournaments element. Numbers of players, of which no
// frame tells, are asked for now and then while the page is in sight.
import { follow } from "./table-socket.js";
import { wakes } from "./waking.js";

const banner = document.getElementById("connection");
const PATIENCE = 4000; // ms without a connection before the banner says so
const EVERY = 30_000;
let timer = 0;

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("tournaments");
  if (fresh) Idiomorph.morph(document.getElementById("tournaments"), fresh, { morphStyle: "outerHTML" });
}

function state(name) {
  clearTimeout(timer);
  if (name !== "lost") banner.hidden = true;
  else timer = setTimeout(() => (banner.hidden = false), PATIENCE);
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" } });
    if (answer.ok) show(await answer.text());
  } catch {
    // No connection: what stands there stays, and the banner says so.
  }
}

const socket = follow("/ws/tournaments/", { frame: show, state });
setInterval(ask, EVERY);
wakes(socket);
document.addEventListener("visibilitychange", ask);
