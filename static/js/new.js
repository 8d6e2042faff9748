// Opening a table: presets fill the form, seats are picked one by one, impossible combinations are switched off and say
// why. Only a help: the server checks everything again, and without this script the form works as it stands.

const form = document.getElementById("new-table");
const presets = JSON.parse(document.getElementById("preset-values").textContent);
const presetLinks = [...document.querySelectorAll("[data-preset]")];
const chairs = document.getElementById("chairs");
const botsField = form.elements.bots;

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

function write(name, value) {
  for (const input of inputs(name)) {
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Array.isArray(value) ? value.includes(input.value) : value === "on";
    else input.value = value;
  }
}

// Presets

function choosePreset(event) {
  event.preventDefault();
  const values = presets[event.currentTarget.dataset.preset];
  for (const [name, value] of Object.entries(values)) write(name, value);
  if (values.colours.length < 3 && Number(read("seats")) > 4) write("seats", "4");
  refresh();
}

function markPreset() {
  for (const link of presetLinks) {
    const values = presets[link.dataset.preset];
    const same = Object.entries(values).every(([name, value]) => String(read(name)) === String(value));
    link.setAttribute("aria-pressed", String(same));
  }
}

// Seats and bots

function wanted() {
  return botsField.value.split(",").map((name) => name.trim()).filter(Boolean);
}

function drawChairs() {
  const others = Number(read("seats")) - 1;
  const before = [...chairs.querySelectorAll("select")].map((select) => select.value);
  const values = before.length ? before : wanted();
  chairs.replaceChildren(document.getElementById("own-chair").content.cloneNode(true));
  for (let index = 0; index < others; index += 1) {
    const chair = document.getElementById("chair").content.cloneNode(true);
    chair.querySelector("select").value = values[index] ?? "";
    chair.querySelector(".visually-hidden").append(` ${index + 2}`);
    chairs.append(chair);
  }
  collectBots();
}

function collectBots() {
  const bots = [];
  for (const select of chairs.querySelectorAll("select")) {
    const chair = select.closest("li");
    chair.toggleAttribute("data-bot", Boolean(select.value));
    chair.querySelector(".token-disc").dataset.letter = select.selectedOptions[0].textContent.slice(0, 1).toUpperCase();
    if (select.value) bots.push(select.value);
  }
  botsField.value = bots.join(",");
}

// What does not go together

function deckSize() {
  const green = read("deck") === "74" ? 26 : 36;
  return read("colours").reduce((sum, colour) => sum + (colour === "green" ? green : 24), 0);
}

/** Why a value of a field is impossible now; "" when it is not. The server has the same rules. */
function problem(name, value) {
  const why = form.dataset;
  const seats = Number(read("seats"));
  const colours = read("colours");
  if (name === "seats" && colours.length < 3 && Number(value) > 4) return why.whySeats;
  if (name === "seats" && colours.length && Number(value) * 9 > deckSize()) return why.whyDeck;
  if (name === "colours" && seats > 4 && colours.includes(value)) return why.whySeats;
  if (name === "colour_bonus" && colours.length < 2) return why.whyBonus;
  if (name === "play_for_places" && read("scoring") !== "off") return why.whyScoring;
  if (name === "scoring" && value !== "off" && read("play_for_places") === "on") return why.whyPlaces;
  if (name === "score_scope" && read("scoring") === "off") return why.whyScope;
  if (name === "first_seat" && value !== "random" && Number(value) >= seats) return why.whyFirst;
  if (name === "bot_pace" && !botsField.value) return why.whyThinking;
  return "";
}

const JUDGED = ["seats", "colours", "colour_bonus", "play_for_places", "scoring", "score_scope", "first_seat", "bot_pace"];

function choicesOf(name) {
  const found = inputs(name);
  return found[0].tagName === "SELECT" ? [...found[0].options] : found;
}

function judge() {
  for (const name of JUDGED) {
    const reasons = choicesOf(name).map((choice) => {
      const reason = problem(name, choice.value);
      choice.disabled = Boolean(reason) && !(choice.checked && choice.type === "radio") && !choice.selected;
      if (choice.tagName === "OPTION") choice.hidden = choice.disabled;
      return reason;
    });
    if (name === "first_seat") continue; // the list of seats speaks for itself
    const line = form.querySelector(`[data-field="${name}"] .why`);
    line.textContent = reasons.find(Boolean) ?? "";
    line.hidden = !line.textContent;
  }
}

/** At least one colour stays in, and a switched-off switch is off. */
function settle(changed) {
  if (changed?.name === "colours" && !read("colours").length) changed.checked = true;
  if (read("colours").length < 2) write("colour_bonus", "off");
  if (Number(read("first_seat")) >= Number(read("seats"))) write("first_seat", "random");
}

// What will be opened, in short

function labelOf(name) {
  return form.querySelector(`[data-field="${name}"] .option-label`).textContent;
}

function chosenText(name) {
  return inputs(name).find((radio) => radio.checked)?.closest("label").textContent.trim() ?? "";
}

function summarise() {
  const preset = presetLinks.find((link) => link.getAttribute("aria-pressed") === "true");
  const rules = preset ? preset.querySelector(".preset-name").textContent : form.dataset.ownRules;
  const bots = wanted().length;
  const lines = [
    [document.querySelector("#presets legend").textContent, rules],
    [labelOf("seats"), read("seats")],
    [form.querySelector(`label[for="${botsField.id}"]`).textContent, bots],
    [labelOf("pace"), chosenText("pace").split(":")[0]],
    [labelOf("visibility"), chosenText("visibility")],
  ];
  const rows = lines.map(([term, text]) => {
    const row = document.createElement("div");
    const dt = row.appendChild(document.createElement("dt"));
    const dd = row.appendChild(document.createElement("dd"));
    dt.textContent = term;
    dd.textContent = text;
    return row;
  });
  document.getElementById("summary").replaceChildren(...rows);
  const full = bots === Number(read("seats")) - 1;
  document.getElementById("start-note").textContent = full ? form.dataset.starts : form.dataset.waits;
}

function refresh(changed) {
  settle(changed);
  drawChairs();
  judge();
  markPreset();
  summarise();
}

botsField.hidden = true;
document.querySelector("[data-no-script]").hidden = true;
chairs.hidden = false;
for (const link of presetLinks) {
  link.setAttribute("role", "button");
  link.addEventListener("click", choosePreset);
  link.addEventListener("keydown", (event) => event.key === " " && choosePreset(event));
}
form.addEventListener("change", (event) => {
  if (chairs.contains(event.target)) {
    collectBots();
    judge();
    summarise();
  } else {
    refresh(event.target);
  }
});
refresh();
