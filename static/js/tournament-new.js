// Announcing a tournament: presets fill the form, fields that a format does not know disappear, tie-breaks are put in
// order, and the server says in words what the event would be, or what does not go together. Only a help: without this
// script the form works as it stands.
import { csrfToken } from "./site.js";
import { known, localise } from "./times.js";

const form = document.getElementById("new-tournament");
const events = JSON.parse(document.getElementById("preset-values").textContent);
const rules = JSON.parse(document.getElementById("rule-values").textContent);
const presetLinks = [...document.querySelectorAll("[data-preset]")];
const ruleButtons = [...document.querySelectorAll("[data-rules]")];
const PATIENCE = 250; // ms of quiet before the server is asked

function inputs(name) {
  return [...form.querySelectorAll(`[name="${name}"]`)];
}

/** The value of a field: text, or a list of text for `colours`. A switch is "off" or "on". */
function read(name) {
  const found = inputs(name);
  if (name === "colours") return found.filter((box) => box.checked).map((box) => box.value);
  if (found[0].type === "radio") return found.find((radio) => radio.checked)?.value ?? "";
  if (found[0].type === "checkbox") return found[0].checked ? "on" : "off";
  return found[0].value;
}

function write(values) {
  for (const [name, value] of Object.entries(values)) {
    for (const input of inputs(name)) {
      if (input.type === "radio") input.checked = input.value === value;
      else if (input.type === "checkbox") input.checked = Array.isArray(value) ? value.includes(input.value) : value === "on";
      else input.value = value;
    }
  }
}

function same(values) {
  return Object.entries(values).every(([name, value]) => String(read(name)) === String(value));
}

// Presets of events and of rules

function fill(event, values) {
  event.preventDefault();
  write(values);
  refresh();
}

function markPresets() {
  for (const link of presetLinks) link.setAttribute("aria-pressed", String(same(events[link.dataset.preset])));
  for (const button of ruleButtons) button.setAttribute("aria-pressed", String(same(rules[button.dataset.rules])));
  document.getElementById("own-rules").hidden = ruleButtons.some((button) => button.ariaPressed === "true");
}

for (const link of presetLinks) {
  link.setAttribute("role", "button");
  link.addEventListener("click", (event) => fill(event, events[link.dataset.preset]));
  link.addEventListener("keydown", (event) => event.key === " " && fill(event, events[link.dataset.preset]));
}
for (const button of ruleButtons) button.addEventListener("click", (event) => fill(event, rules[button.dataset.rules]));
document.getElementById("rule-presets").hidden = false;

// Fields of this format, of this bot policy

function showFields() {
  const format = read("format");
  for (const box of form.querySelectorAll("[data-only]")) {
    box.hidden = !box.dataset.only.split(" ").includes(format);
    for (const input of box.querySelectorAll("input, select")) input.disabled = box.hidden; // disabled ones are not sent
  }
}

// Tie-breaks: an ordered list instead of a line of names

const tiebreaks = document.getElementById("tiebreaks");
const tiebreakField = form.elements.tiebreaks;

function mover(item, step, label) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `icon-button mover ${step < 0 ? "mover-up" : "mover-down"}`;
  button.setAttribute("aria-label", label.replace("%s", item.querySelector("strong").textContent));
  button.addEventListener("click", () => {
    const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (step < 0) other.before(item);
    else other.after(item);
    button.focus();
    collectTiebreaks();
    ask();
  });
  return button;
}

function collectTiebreaks() {
  const chosen = [...tiebreaks.children].filter((item) => item.querySelector("input").checked);
  tiebreakField.value = chosen.map((item) => item.dataset.value).join(",");
}

for (const item of tiebreaks.children) item.append(mover(item, -1, form.dataset.up), mover(item, 1, form.dataset.down));
tiebreakField.hidden = true;
tiebreaks.hidden = false;

// What it would be, in the server's words

let timer = 0;
let asked = new AbortController();

function ask() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    asked.abort();
    asked = new AbortController();
    const headers = { "X-CSRFToken": csrfToken(), "HX-Request": "true" };
    try {
      const answer = await fetch(form.dataset.about, { method: "POST", body: new FormData(form), headers, signal: asked.signal });
      if (answer.ok) show(await answer.text());
    } catch {
      // No connection, or a newer question: what stands there stays.
    }
  }, PATIENCE);
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("about");
  if (!fresh) return;
  Idiomorph.morph(document.getElementById("about"), fresh, { morphStyle: "outerHTML" });
  localise();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-problem]");
  const field = link && inputs(link.dataset.problem)[0];
  if (!field) return;
  event.preventDefault();
  for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  field.focus();
});

function refresh() {
  showFields();
  markPresets();
  ask();
}

form.addEventListener("input", (event) => {
  if (tiebreaks.contains(event.target)) {
    if (!tiebreaks.querySelector("input:checked")) event.target.checked = true; // an empty line would mean all of them
    collectTiebreaks();
  }
  if (read("colours").length === 0 && event.target.name === "colours") event.target.checked = true;
  refresh();
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = form.elements.timezone;
if (!known && !("edit" in form.dataset) && zones.value === "UTC" && [...zones.options].some((option) => option.value === zone)) zones.value = zone;
refresh();
