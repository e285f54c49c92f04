// The service worker. It caches the offline page with its files, and shows it if a page can't be
// loaded. All other requests go to the network: no other page, part of a page, form or socket is
// ever answered from the cache.
// The server prepends VERSION and ASSETS (config/web/views.py).

const KEPT = `club-${VERSION}`;
const [OFFLINE, ...PARTS] = ASSETS;

addEventListener("install", (event) => {
  // Bypasses the browser's HTTP cache, to get the files of this version.
  const wanted = ASSETS.map((url) => new Request(url, { cache: "reload", credentials: "omit" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(wanted))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("club-") && name !== KEPT);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (PARTS.includes(new URL(request.url).pathname)) event.respondWith(part(request));
});

/** Load a page from the network, or return the offline page. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE, { cacheName: KEPT })) ?? Response.error();
  }
}

/** Static files have digests in their addresses, so a cached one is never outdated. */
async function part(request) {
  return (await caches.match(request.url, { cacheName: KEPT })) ?? fetch(request);
}
