/**
 * The service worker: makes the page installable, brings its code and styles from a cache, shows
 * notifications' pages, and says so when the service is not there. It never keeps a page or an
 * answer of the API: only files that the server marks as unchanging, and the page that says that
 * nobody answers.
 */
const SHELL = "pilothouse-shell-1";
/** Older files go first when there are more. */
const MOST_FILES = 150;
const OFFLINE_PAGE = "/offline.html";
const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.css", "/offline.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(SHELL);
    await cache.addAll(OFFLINE_FILES);
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("pilothouse-") && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (OFFLINE_FILES.includes(url.pathname)) event.respondWith(offlineFile(request));
  else if (/^\/(_fresh|css)\//.test(url.pathname)) event.respondWith(file(request));
});

/** A page always comes from the service. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(OFFLINE_PAGE) ?? Response.error();
  }
}

async function offlineFile(request) {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(request, { ignoreSearch: true, ignoreVary: true }) ??
      Response.error();
  }
}

/** A file whose address changes with its content need not be asked for twice. */
async function file(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request, { ignoreVary: true });
  if (known !== undefined) return known;
  const response = await fetch(request);
  const isForEver = /\bimmutable\b/.test(response.headers.get("cache-control") ?? "");
  if (response.status === 200 && isForEver) {
    await cache.put(request, response.clone());
    await trim(cache);
  }
  return response;
}

async function trim(cache) {
  const kept = (await cache.keys()).filter(({ url }) =>
    !OFFLINE_FILES.includes(new URL(url).pathname)
  );
  const tooMany = kept.slice(0, Math.max(0, kept.length - MOST_FILES));
  await Promise.all(tooMany.map((request) => cache.delete(request)));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.path ?? "/"));
});

/** Brings the page to the front, or opens one. */
async function show(path) {
  const [open] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open === undefined) return await self.clients.openWindow(path);
  await open.focus();
  open.postMessage({ type: "open", path });
}
