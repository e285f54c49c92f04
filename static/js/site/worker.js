// The service worker. It keeps one page and what that needs, and shows it when a page of the club
// cannot be had. All else goes to the network as if it were not there: no page, no part of a page,
// nothing that is sent and no socket is ever answered from what was kept.
// The server puts VERSION and ASSETS in front of this (config/web/views.py).

const KEPT = `club-${VERSION}`;
const [OFFLINE, ...PARTS] = ASSETS;

addEventListener("install", (event) => {
  // Past the browser's own cache: what belongs to this version.
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

/** A page comes from the club, or it is the one that says there is no connection. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE, { cacheName: KEPT })) ?? Response.error();
  }
}

/** Their addresses carry their digests: what is kept is what the club has. */
async function part(request) {
  return (await caches.match(request.url, { cacheName: KEPT })) ?? fetch(request);
}
