// Redraws what a page shows when something was written, unless the person is in the middle of something there.
const QUIET_MS = 400;

export function keepFresh(afterwards) {
  const parts = document.querySelectorAll("[data-live]");
  if (!parts.length || !window.EventSource) return;
  let stream = null;
  let timer = 0;
  const start = () => {
    if (stream || document.hidden) return;
    stream = new EventSource(document.body.dataset.events);
    for (const kind of ["memory", "outcome", "proposal"]) {
      stream.addEventListener(kind, () => {
        clearTimeout(timer);
        timer = setTimeout(() => redraw(afterwards), QUIET_MS);
      });
    }
  };
  const stop = () => {
    stream?.close();
    stream = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  window.addEventListener("pagehide", stop);
  start();
}

async function redraw(afterwards) {
  const address = new URL(window.location.href);
  address.searchParams.delete("said");
  const answer = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  let isChanged = false;
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = fresh.getElementById(part.id);
    if (!other || isBusy(part)) continue;
    if (other.innerHTML === part.innerHTML) continue;
    part.replaceChildren(...other.childNodes);
    isChanged = true;
  }
  if (!isChanged) return;
  for (const element of document.querySelectorAll("[data-needs-script]")) element.hidden = false;
  afterwards();
  tell("Brought up to date");
}

function isBusy(part) {
  const focused = document.activeElement;
  const isWriting = part.contains(focused) && focused.matches("input, textarea, select, button");
  return isWriting || Boolean(part.querySelector("input:checked, details[open], .current"));
}

function tell(text) {
  const note = document.querySelector("[data-fresh]");
  note.textContent = text;
  note.hidden = false;
  setTimeout(() => { note.hidden = true; }, 2500);
}
