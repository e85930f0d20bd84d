// A service worker: a page that is loaded while the service is away says so, instead of the browser's own error page, and
// opens when the service is back. It touches nothing else.
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="3">
<title>Winnow</title>
<style>
  body { display: grid; place-content: center; min-height: 90vh; margin: 1rem; text-align: center; font-family: system-ui, sans-serif }
  h1 { font-size: 1.5rem; margin: 0 }
</style>
<main>
  <h1>Winnow cannot be reached</h1>
  <p>Trying again… This page opens when Winnow is back.</p>
</main>`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode !== "navigate" || method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => new Response(page, { status: 503, headers })));
});
