import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { longFetch } from "../src/long-fetch.ts";

const place = Symbol.for("undici.globalDispatcher.1");
const globals = globalThis as Record<symbol, any>;
let own: any;

/** The process's dispatcher, with a short limit. */
beforeEach(() => {
  new Headers();
  own = globals[place];
  globals[place] = new own.constructor({ headersTimeout: 50 });
});
afterEach(() => {
  globals[place] = own;
});

test("a response that takes longer than the runtime allows still arrives", async () => {
  const waiting = new Map<string, ServerResponse>();
  const server = createServer((request, reply) => waiting.set(request.url!, reply));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slow = longFetch(`${url}/long`);
  await expect.poll(() => waiting.has("/long")).toBe(true);
  // The plain fetch started later and has timed out, so the limit has passed for both.
  await expect(fetch(`${url}/plain`)).rejects.toThrow("fetch failed");
  waiting.get("/long")!.end("late");
  expect(await (await slow).text()).toBe("late");
  server.closeAllConnections();
  server.close();
});
