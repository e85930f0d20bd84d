import { afterEach, expect, test } from "vitest";
import type { Recording } from "../src/extraction/recording/recording.ts";
import { replay } from "../src/extraction/recording/replay.ts";
import { readWarc } from "../src/extraction/recording/warc.ts";
import { findSource } from "../src/sources/find-sources.ts";
import { serveStandIns } from "../src/stand-ins/serve.ts";
import { drawnThird } from "./support/drawn.ts";
import { startTestService } from "./support/service.ts";

type Body = Record<string, unknown>;

const closing: Array<{ close(): unknown }> = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

/** A live site whose pages the test modifies, and a service that reads it. */
async function siteOf(name: string) {
  const source = await findSource(name);
  const standIn = await source.standIn();
  let rewrite = (text: string) => text;
  const answer: typeof standIn.answer = async (call) => {
    const reply = await standIn.answer(call);
    return { ...reply, body: rewrite(String(reply.body)) };
  };
  const served = await serveStandIns([{ ...source, standIn: async () => ({ ...standIn, answer }) }], { faults: {} });
  const prefix = `WINNOW_${name.toUpperCase()}`;
  const live = { [`${prefix}_ORIGIN`]: served.originOf(name), [`${prefix}_ROBOTS`]: "ignore" };
  const service = await startTestService({ env: { ...live, [`${prefix}_PER_SECOND`]: "1000" } });
  closing.push(service, served);
  const keys = await Promise.all(Array.from({ length: 3 }, () => service.createKey({ plan: "enterprise" })));
  let calls = 0;

  /** One call by the next account, over HTTP. */
  async function call(path: string, body: Body, more: Record<string, string> = {}) {
    const answered = await fetch(`${service.address}/api/${name}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "access-token": keys[calls++ % keys.length]!, ...more },
      body: JSON.stringify(body),
    });
    const { status, headers } = answered;
    const charged = headers.get("x-credits-charged");
    const id = headers.get("x-request-id")!;
    return { status, charged, id, warnings: headers.get("x-warnings"), body: (await answered.json()) as Body };
  }

  /** What was kept of a call, as its own account gets it. */
  async function evidenceOf(id: string): Promise<Recording | null> {
    const asked = keys.map((key) =>
      fetch(`${service.address}/token/requests/${id}/evidence`, { headers: { "access-token": key } }),
    );
    const found = (await Promise.all(asked)).find(({ ok }) => ok);
    return found ? readWarc(Buffer.from(await found.arrayBuffer())) : null;
  }

  return {
    source,
    evidenceOf,
    changeTo(change: typeof rewrite): void {
      rewrite = change;
    },
    call,
    async callAll(path: string, bodies: Body[], times: number) {
      for (let time = 0; time < times; time++) {
        for (const body of bodies) {
          const answer = await call(path, body);
          expect([body, answer]).toMatchObject([
            body,
            { status: 200, warnings: null, charged: expect.stringMatching(/[1-9]/) },
          ]);
        }
      }
      // As every quarter of an hour: what callers have seen is confirmed.
      const { operation } = service.registry.byPath(`/api/${name}/${path}`)!;
      await service.health.canary(source, operation);
    },
    /** The first of the next 50 calls with a different outcome. */
    async firstChanged(path: string, bodies: Body[], isChanged: (answer: Awaited<ReturnType<typeof call>>) => boolean) {
      for (let nth = 0; nth < 50; nth++) {
        const answer = await call(path, bodies[nth % bodies.length]!);
        if (isChanged(answer)) return answer;
      }
      return null;
    },
  };
}

const inTwoLengths = (words: string) =>
  words.split(" ").flatMap((keyword) => [15, 20].map((count) => ({ keyword, count })));
const products = inTwoLengths("koffie boek fiets telefoon lamp");
const businesses = inTwoLengths("plumber roofing dentist electrician moving");
const units = Array.from({ length: 10 }, (_, nth) => ({ unit: `D${2_000_000 + 31 * nth}` }));

test("a field with changed values is delivered with drift:<field> in x-warnings, and charged", async () => {
  const { changeTo, call, callAll, firstChanged } = await siteOf("bizbureau");
  await callAll("businesses/search", businesses, 3);
  changeTo((text) => text.replace(/"ratingScore":(\d+)(\.\d+)?/g, '"ratingScore":$1$2e-1'));
  const warned = await firstChanged("businesses/search", businesses, ({ warnings }) => warnings !== null);
  expect(warned).toMatchObject({
    status: 200,
    charged: expect.stringMatching(/^(5|10)$/),
    warnings: "drift:rating_score",
  });
  const traceless = { "x-retain": "none" };
  const silent = await call("businesses/search", businesses[0]!, traceless);
  expect(silent).toMatchObject({ status: 200, warnings: "drift:rating_score" });
  changeTo((text) => text);
  const well = await firstChanged("businesses/search", businesses, ({ warnings }) => warnings === null);
  expect(well).toMatchObject({ status: 200 });
  expect(await call("businesses/search", businesses[0]!)).toMatchObject({ status: 200, warnings: null });
});

test("a call that warns of its values, or is rejected for them, keeps its evidence by itself; others do not", async () => {
  const { source, changeTo, call, callAll, firstChanged, evidenceOf } = await siteOf("nlretail");
  await callAll("products/search", products, 3);
  expect(await evidenceOf((await call("products/search", products[0]!)).id)).toBeNull();
  changeTo((text) => text.replace(/"(\d+)\.(\d\d)"/g, '"$1$2.00"'));
  const warned = await call("products/search", products[0]!);
  expect(warned).toMatchObject({ status: 200, warnings: expect.stringContaining("drift:price") });
  const recording = await evidenceOf(warned.id);
  expect(recording).toMatchObject({ request: products[0], truncated: false });
  expect(await replay(recording!, source)).toEqual(warned.body);
  const refused = await firstChanged("products/search", products, ({ status }) => status === 500);
  // A verdict is no trace.
  const traceless = await call("products/search", products[0]!, { "x-retain": "none" });
  expect(traceless).toMatchObject({ status: 500, charged: "0" });
  expect(await evidenceOf(traceless.id)).toBeNull();
  expect((await evidenceOf(refused!.id))?.exchanges.length).toBeGreaterThan(0);
});

test.each<[string, string, Body[], (text: string) => string]>(
  drawnThird<[string, string, Body[], (text: string) => string]>([
    ["nlretail", "products/search", products, (text) => text.replace(/"(\d+)\.(\d\d)"/g, '"$1$2.00"')],
    ["hkproperty", "valuations", units, (text) => text.replace(/"price":(\d+)/g, '"price":$100')],
  ]),
)("an absurd price is rejected, free of charge: %s", async (name, path, bodies, change) => {
  const { changeTo, callAll, firstChanged } = await siteOf(name);
  await callAll(path, bodies, 3);
  changeTo(change);
  const refused = await firstChanged(path, bodies, ({ status }) => status !== 200);
  expect(refused).toMatchObject({ status: 500, charged: "0" });
  expect(refused!.body.detail).toBe('unreadable response: the values of "price" cannot be right');
});

test.each<[string, string, Body[], (text: string) => string]>(
  drawnThird<[string, string, Body[], (text: string) => string]>([
    ["nlretail", "products/search", products, (text) => text.replaceAll("title", "titleV2")],
    ["hkproperty", "valuations", units, (text) => text.replaceAll('"price":', '"cost":')],
  ]),
)("a lost vital field is rejected immediately, free of charge: %s", async (name, path, bodies, change) => {
  const { changeTo, call } = await siteOf(name);
  changeTo(change);
  const lost = await call(path, bodies[0]!);
  expect(lost).toMatchObject({ status: 500, charged: "0" });
  expect(lost.body.detail).toBe("Winnow could not parse the source's response.");
});
