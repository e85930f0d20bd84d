import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { standIn } from "../../src/sources/nlretail/site/stand-in.ts";

/** Run as a separate process: a site that makes and compresses each page once. */
const pages = new Map<string, Buffer>();

/** Objects whose keys are all different, which V8 parses slowly: 15 MiB of them at the end of a table. */
const slowObjects = () =>
  Array.from({ length: 375_000 }, (_, index) => `,{"_${index}":${index},"_${index}b":[${index}]}`).join("");

async function pageAt(path: string): Promise<Buffer> {
  const url = new URL(path, "https://site.example");
  const made = async () => String((await standIn.answer({ method: "GET", url, headers: {}, body: "" })).body);
  const enormous = async () => (await made()).replace(/\](?=\s*$)/, () => `${slowObjects()}]`);
  const page = pages.get(path) ?? gzipSync(await (path.includes("enormous") ? enormous() : made()));
  pages.set(path, page);
  return page;
}

const server = createServer(async (request, response) => {
  if (request.url?.startsWith("/robots.txt")) return response.writeHead(404).end();
  const page = await pageAt(request.url!);
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
