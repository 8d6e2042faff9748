// The lists of tournaments stay fresh: while the page is in sight they are asked for again now and then.
const EVERY = 20_000;

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tournaments");
    const old = document.getElementById("tournaments");
    if (fresh && old) Idiomorph.morph(old, fresh, { morphStyle: "outerHTML" });
  } catch {
    // No connection: what stands there stays, and the next round asks again.
  }
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
