// Offline page: checks for a connection, and then loads the requested page.

/** Milliseconds between two checks: longer each time, up to half a minute. */
let wait = 2000;

async function look() {
  try {
    // Bypasses the cached page; any response of the server counts.
    const { ok } = await fetch("/offline/", { cache: "no-store" });
    if (ok) return location.reload();
  } catch {
    // Still offline.
  }
  wait = Math.min(30_000, wait * 1.5);
  setTimeout(look, wait);
}

// If this page was opened by its own address, there is no other page to load.
if (location.pathname !== "/offline/") {
  setTimeout(look, wait);
  addEventListener("online", look);
}
