// How the page says that something happened: title, icon, sound, and a polite line for screen readers.
import { play as sound } from "./sound.js";

const room = document.getElementById("room");
const icon = document.getElementById("favicon");
const calm = icon?.getAttribute("href");
const site = document.title.split(" · ").pop();
let wasMine = false;

/** A line as it would be read aloud: chips say their card's name. */
function spoken(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.getAttribute("aria-hidden") === "true") return "";
  if (node.getAttribute("role") === "img") return ` ${node.getAttribute("aria-label") ?? ""} `;
  return [...node.childNodes].map(spoken).join("");
}

export function say(text) {
  const line = document.getElementById("announce");
  if (line && text) line.textContent = text.replace(/\s+/g, " ").trim();
}

/** Title and icon follow the turn; new log lines and the turn are said. `from`: the newest line heard before. */
export function signal(table, from) {
  const mine = "myTurn" in table.dataset;
  const headline = table.querySelector("#headline")?.textContent ?? "";
  document.title = `${mine ? "▲ " : ""}${headline ? `${headline} · ` : ""}${site}`;
  if (icon?.dataset.turn) icon.setAttribute("href", mine ? icon.dataset.turn : calm);
  const news = [...table.querySelectorAll("#log li")].filter((line) => Number(line.dataset.seq) > from);
  const words = news.slice(-6).map((line) => `${spoken(line.querySelector(".line") ?? line)}.`);
  if (mine && (!wasMine || news.length)) words.push(`${headline}.`);
  if (from && words.length) say(words.join(" "));
  if (from) sounds(table, mine, news);
  wasMine = mine;
}

function sounds(table, mine, news) {
  if (room.dataset.sound !== "on") return;
  const tones = news.map((line) => /tone-(\w+)/.exec(line.className)?.[1]);
  if (tones.includes("clear")) play([[330, 0], [247, 0.07], [165, 0.14]]);
  else if (tones.includes("pickup")) play([[196, 0], [147, 0.09]]);
  else if (tones.includes("play")) play([[440, 0]]);
  if (mine && !wasMine) play([[587, 0.16], [784, 0.26]]);
}

function play(notes) {
  if (!sound(notes)) room.dataset.sound = "off";
}
