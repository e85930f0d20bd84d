import { afterEach, expect, test } from "vitest";
import { toySource } from "../source-testing/toy-source.ts";
import { parseFault, parseFaults } from "./faults.ts";
import { type ServedStandIns, type ServeOptions, serveStandIns } from "./serve.ts";

let served: ServedStandIns;
afterEach(() => served.close());

const long = () => ({ status: 200, body: "a long page ".repeat(1_000) });

async function serve(options: ServeOptions = {}) {
  served = await serveStandIns([toySource({ answer: long }), toySource({ name: "other" })], options);
  return served;
}

const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${served.originOf("toy")}${path}`, { headers });

test("each stand-in has its own loopback port", async () => {
  await serve();
  expect(served.originOf("toy")).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(served.originOf("toy")).not.toBe(served.originOf("other"));
  expect(() => served.originOf("unknown")).toThrow("unknown");
});

test("a response is compressed only for clients that accept it", async () => {
  await serve();
  const plain = await get("/rows?page=1", { "accept-encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
  const packed = await get("/rows?page=1", { "accept-encoding": "gzip" });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(await packed.text()).toBe(await plain.text());
  expect(Number(packed.headers.get("content-length"))).toBeLessThan(Number(plain.headers.get("content-length")));
});

test("faults cannot be switched on unless they are configured", async () => {
  await serve();
  expect(served.controlOrigin).toBeNull();
  await expect(served.setFault("toy", parseFault("403"))).rejects.toThrow("without faults");
  expect((await get("/rows?page=1")).status).toBe(200);
});

test("configured faults are active from the start", async () => {
  await serve({ faults: parseFaults("toy=429:7,other=403") });
  const answer = await get("/rows?page=1");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
});

test("the control port switches faults on and off", async () => {
  await serve({ faults: parseFaults("on") });
  const control = (method: string, body?: string) =>
    fetch(`${served.controlOrigin}/toy`, { method, ...(body && { body }) }).then(async (answer) => ({
      status: answer.status,
      reported: (await answer.json()) as { faults?: unknown; detail?: string },
    }));
  expect(await control("PUT", "reset:1000")).toMatchObject({
    status: 200,
    reported: { faults: { toy: { kind: "reset", number: 1000 }, other: null } },
  });
  expect(await control("PUT", "nonsense")).toMatchObject({
    status: 400,
    reported: { detail: expect.stringMatching(/"nonsense" is not a fault; valid faults: .*refuse, /) },
  });
  expect(await control("DELETE")).toMatchObject({ reported: { faults: { toy: null } } });
  expect((await get("/rows?page=1")).status).toBe(200);
});

test("a stand-in that refused connections accepts them again at the same address", async () => {
  await serve({ faults: parseFaults("toy=refuse") });
  await expect(get("/rows?page=1")).rejects.toThrow("fetch failed");
  await served.setFault("toy", null);
  expect((await get("/rows?page=1")).status).toBe(200);
});

test("occasional faults are spread evenly", async () => {
  await serve({ faults: parseFaults("toy=500:25") });
  const statuses: number[] = [];
  for (let nth = 0; nth < 8; nth++) statuses.push((await get("/rows?page=1")).status);
  expect(statuses).toEqual([200, 200, 200, 500, 200, 200, 200, 500]);
});

test("a catalogue picture is always the same for the same path", async () => {
  await serve();
  const [one, again, other] = await Promise.all(["/a.jpg?k=1", "/a.jpg", "/b.png"].map((path) => get(path)));
  expect([one!.status, one!.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  const texts = await Promise.all([one!, again!, other!].map((answer) => answer.text()));
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toBe(texts[2]);
});
