// Clocks run on milliseconds the server said were left, counted with the machine's steady clock: the visitor's own time
// of day plays no part.

const HOUR = 3600000;
const LOW = 10000;
let since = performance.now();

/** The numbers on the page are fresh: count from now. */
export function resetClocks() {
  since = performance.now();
  tick();
}

function text(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  const passed = performance.now() - since;
  for (const clock of document.querySelectorAll("#table .clock[data-ms]")) {
    const turn = Number(clock.dataset.ms) - passed;
    const bank = Number(clock.dataset.bank);
    const left = turn > 0 ? turn : bank + turn;
    if (Math.max(Number(clock.dataset.ms), bank) >= HOUR && left >= HOUR) continue; // said in words by the server
    if (clock.textContent !== text(left)) clock.textContent = text(left);
    clock.classList.toggle("on-bank", turn <= 0 && bank > 0);
    clock.classList.toggle("low", turn + bank < LOW);
  }
}

setInterval(tick, 250);
