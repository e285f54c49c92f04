// Offline page: checks for a connection, and then loads the requested page.

/** Milliseconds between two checks: longer each time, up to half a minute. */
let delay = 2000;

/** Reload the page if the server answers, otherwise check again later. */
async function checkConnection() {
  try {
    // Bypasses the cached page; any response of the server counts.
    const { ok } = await fetch("/offline/", { cache: "no-store" });
    if (ok) return location.reload();
  } catch {
    // Still offline.
  }
  delay = Math.min(30_000, delay * 1.5);
  setTimeout(checkConnection, delay);
}

// If this page was opened by its own address, there is no other page to load.
if (location.pathname !== "/offline/") {
  setTimeout(checkConnection, delay);
  addEventListener("online", checkConnection);
}
