import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { standIn } from "../../src/sources/nlretail/site/stand-in.ts";

/** Run as a separate process: a site that returns the same page, compressed once, for every search. */
const url = new URL("https://site.example/nl/nl/s/?searchtext=koffiezetapparaat");
const page = gzipSync(String((await standIn.answer({ method: "GET", url, headers: {}, body: "" })).body));
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
