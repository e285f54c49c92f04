// The service worker. It caches the offline page with its files, and shows it if a page can't be
// loaded. All other requests go to the network: no other page, part of a page, form or socket is
// ever answered from the cache. It also shows push messages, and opens their pages.
// The server prepends VERSION, OFFLINE_PAGES (one for each language, the first is the default),
// STATIC_FILES and ICON (config/web/pages.py).

const CACHE_NAME = `club-${VERSION}`;
// The key under which the cache has the address of the offline page in the language of the last page.
const LAST_LANGUAGE = "/offline/?of-last-page";
let lastOfflinePage = "";

addEventListener("install", (event) => {
  // Bypasses the browser's HTTP cache, to get the files of this version.
  const requests = [...OFFLINE_PAGES, ...STATIC_FILES].map(
    (url) => new Request(url, { cache: "reload", credentials: "omit" }),
  );
  event.waitUntil(
    caches
      .open(CACHE_NAME)
      .then((cache) => cache.addAll(requests))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const findOldCaches = (names) =>
    names.filter((name) => name.startsWith("club-") && name !== CACHE_NAME);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(findOldCaches(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (STATIC_FILES.includes(new URL(request.url).pathname))
    event.respondWith(fetchStaticFile(request));
});

/** Load a page from the network, or return the offline page in the language of the last page. */
async function fetchPage(request) {
  try {
    const response = await fetch(request);
    // The page doesn't wait for it, nor fail with it.
    noteLanguage(response.headers.get("Content-Language")).catch(() => {});
    return response;
  } catch {
    const cache = await caches.open(CACHE_NAME);
    const url = (await (await cache.match(LAST_LANGUAGE))?.text()) ?? OFFLINE_PAGES[0];
    return (await cache.match(url)) ?? Response.error();
  }
}

/** Store which offline page is in the language of a page that was loaded. */
async function noteLanguage(language) {
  const url = OFFLINE_PAGES.find((page) => page.endsWith(`=${language}`));
  if (!url || url === lastOfflinePage) return;
  lastOfflinePage = url;
  const cache = await caches.open(CACHE_NAME);
  await cache.put(LAST_LANGUAGE, new Response(url));
}

/** Return a static file, from the cache first: its address has a digest, so it is never outdated. */
async function fetchStaticFile(request) {
  return (await caches.match(request.url, { cacheName: CACHE_NAME })) ?? fetch(request);
}

addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data.json();
  // A newer message with the same tag, such as of the next turn, alerts again.
  const options = { body, tag, renotify: true, icon: ICON, data: { url } };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/** Focus a tab that shows this page of the site, or open it. */
async function openPage(url) {
  const { href, origin, pathname } = new URL(url, location.origin);
  if (origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = tabs.find((tab) => new URL(tab.url).pathname === pathname);
  await (shown ? shown.focus() : clients.openWindow(href));
}
