/* Keeps the site's files, so that it is there without a network. VERSION names all of them, FILES lists them. */
const SCOPE = new URL(self.registration.scope);
const CACHE = `${VERSION} ${SCOPE.pathname}`; /* Sites may share an origin. */

/* An older version may still have pages open: this one waits until they are closed. */
self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    for (const file of FILES) {
      /* A part's name is its content: one that an older version holds is the same. */
      const kept = /\.[0-9a-f]{16}\.part$/.test(file) && await caches.match(file);
      if (kept) await cache.put(file, kept);
      else await cache.add(new Request(file, { cache: 'no-cache' }));
    }
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('winnow.') && name.endsWith(` ${SCOPE.pathname}`) && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(SCOPE.href)) return;
  const file = url.pathname.slice(SCOPE.pathname.length) || 'index.html';
  if (!FILES.includes(file)) return;
  const anew = url.search === '?anew' && file.endsWith('.part'); /* A broken part is fetched again. */
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = anew ? null : await cache.match(new URL(file, SCOPE).href);
    if (kept) return kept;
    const answer = await fetch(request);
    if (anew && answer.ok) await cache.put(new URL(file, SCOPE).href, answer.clone());
    return answer;
  })());
});
