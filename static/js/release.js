// The site may be renewed while a page is open. What the server sends carries the release it is of (data-release); a page
// of another one loads itself anew: once for each release, so never in a circle, and not while its reader is in the middle
// of something.

const own = document.documentElement.dataset.release;
const RELEASE = /\sdata-release="([^"]*)"/;
const HEAD = 600; // characters: it stands in the first tag
const PATIENCE = 500; // ms between two looks whether the reader is done
const BUSY = '.pick[aria-pressed="true"], form[data-touched], dialog[open], :is(input, textarea, select):focus';

let waiting = 0;

/** Look at what the server sent. Returns true when the page is about to load itself anew: then nothing is worth showing. */
export function outdated(html) {
  const newest = RELEASE.exec(html.slice(0, HEAD))?.[1];
  if (newest === undefined || newest === own || waiting || triedFor(newest)) return false;
  if (!document.querySelector(BUSY)) return renew(newest);
  waiting = setInterval(() => document.querySelector(BUSY) || renew(newest), PATIENCE);
  return false;
}

function triedFor(release) {
  try {
    return sessionStorage.getItem(`renewed ${release}`) !== null;
  } catch {
    return true; // nothing can be remembered here: better an old page than one that loads for ever
  }
}

function renew(release) {
  clearInterval(waiting);
  try {
    sessionStorage.setItem(`renewed ${release}`, "");
  } catch {
    return false;
  }
  location.reload();
  return true;
}
