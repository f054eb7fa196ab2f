// Keys: / search, j k move, Enter open, x choose, a add or approve, e edit, g and a letter go, ? help.
const PAGES = { d: "/", m: "/memories", t: "/tasks", s: "/sessions", r: "/review", a: "/activity", p: "/projects" };

let isGoing = false;

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const act = isGoing ? go : ACTS[event.key];
    isGoing = false;
    if (act && act(event.key) !== false) event.preventDefault();
  });
}

function isTyping(element) {
  const isText = element.matches?.("input:not([type=checkbox]), textarea, select");
  return isText || element.isContentEditable;
}

const ACTS = {
  "/": () => focusOn(document.querySelector("#q") ?? document.querySelector("#find")),
  j: () => move(1),
  k: () => move(-1),
  x: () => current()?.querySelector("input[type=checkbox]")?.click() ?? false,
  a: add,
  e: edit,
  g: () => { isGoing = true; },
  "?": () => document.querySelector("#keys").showModal(),
  Enter: (key) => (document.activeElement === current() ? open() : false),
};

function entries() {
  return [...document.querySelectorAll("[data-entry]")];
}

function current() {
  return document.querySelector("[data-entry].current");
}

function move(step) {
  const every = entries();
  if (!every.length) return false;
  const place = every.indexOf(current());
  const next = every[Math.min(Math.max(place + step, 0), every.length - 1)];
  for (const entry of every) entry.classList.toggle("current", entry === next);
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function open() {
  const link = current()?.querySelector("[data-open]");
  if (!link) return false;
  link.click();
}

function add() {
  const approve = current()?.querySelector("[data-approve]");
  (approve ?? document.querySelector("[data-key=add]")).click();
}

function edit() {
  const editing = current()?.querySelector("[data-editing]");
  if (editing) {
    editing.open = true;
    focusOn(editing.querySelector("textarea"));
    return;
  }
  const link = (current() ?? document).querySelector("[data-edit]");
  if (!link) return false;
  link.click();
}

function go(key) {
  const path = PAGES[key];
  if (!path) return false;
  const ends = path === "/" ? /\/console\/(\?|$)/ : new RegExp(`/console${path}(\\?|$)`);
  [...document.querySelectorAll("nav[aria-label=Pages] a")].find((link) => ends.test(link.getAttribute("href")))?.click();
}

function focusOn(element) {
  element?.focus();
  element?.select?.();
}
