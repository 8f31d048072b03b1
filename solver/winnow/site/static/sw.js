/* Keeps the site's files, so that it is there without a network. VERSION names all of them, FILES lists them. */
self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    const own = await caches.keys();
    for (const file of FILES) {
      /* A part's name is its content: one that an older version holds is the same. */
      const kept = /\.[0-9a-f]{16}\.part$/.test(file) && (await Promise.all(own.map(async (name) => (await caches.open(name)).match(file)))).find(Boolean);
      if (kept) await cache.put(file, kept);
      else await cache.add(new Request(file, { cache: 'no-cache' }));
    }
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const scope = new URL(self.registration.scope).pathname;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const [first] = await cache.keys();
      const mine = !first || new URL(first.url).pathname.startsWith(scope);
      if (name.startsWith('winnow.') && name !== VERSION && mine) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const anew = url.search === '?anew';
  const plain = request.mode === 'navigate' ? new URL('index.html', self.registration.scope).href : url.href.split('?')[0];
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const kept = anew ? null : await cache.match(plain);
    if (kept) return kept;
    const answer = await fetch(request);
    if (anew && answer.ok) await cache.put(plain, answer.clone());
    return answer;
  })());
});
