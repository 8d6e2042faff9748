// Small helps for every page. Everything here improves; nothing depends on it.

const toasts = document.getElementById("toasts");

/** Say something short at the bottom of the window; it leaves by itself. Read out politely. */
export function toast(text, ms = 6000) {
  if (!toasts || !text) return;
  const box = document.createElement("div");
  box.className = "toast";
  box.textContent = text;
  toasts.replaceChildren(box);
  setTimeout(() => box.remove(), ms);
}

/** Why a request was refused, in words. */
export function refusal(status) {
  return toasts?.dataset[{ 403: "expired", 429: "fast" }[status] ?? "failed"];
}

/** The CSRF token as the cookie has it now: it changes when somebody logs in in another tab. */
export function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

const tokenAtLoad = csrfToken();

document.addEventListener("htmx:configRequest", (event) => {
  if (csrfToken()) event.detail.headers["X-CSRFToken"] = csrfToken();
});

/** 32 random bytes as 64 hex digits: this browser's share in a fair deal. */
export function newNonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function setField(form, name, value) {
  let field = form.elements.namedItem(name);
  if (!field) {
    field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    form.append(field);
  }
  field.value = value;
}

// A second press while the first is on its way does nothing; and the token sent is the newest one.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (csrfToken()) setField(form, "csrfmiddlewaretoken", csrfToken());
  if ("nonce" in form.dataset) setField(form, "nonce", newNonce());
  if (event.defaultPrevented || form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  setTimeout(() => delete form.dataset.sent, 4000);
});

// Back must not bring up a page of somebody who has logged in or out since.
// At a table good news goes by itself; it lies over the felt. What went wrong stays until it is put away.
if (document.body.classList.contains("body-table")) {
  const read = () => document.querySelectorAll(".message:not(.message-error, .message-warning)").forEach((box) => box.remove());
  setTimeout(read, 6000);
}

addEventListener("pageshow", (event) => {
  document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
  const spent = document.querySelector('input[name="ticket"]'); // a ticket is good for one table only
  if (event.persisted && (spent || csrfToken() !== tokenAtLoad)) location.reload();
});

document.addEventListener("click", (event) => {
  if (event.target.closest('[aria-disabled="true"]')) event.preventDefault();
  if (event.target.closest("[data-back]") && history.length > 1) {
    event.preventDefault();
    history.back();
  }
  event.target.closest("[data-dismiss]")?.closest(".message").remove();
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("htmx:sendError", () => toast(toasts.dataset.offline));
document.addEventListener("htmx:responseError", (event) => {
  toast(refusal(event.detail.xhr.status));
});

document.querySelectorAll("[data-dismiss]").forEach((button) => (button.hidden = false));
