// Picking cards: what is picked, which action that makes, and what the main button says of it. The server names every
// legal action with its words (data-legal); here they are only looked up.

const COLOURS = "RBG";
let picked = []; // ids of picked cards, in the order they were picked
let onTheWay = false; // they were sent and the answer is not here yet; what is picked now is for the next move

const table = () => document.getElementById("table");
const mode = () => table()?.dataset.mode;
const rank = (card) => card.dataset.value.replace(/^\d:/, "").slice(1);

function legal() {
  try {
    return JSON.parse(table()?.dataset.legal || "{}");
  } catch {
    return {};
  }
}

const pickable = (card) => card && card.getAttribute("aria-disabled") !== "true";

export function pickedCards() {
  return picked.map((id) => document.getElementById(id)).filter(Boolean);
}

function values(kind) {
  return pickedCards().filter((card) => kind.includes(card.dataset.pick)).map((card) => card.dataset.value);
}

/** The action the picked cards make: { action, label }, or null. Cards are laid in the order they were picked. */
export function composed() {
  const known = legal();
  const find = (action, name = action) => (known[name] ? { action, label: known[name] } : null);
  const hand = values(["hand"]);
  switch (mode()) {
    case "setup":
      return hand.length === 3 ? { action: `up ${hand.join(" ")}`, label: mainButton()?.dataset.ready } : null;
    case "play": {
      const cards = values(["hand", "up"]);
      const sorted = [...cards].sort((a, b) => COLOURS.indexOf(a[0]) - COLOURS.indexOf(b[0]));
      return cards.length ? find(`play ${cards.join(" ")}`, `play ${sorted.join(" ")}`) : null;
    }
    case "bonus":
      return find(`swap ${hand[0]} ${values(["up"])[0]}`);
    case "exchange":
      return find(`exchange ${hand[0]} ${values(["take"])[0]}`);
    case "flip":
      return find(`flip ${values(["flip"])[0]}`);
    default:
      return null;
  }
}

export const mainButton = () => document.getElementById("do-main");

/** Show what is picked, after a morph too, and what the main button would do. Cards that are gone are forgotten. */
export function showPicked() {
  picked = picked.filter((id) => pickable(document.getElementById(id)));
  for (const card of document.querySelectorAll("#table .pick")) {
    card.setAttribute("aria-pressed", String(picked.includes(card.id)));
  }
  const button = mainButton();
  if (!button) return;
  const made = composed();
  button.textContent = made?.label || button.dataset.idle;
  if (made) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

export function clearPicked() {
  picked = [];
  onTheWay = false;
  showPicked();
}

/** What is picked was sent. */
export function sendPicked() {
  onTheWay = true;
}

/** The answer came: what was sent is put back, but not what was picked since. */
export function settlePicked() {
  if (onTheWay) clearPicked();
}

/** Pick a card or put it back. Returns false when that card cannot be picked now. */
export function toggle(card) {
  if (!pickable(card)) return false;
  settlePicked();
  if (picked.includes(card.id)) picked = picked.filter((id) => id !== card.id);
  else picked = [...staying(card), card.id];
  showPicked();
  return true;
}

/** Which of the cards picked so far stay picked beside this one. */
function staying(card) {
  const others = pickedCards();
  const ids = (cards) => cards.map((other) => other.id);
  switch (mode()) {
    case "setup":
      return picked.slice(-2);
    case "bonus":
    case "exchange":
      return ids(others.filter((other) => (other.dataset.pick === "hand") !== (card.dataset.pick === "hand")));
    case "flip":
      return [];
    default: {
      const same = others.filter((other) => rank(other) === rank(card));
      return fits([...same, card]) ? ids(same) : [];
    }
  }
}

/** Whether these cards may be played together. While it is not our turn any cards of one number may be picked. */
function fits(cards) {
  if (mode() !== "play") return cards.length === 1 || /^\d/.test(rank(cards[0]));
  const sorted = cards.map((card) => card.dataset.value).sort((a, b) => COLOURS.indexOf(a[0]) - COLOURS.indexOf(b[0]));
  return Boolean(legal()[`play ${sorted.join(" ")}`]);
}

/** Pick every card of that card's number which may go with it. */
export function pickAll(card) {
  if (!pickable(card)) return;
  settlePicked();
  picked = [card.id];
  for (const other of document.querySelectorAll("#table .pick")) {
    const joins = other.id !== card.id && other.dataset.pick === card.dataset.pick && rank(other) === rank(card);
    if (joins && pickable(other) && fits([...pickedCards(), other])) picked.push(other.id);
  }
  showPicked();
}

/** Whether another card could go with this one: then a single click must not play it yet. */
export function hasMates(card) {
  return [...document.querySelectorAll("#table .pick")].some(
    (other) => other.id !== card.id && other.dataset.pick === card.dataset.pick && rank(other) === rank(card),
  );
}

/** One stop of the Tab key for the whole hand; arrows go from card to card. */
export function rove(focused) {
  const cards = [...document.querySelectorAll("#hand .pick")];
  const stop = cards.includes(focused) ? focused : (cards.find((card) => picked.includes(card.id)) ?? cards[0]);
  for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
}
