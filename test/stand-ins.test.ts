import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../src/limits/limits.ts";
import { freePort } from "./support/free-port.ts";
import { startTestService, type TestService } from "./support/service.ts";

const SEARCH = "/api/nlretail/products/search";
const SHOWN = { keyword: "koffiezetapparaat", count: 5 };

let service: TestService | null = null;
const start = async (env: Record<string, string> = {}) => {
  service = await startTestService({ env });
  return service;
};
afterEach(async () => {
  await service?.close();
  service = null;
});

describe("the records of stand-ins", () => {
  test("name the same addresses after a restart and on every process behind one public address", async () => {
    const port = String(await freePort());
    const first = await start({ PORT: port });
    const examples = first.registry.entries.map(({ operation }) => [operation.path, operation.examples[0]] as const);
    const recordsOf = async ({ post }: TestService, key: string) =>
      Promise.all(examples.map(async ([path, body]) => (await post(path, body, { key })).json()));
    const before = await recordsOf(first, await first.createKey());
    expect(JSON.stringify(before)).toContain(`${first.address}/stand-ins/stays/hotel/`);
    expect(JSON.stringify(before).replaceAll(`${first.address}/stand-ins/`, "")).not.toContain("127.0.0.1");
    await first.close();
    const again = await start({ PORT: port });
    expect(await recordsOf(again, await again.createKey())).toEqual(before);
    await again.close();
    const other = await start({ PUBLIC_URL: first.address });
    expect(await recordsOf(other, await other.createKey())).toEqual(before);
  });

  test("lead to pages of the service that run nothing, and set and see no cookie", async () => {
    const { post, inject, createKey, address } = await start();
    const [record] = (await post(SEARCH, SHOWN, { key: await createKey() })).json();
    const open = (url: string) => inject({ method: "GET", url: url.replace(address, ""), headers: { cookie: "a=b" } });
    const page = await open(record.url);
    expect([page.statusCode, page.headers["x-stand-in"], page.headers["set-cookie"]]).toEqual([200, "true", undefined]);
    expect(page.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none';/);
    expect(page.body).toContain(record.name.split(" - ")[0].replaceAll("&", "&#38;"));
    const picture = await open(record.image);
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect((await open(`${address}/stand-ins/nlretail/nl/nl/p/x/9300000000000000/`)).statusCode).toBe(404);
    expect((await open(`${address}/stand-ins/nowhere/`)).statusCode).toBe(404);
  });

  test("can be opened only so often by a network without a key", async () => {
    const { inject } = await start();
    const open = () => inject({ method: "GET", url: "/stand-ins/nlretail/media/abc/1/439x551.jpg" });
    let opened = 0;
    let last = await open();
    // A minute may end meanwhile.
    for (; last.statusCode === 200 && opened < 3 * limits.standInPages.max; opened++) last = await open();
    expect([last.statusCode, last.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(opened).toBeGreaterThanOrEqual(limits.standInPages.max);
  });

  test("the records of stand-ins are named as made up in every answer, an error too, and in the history", async () => {
    const { post, get, createKey } = await start();
    const key = await createKey();
    const good = await post(SEARCH, SHOWN, { key });
    const refused = await post("/api/stays/hotels/search", { destination: "Nowhere at all", count: 5 }, { key });
    expect([good, refused].map(({ statusCode, headers }) => [statusCode, headers["x-stand-in"]])).toEqual([
      [200, "true"],
      [412, "true"],
    ]);
    expect(good.headers["x-warnings"]).toBeUndefined();
    expect((await get("/token/requests", key)).json()).toMatchObject([{}, { stand_in: true }]);
  });
});

test("a caller who finds nothing at a stand-in is told texts that work there", async () => {
  const { post, createKey } = await start();
  const key = await createKey();
  const empty = await post(SEARCH, { ...SHOWN, keyword: "xyzzy" }, { key });
  expect([empty.statusCode, empty.json()]).toEqual([200, []]);
  expect(empty.headers["x-hint"]).toContain('It has some for "koffiezetapparaat"');
  const unknown = await post("/api/stays/hotels/search", { destination: "Nowhere at all", count: 5 }, { key });
  expect([unknown.statusCode, unknown.headers["x-hint"]]).toEqual([412, expect.stringContaining('"Lisbon", "Paris"')]);
  expect((await post(SEARCH, SHOWN, { key })).headers["x-hint"]).toBeUndefined();
});

describe("once a source has a live address", () => {
  const LIVE = { WINNOW_STAYS_ORIGIN: "http://127.0.0.1:9" };

  test("made-up records of another are refused before any charge, but for test keys", async () => {
    const { post, createKey } = await start(LIVE);
    const key = await createKey();
    const body = SHOWN;
    const refused = await post(SEARCH, body, { key });
    expect([refused.statusCode, refused.headers["x-error-code"], refused.headers["x-credits-charged"]]).toEqual([
      503,
      "not_set_up",
      "0",
    ]);
    expect((await post(`${SEARCH}?dry_run=true`, body, { key })).statusCode).toBe(503);
    const practice = await post(SEARCH, body, { key: await createKey({ mode: "test" }) });
    expect([practice.statusCode, practice.headers["x-stand-in"]]).toEqual([200, "true"]);
  });

  test("an operator can choose the stand-in of another", async () => {
    const { post, createKey } = await start({ ...LIVE, WINNOW_NLRETAIL_ORIGIN: "stand-in" });
    const key = await createKey();
    expect((await post(SEARCH, SHOWN, { key })).statusCode).toBe(200);
    expect((await post("/api/ruretail/products/search", { query: "ноутбук", count: 5 }, { key })).statusCode).toBe(503);
  });
});
