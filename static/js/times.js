// Moments in the reader's own time zone: <time datetime="…Z" data-shown="full|day|time|clock|short|until" data-zone="where it
// was announced">. The server wrote them as well as it could; here the zone is known for sure, and "in 5 minutes" stays
// true. Fragments that arrive later are seen too.
import { serverNow } from "./server-time.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
const page = document.documentElement.lang || "en";
// The reader's own regional habits, if they are of the page's language: 19:00 or 7:00 PM.
const language = navigator.languages?.find((tag) => tag.split("-")[0] === page.split("-")[0]) ?? page;

const PARTS = {
  full: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
  day: { weekday: "long", day: "numeric", month: "long" },
  time: { hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
  clock: { hour: "2-digit", minute: "2-digit" },
  short: { weekday: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
};
const writers = {};
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

function writer(shown, timeZone) {
  const key = `${shown} ${timeZone}`;
  writers[key] ??= new Intl.DateTimeFormat(language, { ...PARTS[shown], timeZone });
  return writers[key];
}

/** "in 5 minutes", "2 hours ago", in the largest unit of which there are at least one and a half. */
export function fromNow(at, now = serverNow()) {
  const seconds = (at - now) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= 1.5 * size) ?? ["minute", 60];
  const count = Math.trunc(seconds / size);
  return count === 0 && Math.abs(seconds) < 60 ? relative.format(0, "second") : relative.format(count, unit);
}

function text(element) {
  const at = Date.parse(element.dateTime);
  if (Number.isNaN(at)) return element.textContent;
  return element.dataset.shown === "until" ? fromNow(at) : writer(element.dataset.shown, zone).format(at);
}

function title(element) {
  const at = Date.parse(element.dateTime);
  const there = element.dataset.zone;
  if (Number.isNaN(at) || (!there && element.dataset.shown !== "until")) return "";
  const here = writer("full", zone).format(at);
  try {
    return there && there !== zone ? `${here} (${writer("full", there).format(at)}, ${there})` : here;
  } catch {
    return here; // a zone this browser does not know
  }
}

/** Write every moment inside `root` as the reader's clock shows it. Changes only what differs. */
export function localise(root = document) {
  for (const element of root.querySelectorAll("time[data-shown]")) {
    const shown = text(element);
    if (element.textContent !== shown) element.textContent = shown;
    const said = title(element);
    if (said && element.title !== said) element.title = said;
  }
}

// The server groups calendars by days: tell it whose. Kept for a year, names nothing but the zone.
export const known = document.cookie.match(/(?:^|; )timezone=([^;]*)/)?.[1] === encodeURIComponent(zone);
if (!known) document.cookie = `timezone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

localise();
new MutationObserver(() => localise()).observe(document.body, { childList: true, subtree: true, characterData: true });
setInterval(() => localise(), 15_000);
document.addEventListener("visibilitychange", () => document.hidden || localise());
