// Seconds until the next deal. Only a courtesy: the server starts the deal by its own clock.

// When each countdown ends, by its key: a view that is sent again must not start it anew.
const ends = new Map();

function tick() {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const key = element.dataset.countdownKey;
    if (!ends.has(key)) ends.set(key, Date.now() + 1000 * Number(element.dataset.countdown));
    const left = String(Math.max(0, Math.ceil((ends.get(key) - Date.now()) / 1000)));
    if (element.textContent !== left) element.textContent = left;
  }
}

export function startCountdowns() {
  tick();
  setInterval(tick, 500);
}
