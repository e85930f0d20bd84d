import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Crawled, crawlPaths, DISTINCT } from "./crawl-plan.ts";
import { bodyOf } from "./nlretail-pages.ts";

/** Serves those pages, packed as the site packs them and made beforehand, so that making them is in nobody's time. */
export async function servePages(): Promise<{ origin: string; close(): Promise<void> }> {
  const bodies = await Promise.all(crawlPaths(DISTINCT).map(async (path) => gzipSync(await bodyOf(path))));
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? "/", "http://site.example").searchParams.get("page"));
    const body = bodies[page - 1];
    if (!body) return response.writeHead(404).end();
    const packed = { "content-encoding": "gzip", "content-length": body.length };
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...packed }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs one crawl in a process of its own. */
export function crawlIn(script: string, origin: string, pages: number): Promise<Crawled> {
  const child = fork(join(import.meta.dirname, script), [origin, String(pages)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // As the command line has it: code that was compiled before is not compiled again.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "winnow-bench-compiled") },
  });
  return new Promise((resolve, reject) => {
    child.once("message", (told) => resolve(told as Crawled));
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code} and told nothing`)));
  });
}
