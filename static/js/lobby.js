// The lists of tables stay fresh, on the home page and in the lobby: each frame is the whole #lobby element.
import { follow } from "./table-socket.js";
import { wakes } from "./waking.js";

const banner = document.getElementById("connection");
const PATIENCE = 4000; // ms without a connection before the banner says so
let timer = 0;

function frame(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("lobby");
  if (fresh) Idiomorph.morph(document.getElementById("lobby"), fresh, { morphStyle: "outerHTML" });
}

function state(name) {
  clearTimeout(timer);
  if (name !== "lost") banner.hidden = true;
  else timer = setTimeout(() => (banner.hidden = false), PATIENCE);
}

const socket = follow("/ws/lobby/", { frame, state });
wakes(socket);
