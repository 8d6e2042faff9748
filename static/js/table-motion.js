// Cards move from where they were to where they are. Drawn over the finished page, so nothing waits for it.

const QUICK = 200;
const EASE = "cubic-bezier(.2,.75,.3,1)";
const flight = document.getElementById("flight");

const moves = () => {
  const wish = document.documentElement.dataset.motion;
  if (document.hidden || wish === "reduced") return false;
  return wish === "on" || wish === "full" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
};

const box = (element) => element?.getBoundingClientRect();
const seatOf = (seat) => document.getElementById(`hand-of-${seat}`) ?? document.querySelector(`#seat-${seat} .stacks`) ?? document.getElementById(`seat-${seat}`);

/** Where everything lies before the page changes; null when nothing is to move. */
export function before() {
  if (!moves()) return null;
  const cards = new Map();
  for (const pick of document.querySelectorAll("#table .pick")) cards.set(pick.id, { rect: box(pick), value: pick.dataset.value });
  const ups = [...document.querySelectorAll("#table .above .card")].map((card) => ({
    rect: box(card),
    value: card.dataset.card,
    seat: card.closest("[data-seat]")?.dataset.seat,
  }));
  const stacks = new Map([...document.querySelectorAll("#table .stack")].map((stack) => [stack.id, box(stack)]));
  const fan = document.getElementById("fan");
  return { cards, ups, stacks, fan: box(fan), pile: fan ? [...fan.querySelectorAll(".card")].map((card) => [box(card), card.cloneNode(true)]) : [] };
}

/** Animate the move `last` (the table's data-last) from the places in `was`. */
export function after(was, last) {
  if (!was || !last || !was.fan) return settle(was);
  const mine = document.querySelector(".own")?.dataset.seat === String(last.seat);
  const starts = last.cards.map((card) => origin(was, last, card, mine));
  if (last.kind === "play" || last.kind === "flip") laid(was, last, starts, mine);
  if (last.kind === "pickup") taken(was, last, mine);
  if (last.kind === "swap" || last.kind === "exchange") traded(was, last);
  drawn(was, last, mine);
  settle(was);
}

/** Where a card came from: one's own card of that face, an open card of the seat, its blind slot, or its hand. */
function origin(was, last, card, mine) {
  if (last.kind === "flip") return was.stacks.get(`stack-${last.seat}-${last.slot}`);
  if (mine) {
    for (const [id, { rect, value }] of was.cards) {
      if (value === card && !document.getElementById(id)) return was.cards.delete(id) && rect;
    }
  }
  const index = was.ups.findIndex((up) => up.value === card && up.seat === String(last.seat));
  const open = index >= 0 && !mine && handEmpty(last.seat) ? was.ups.splice(index, 1)[0].rect : null;
  return open ?? box(seatOf(last.seat));
}

const handEmpty = (seat) => /^\D*0\s*$/.test(document.getElementById(`hand-of-${seat}`)?.textContent ?? "");

function laid(was, last, starts, mine) {
  if (last.missed) return taken(was, last, mine);
  const fan = document.getElementById("fan");
  if (!fan) return;
  if (last.cleared) return swept(was, last, starts, box(fan));
  const cards = [...fan.querySelectorAll(".laid .card")].slice(-last.cards.length);
  cards.forEach((card, index) => fly(card, starts[index], last.kind === "flip"));
}

/** The pile, with the cards that cleared it, goes off to the side. */
function swept(was, last, starts, fan) {
  const clones = was.pile.map(([rect, card]) => loose(card, rect));
  const size = was.pile.at(-1)?.[0] ?? fan;
  last.cards.forEach((value, index) => {
    const card = drawnFace(value);
    if (!card) return;
    const clone = loose(card, size);
    fly(clone, starts[index], last.kind === "flip");
    clones.push(clone);
  });
  clones.forEach((clone, index) => {
    const away = [{ transform: place(clone) }, { transform: `${place(clone)} translate(55vw, -8vh) rotate(24deg)`, opacity: 0 }];
    clone.animate(away, { duration: 230, delay: QUICK + index * 12, easing: "ease-in", fill: "forwards" }).finished.then(() => clone.remove(), () => {});
  });
}

function taken(was, last, mine) {
  const fresh = mine ? newCards(was) : [];
  if (fresh.length) return fresh.forEach((card) => fly(card, was.fan));
  const goal = box(seatOf(last.seat));
  if (!goal) return;
  was.pile.forEach(([rect, card], index) => goes(loose(card, rect), rect, goal, index * 25));
}

function traded(was, last) {
  for (const value of last.cards) {
    const old = was.ups.find((up) => up.value === value) ?? [...was.cards.values()].find((card) => card.value === value);
    const now = [...document.querySelectorAll("#table .above .card, #hand .card")].find((card) => card.dataset.card === value);
    if (old && now) fly(now, old.rect);
  }
}

function drawn(was, last, mine) {
  const pile = box(document.querySelector(".draw-cards"));
  if (!last.drew || !pile) return;
  if (mine) return newCards(was).forEach((card, index) => fly(card, pile, true, index * 50));
  const back = document.querySelector("#draw .card");
  const goal = box(seatOf(last.seat));
  if (back && goal) goes(loose(back.cloneNode(true), pile), pile, goal, 60);
}

const newCards = (was) => [...document.querySelectorAll("#hand .pick")].filter((pick) => !was.cards.has(pick.id));

/** Cards of the hand that only moved along slide to their new place. */
function settle(was) {
  if (!was) return;
  for (const pick of document.querySelectorAll("#hand .pick")) {
    const old = was.cards.get(pick.id)?.rect;
    const now = box(pick);
    if (old && (Math.abs(old.left - now.left) > 2 || Math.abs(old.top - now.top) > 24)) fly(pick, old, false, 0, 160);
  }
}

/** Let an element arrive at its place from a rectangle. */
function fly(element, from, turn = false, delay = 0, duration = QUICK) {
  const to = box(element);
  if (!from || !to?.width) return;
  const base = element.parentElement === flight ? `${place(element)} ` : "";
  const start = `${base}translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${Math.max(0.2, from.width / to.width)})`;
  const frames = [{ transform: start + (turn ? " rotateY(180deg)" : ""), transformOrigin: "0 0" }, { transform: base || "none", transformOrigin: "0 0" }];
  element.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
}

/** A loose card goes to a place and is gone. */
function goes(clone, from, to, delay) {
  const end = `translate(${to.left + to.width / 2 - from.width / 2}px, ${to.top + to.height / 2 - from.height / 2}px) scale(.35)`;
  const frames = [{ transform: place(clone) }, { transform: end, opacity: 0.2 }];
  clone.animate(frames, { duration: 230, delay, easing: EASE, fill: "both" }).finished.then(() => clone.remove(), () => {});
}

/** A copy of a card above the page, at a rectangle. */
function loose(card, rect) {
  card.removeAttribute("id");
  card.style.setProperty("--card-w", `${rect.width}px`);
  card.style.transform = `translate(${rect.left}px, ${rect.top}px)`;
  flight.append(card);
  return card;
}

const place = (clone) => clone.style.transform;

/** A face drawn from the sprite that any card of the page refers to. */
function drawnFace(value) {
  const model = document.querySelector("#table .card use");
  if (!model) return null;
  const card = model.closest(".card").cloneNode(true);
  card.querySelector("use").setAttribute("href", `${model.getAttribute("href").split("#")[0]}#${value.replace("+", "p")}`);
  return card;
}
