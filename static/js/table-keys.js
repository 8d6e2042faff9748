// The keyboard at the table. Letters go by their place too, so that they work on every layout.
import { clearPicked, pickAll, rove } from "./table-select.js";

const cards = () => [...document.querySelectorAll("#hand .pick")];
const busy = (target) => target.closest("input, textarea, select, dialog, [contenteditable]");
const ready = (id) => {
  const button = document.getElementById(id);
  return button && button.getAttribute("aria-disabled") !== "true";
};

function go(card, event) {
  if (!card) return;
  event.preventDefault();
  rove(card);
  card.focus();
}

/** `table`: { act, choose, playPicked, doing }, see table.js. */
export function keys(event, table) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || busy(event.target)) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  const letter = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : event.key;
  const hand = cards();
  const here = hand.indexOf(document.activeElement);
  const inHand = here >= 0;
  switch (event.key) {
    case "ArrowRight":
      return inHand && go(hand[here + 1], event);
    case "ArrowLeft":
      return inHand && go(hand[here - 1], event);
    case "ArrowDown":
    case "ArrowUp":
      return inHand && go(beside(hand, here, event.key === "ArrowDown" ? 1 : -1), event);
    case "Home":
      return inHand && go(hand[0], event);
    case "End":
      return inHand && go(hand.at(-1), event);
    case "Escape":
      return document.querySelector("details.seat-menu[open]") ? closeMenus() : clearPicked();
    case "Enter":
      return enter(event, table);
    case "?":
      return table.doing.keys();
    case ",":
      return table.doing["back-step"]();
    case ".":
      return table.doing["forward-step"]();
    case "1":
    case "2":
    case "3":
      return flip(Number(event.key) - 1, table);
  }
  if (letter === "p" && ready("do-pickup")) table.act("pickup");
  if (letter === "d" && ready("do-draw")) table.act("draw");
  if (letter === "a") pickAll(document.activeElement.closest(".pick") ?? document.querySelector('.pick[aria-pressed="true"]'));
}

/** Enter plays what is picked; on a card with nothing picked it picks that card, as Space does. */
function enter(event, table) {
  const target = event.target;
  if (target !== document.body && !target.closest(".pick, #main:focus, .hand")) return;
  if (!ready("do-main")) return;
  event.preventDefault();
  table.playPicked();
}

function flip(slot, table) {
  const card = document.getElementById(`flip-${slot}`);
  if (card) table.act(`flip ${slot}`);
}

/** The card in the next row nearest to this one. */
function beside(hand, here, by) {
  const from = hand[here].parentElement.getBoundingClientRect();
  const rows = hand.map((card) => ({ card, at: card.parentElement.getBoundingClientRect() }));
  const tops = [...new Set(rows.map(({ at }) => Math.round(at.top)))].sort((a, b) => a - b);
  const top = tops[tops.indexOf(Math.round(from.top)) + by];
  const row = rows.filter(({ at }) => Math.round(at.top) === top);
  return row.sort((a, b) => Math.abs(a.at.left - from.left) - Math.abs(b.at.left - from.left))[0]?.card;
}

function closeMenus() {
  for (const menu of document.querySelectorAll("details.seat-menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
}
