// The page without a connection: it looks whether there is one again, and loads what was wanted.

/** How long between two looks, in milliseconds: longer each time, up to half a minute. */
let wait = 2000;

async function look() {
  try {
    // Past the worker's page: any answer of the club will do.
    const { ok } = await fetch("/offline/", { cache: "no-store" });
    if (ok) return location.reload();
  } catch {
    // Still none.
  }
  wait = Math.min(30_000, wait * 1.5);
  setTimeout(look, wait);
}

// Opened by its own address there is nothing else to be loaded.
if (location.pathname !== "/offline/") {
  setTimeout(look, wait);
  addEventListener("online", look);
}
