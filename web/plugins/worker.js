// Keeps the shell of the client, so that it opens without a connection and says that there is none. Pages come from the
// network first, so nobody is shown an old client; files in assets/ never change, so those come from what is kept.
const KEPT = `parlour ${self.registration.scope} ${'VERSION'}`;
const SHELL = ['SHELL'];
const OURS = `parlour ${self.registration.scope} `;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const place = request.url.startsWith(self.registration.scope) ? request.url.slice(self.registration.scope.length) : null;
  if (request.method !== 'GET' || place === null || place.startsWith('api/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept('./')));
  else if (place.startsWith('assets/')) event.respondWith(kept(request).then((found) => found ?? fetchAndKeep(request)));
});

async function keepShell() {
  const cache = await caches.open(KEPT);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' })));
}

async function forgetOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name)));
}

async function kept(request) {
  return (await caches.open(KEPT)).match(request, { ignoreVary: true });
}

async function fetchAndKeep(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
