// "Your turn" in the header of every page, in its title and its icon (the table page sees to its own title and icon).
import { follow } from "./table-socket.js";

const icon = document.getElementById("favicon");
const calmIcon = icon.getAttribute("href");
const calmTitle = document.title;
const atTable = document.getElementById("room");

function mark() {
  const waiting = document.querySelector("#badge a") !== null;
  if (atTable) return;
  document.title = waiting ? `▲ ${calmTitle}` : calmTitle;
  icon.setAttribute("href", waiting ? icon.dataset.turn : calmIcon);
}

function frame(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("badge");
  if (fresh) document.getElementById("badge").replaceWith(fresh);
  mark();
}

const socket = follow("/ws/me/", { frame, state: () => {} });
document.addEventListener("visibilitychange", () => document.hidden || socket.wake());
mark();
