// The calendar groups by the reader's own days. On a first visit the server did not know the zone yet: ask once more.
import { known } from "./times.js";

if (!known && document.cookie.includes("timezone=")) location.reload();

// Arrow keys page through months and weeks, as the buttons do.
document.addEventListener("keydown", (event) => {
  if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
  const rtl = document.documentElement.dir === "rtl";
  const step = { ArrowLeft: rtl ? "after" : "before", ArrowRight: rtl ? "before" : "after" }[event.key];
  if (step) document.querySelector(`[data-key="${step}"]`).click();
});
