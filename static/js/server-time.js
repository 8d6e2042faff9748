// The server's time of day. The visitor's own clock may be wrong, or be put right while the page is open. The page says
// when it was made (data-now of #times); how long ago that is the steady clock tells. Some machines stop that one while
// they sleep, so as soon as the two clocks disagree the server is asked again.

const MADE = /id="times"[^>]*data-now="([\d.]+)"/;
const JUMP = 1500; // ms by which the clocks may drift apart unnoticed
const EVERY = 1000;

let ahead = 0; // ms of the server's clock before this machine's
let apart = 0;

const clocksApart = () => Date.now() - performance.now();

/** It was `at` by the server (ms since 1970) when the steady clock showed `since`. */
function set(at, since) {
  ahead = at + performance.now() - since - Date.now();
  apart = clocksApart();
}

/** What time it is by the server, in ms since 1970. */
export const serverNow = () => Date.now() + ahead;

async function check() {
  if (Math.abs(clocksApart() - apart) < JUMP) return;
  apart = clocksApart();
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const since = performance.now();
    const made = MADE.exec(await answer.text())?.[1];
    if (made) set(Number(made) * 1000, since);
  } catch {
    apart = 0; // no connection: ask again
  }
}

const made = Number(document.getElementById("times")?.dataset.now);
if (made) set(made * 1000, performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
else apart = clocksApart();
setInterval(check, EVERY);
