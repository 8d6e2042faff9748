// The light / dark switch in the header. The page works without it: the system's choice, or the preference, already holds.

import { csrfToken } from "./site.js";

const root = document.documentElement;
const button = document.getElementById("theme-toggle");
const systemDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = root.dataset.theme;
  return chosen === "dark" || (chosen !== "light" && systemDark.matches);
}

function label() {
  button.setAttribute("aria-label", isDark() ? button.dataset.toLight : button.dataset.toDark);
}

function flip() {
  root.dataset.theme = isDark() ? "light" : "dark";
  label();
  const body = new URLSearchParams({ theme: root.dataset.theme });
  fetch(button.dataset.url, { method: "POST", body, headers: { "X-CSRFToken": csrfToken() } }).catch(() => {}); // here it is so already; the account may hear of it next time
}

if (button) {
  label();
  button.hidden = false;
  button.addEventListener("click", flip);
  systemDark.addEventListener("change", label);
}
