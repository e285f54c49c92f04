// Has the browser keep the page that it shows without a connection (site/worker.js).

if ("serviceWorker" in navigator) {
  // After the page: whoever is here for the first time has better use for the line.
  addEventListener("load", () => {
    // Where it is refused, as in some private windows, the club does without.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  });
}
