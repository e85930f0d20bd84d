import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { verifyWebhook, type WebhookDelivery, Winnow } from "../../../client/src/index.ts";
import { listen } from "./listen.ts";

const delivery = (id: string, event = "job.succeeded") =>
  ({ id, event, payload: { of: id } }) as unknown as WebhookDelivery;
const line = (id: string, event = "job.succeeded") => `{"id":"${id}","event":"${event}","payload":{"of":"${id}"}}\n`;

const SECRET = `whsec_${Buffer.from("a secret of the webhook").toString("base64")}`;
let printed: string[];
let asked: Array<{ line: string; body: any }>;
beforeEach(() => {
  printed = [];
  asked = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
    printed.push(String(text));
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [name, count] of listening) {
    for (const listener of process.listeners(name).slice(count)) process.off(name, listener);
  }
});
const listening = (["SIGINT", "SIGTERM"] as const).map((name) => [name, process.listeners(name).length] as const);

/** A service whose delivery log goes through these states (newest first); a longer list is read no further than needed. */
function connected(...logs: WebhookDelivery[][]) {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    asked.push({
      line: `${init!.method} ${pathname}${search}`,
      body: init!.body ? JSON.parse(String(init!.body)) : null,
    });
    const log = logs.length > 1 ? logs.shift() : logs[0];
    const body = pathname === "/webhooks/deliveries" ? log : { id: "own", secret: SECRET };
    return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  };
  return { winnow: new Winnow({ url: "http://service.example", key: "k", fetch }), url: "", hasKey: true };
}

test("deliveries are printed oldest first, and no more than requested", async () => {
  await listen(connected([delivery("c"), delivery("b"), delivery("a")]), { count: 2 });
  expect(printed.join("")).toBe(line("a") + line("b"));
});

test("without a webhook it creates its own for the requested events, and deletes it afterwards", async () => {
  await listen(connected([delivery("a", "job.failed")]), { count: 1, events: ["job.failed"] });
  expect(asked.map((one) => one.line)).toEqual([
    "POST /webhooks",
    "GET /webhooks/deliveries?webhook_id=own&limit=100",
    "DELETE /webhooks/own",
  ]);
  expect(asked[0]!.body).toEqual({
    url: expect.stringMatching(/^https:\/\/winnow-listen\.invalid\/[0-9a-f-]{36}$/),
    events: ["job.failed"],
  });
});

test("for an existing webhook, earlier deliveries and other events are skipped", async () => {
  const old = [delivery("old")];
  const fresh = [delivery("new"), delivery("other", "points.low"), ...old];
  await listen(connected(old, fresh), { webhook: "w1", events: ["job.succeeded"], count: 1 });
  expect(printed.join("")).toBe(line("new"));
  expect(asked.map((one) => one.line)).toEqual(Array(2).fill("GET /webhooks/deliveries?webhook_id=w1&limit=100"));
});

test("with a limit of zero it waits for nothing", async () => {
  await listen(connected([delivery("a")]), { count: 0 });
  expect([printed, asked.map((one) => one.line)]).toEqual([[], ["POST /webhooks", "DELETE /webhooks/own"]]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends it with its exit code and a message, and deletes its webhook", async (name, exitCode) => {
  const before = process.listeners(name).length;
  const service = connected([]);
  const ended = expect(listen(service, {})).rejects.toMatchObject({ exitCode, message: "stopped listening" });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  for (const listener of process.listeners(name).slice(before)) (listener as () => void)();
  await ended;
  expect(asked.at(-1)!.line).toBe("DELETE /webhooks/own");
});

test("--forward-to posts each delivery as the service signs it, prints the status, and continues if nobody responds", async () => {
  const received: unknown[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    received.push(await verifyWebhook(body, request.headers as Record<string, string>, SECRET));
    response.writeHead(204).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  await listen(connected([delivery("a")]), { count: 1, forwardTo: `http://127.0.0.1:${port}/hook` });
  receiver.close();
  await once(receiver, "close");
  await listen(connected([delivery("b")]), { count: 1, forwardTo: `http://127.0.0.1:${port}/hook` });
  expect(received).toEqual([{ of: "a" }]);
  expect(printed.map((one) => JSON.parse(one).forwarded)).toEqual([204, expect.stringContaining("ECONNREFUSED")]);
});
