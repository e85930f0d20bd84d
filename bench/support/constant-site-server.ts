import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { bodyOf } from "./nlretail-pages.ts";

/** Started as a process of its own: a site that answers every search with one and the same page, packed once. */
const page = gzipSync(await bodyOf("/nl/nl/s/?searchtext=koffiezetapparaat"));
const server = createServer((request, response) => {
  if (request.url?.startsWith("/robots.txt")) return response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "gzip",
    "content-length": page.length,
  });
  response.end(page);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as { port: number }).port }));
process.on("disconnect", () => process.exit());
