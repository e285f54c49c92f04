// Registers the service worker, which caches the offline page (site/service-worker.js).

if ("serviceWorker" in navigator) {
  // After loading, so that it doesn't slow down a first visit.
  addEventListener("load", () => {
    // If it is refused, as in some private windows, the site works without it.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  });
}
