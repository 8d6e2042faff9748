// The button that checks the deal: fetches record and log, runs every check and marks its line.
import { CHECKS } from "./verify-deal.js";

const button = document.getElementById("verify");
const list = document.getElementById("checks");
const verdict = document.getElementById("verdict");

async function fetched(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function fail(words) {
  verdict.textContent = words;
  verdict.classList.add("bad");
}

async function check() {
  button.disabled = true;
  verdict.textContent = "";
  verdict.classList.remove("bad");
  for (const line of list.children) {
    delete line.dataset.state;
    line.querySelector(".why-not")?.remove();
  }
  try {
    if (!globalThis.crypto?.subtle) return fail(list.dataset.missing);
    const [record, log] = await Promise.all([fetched(button.dataset.record), fetched(button.dataset.log)]);
    list.hidden = false;
    return await run({ record, log });
  } catch {
    return fail(list.dataset.failed);
  } finally {
    button.disabled = false;
  }
}

async function run(files) {
  let good = true;
  for (const line of list.children) {
    let wrong;
    try {
      wrong = await CHECKS[line.dataset.check](files);
    } catch (error) {
      wrong = error.message || String(error);
    }
    line.dataset.state = wrong ? "bad" : "good";
    if (wrong) {
      good = false;
      const why = document.createElement("code");
      why.className = "why-not";
      why.dir = "ltr";
      why.textContent = wrong;
      line.append(why);
    }
  }
  verdict.textContent = good ? verdict.dataset.good : verdict.dataset.bad;
  verdict.classList.toggle("bad", !good);
}

button.hidden = false;
button.addEventListener("click", check);
