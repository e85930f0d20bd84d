import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, Dispatcher1Wrapper } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { longFetch } from "../src/transport.ts";

const place = Symbol.for("undici.globalDispatcher.1");
const globals = globalThis as Record<symbol, any>;
let own: any;

beforeEach(() => {
  new Headers();
  own = globals[place];
});
afterEach(() => {
  globals[place] = own;
});

/** The package sets the dispatcher of a process that has not used fetch before it. */
test.each([
  ["Node's own dispatcher", () => own],
  ["the dispatcher of the package undici", () => new Dispatcher1Wrapper(new Agent())],
])("a response that takes longer than the runtime allows still arrives: %s", async (_, dispatcher) => {
  const soon = (dispatch: any) => (options: object, handler: object) =>
    dispatch({ headersTimeout: 50, ...options }, handler);
  globals[place] = dispatcher().compose(soon);
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
