// What only script can do, put onto a table that came without it.
import { rove, showPicked } from "./table-select.js";

const room = document.getElementById("room");

/** After every change of the table. */
export function dress() {
  showPicked();
  rove(document.activeElement);
  document.querySelectorAll("[data-absolute]").forEach((field) => (field.value = new URL(room.dataset.url, location.href)));
  document.querySelectorAll('[data-action="copy-link"]').forEach((button) => (button.hidden = !navigator.clipboard));
  document.querySelectorAll('[data-action="share-link"]').forEach((button) => (button.hidden = !navigator.share));
  document.querySelectorAll("[data-way-back]").forEach((link) => (link.href = wayBack(link.href)));
  const hint = document.getElementById("hint");
  if (hint) hint.hidden = hidden(hint.dataset.hint);
}

// The account remembers what was dismissed; until the next page load the page does, too.
const hiddenHints = () => JSON.parse(sessionStorage.getItem("hints-off") ?? "[]");
const hidden = (key) => hiddenHints().some((known) => known === key || known === "all");

/** Do not say this hint again; "all": none. */
export function dismissHint(key) {
  sessionStorage.setItem("hints-off", JSON.stringify([...hiddenHints(), key]));
  document.getElementById("hint").hidden = true;
}

/** Where the reader came from, remembered for as long as they stay at this table. */
function wayBack(usual) {
  const key = `from:${room.dataset.url}`;
  const from = document.referrer;
  const ours = from.startsWith(location.origin) && !new URL(from).pathname.startsWith(room.dataset.url) && !/\/(new|login|signup|guest)\//.test(from);
  if (ours && !sessionStorage.getItem(key)) sessionStorage.setItem(key, from);
  return sessionStorage.getItem(key) ?? usual;
}

/** 32 random bytes: this reader's part in the shuffle. */
export function randomHex() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
