import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RecallView } from "../src/contract/recall.ts";
import type { Source } from "../src/contract/source.ts";
import { createIncidentStore } from "../src/health/incident-store.ts";
import { findSource } from "../src/sources/find-sources.ts";
import { serveStandIns } from "../src/stand-ins/serve.ts";
import { openStore, type Store } from "../src/store/open-store.ts";
import { endHere } from "./support/cli/end-here.ts";
import { startTestService, type TestService } from "./support/service.ts";

const PATH = "/api/nlretail/products/search";
const body = { keyword: "koffie", count: 12 };

/** As a shop may do by itself: callers are warned, and get it. */
const threefold = (_: string, price: string) => `"${(3 * Number(price)).toFixed(2)}"`;

let isSpoilt = false;
let sites: Awaited<ReturnType<typeof serveStandIns>>;
let service: TestService;
let store: Store;
let key: string;
/** One wrong call by each way of asking, and the incident about them. */
let direct: string;
let job: string;
let batch: string;
let incident: number;

beforeAll(async () => {
  const source = await findSource("nlretail");
  const standIn = await source.standIn();
  const answer: typeof standIn.answer = async (call) => {
    const reply = await standIn.answer(call);
    const page = String(reply.body);
    return { ...reply, body: isSpoilt ? page.replace(/"(\d+\.\d\d)"/g, threefold) : page };
  };
  sites = await serveStandIns([{ ...source, standIn: async () => ({ ...standIn, answer }) } as Source], { faults: {} });
  service = await startTestService({
    env: { KEPT_PAGES_MB: "16", WINNOW_NLRETAIL_ORIGIN: sites.originOf("nlretail"), WINNOW_NLRETAIL_ROBOTS: "ignore" },
  });
  const { url, dataDir } = service.config.database;
  store = await openStore({ dataDir, url });
  key = await service.createKey({ plan: "enterprise" });
  await service.post(PATH, body, { key });
  // As every quarter of an hour: what the call has seen is confirmed.
  const entry = service.registry.byPath(PATH)!;
  await service.health.canary(entry.source, entry.operation);
  const first_seen = Date.now();
  isSpoilt = true;
  direct = String((await service.post(PATH, body, { key })).headers["x-request-id"]);
  job = (await service.post(PATH, body, { key, headers: { prefer: "respond-async" } })).json().id;
  await service.get(`/jobs/${job}?wait=60`, key);
  const requests = { operation: PATH, requests: [body] };
  batch = (await service.post("/batches", requests, { key })).json().id;
  await vi.waitFor(async () => expect((await service.get(`/batches/${batch}`, key)).json().ended_at).not.toBeNull(), {
    timeout: 60_000,
  });
  isSpoilt = false;
  await service.post(PATH, body, { key });
  const incidents = createIncidentStore(store.db);
  const details = { measure: "factor" as const, before: 30, after: 90, first_seen, last_well: first_seen };
  const about = { source: "nlretail", operation: PATH, kind: "drift" as const, field: "price", blocking: false };
  const found = (await incidents.incidents(0)).find(({ field }) => field === "price")?.no;
  incident = found ?? (await incidents.openIncident({ ...about, reason: "price: 30 -> 90.", details }, Date.now()))!;
  await incidents.closeIncident(incident, Date.now());
});
afterAll(async () => {
  await service.close();
  await store.close();
  await sites.close();
});

const incidents = (...words: string[]) =>
  endHere(["incidents", ...words], { DATA_DIR: service.config.database.dataDir, PATH: process.env.PATH ?? "" });
const recalls = async (): Promise<RecallView[]> => (await service.get("/recalls", key)).json();
const points = async (): Promise<number> => (await service.get("/token/statistic", key)).json()[0].points;
/** The header of stored records, however they are read. */
async function marks(): Promise<Array<string | null>> {
  const own = [`/jobs/${job}`, `/batches/${batch}`];
  const stored = await Promise.all(own.map((path) => service.get(`${path}/records`, key)));
  const links = await Promise.all(own.map((path) => service.post(`${path}/link`, { format: "json" }, { key })));
  const opened = await Promise.all(links.map((link) => fetch(link.json().url)));
  return [
    ...stored.map(({ headers }) => (headers["x-recalled"] as string | undefined) ?? null),
    ...opened.map(({ headers }) => headers.get("x-recalled")),
  ];
}

test("a dry run shows the calls, accounts and points of a recall, and changes nothing", async () => {
  const before = await points();
  const { stdout } = await incidents("recall", String(incident), "--dry-run");
  expect(stdout).toContain("3 calls of 1 account carried wrong records, at a cost of 30 points.");
  for (const id of [direct, job]) expect(stdout).toContain(id);
  expect(stdout).toContain("Nothing was changed.");
  expect([await recalls(), await points(), await marks()]).toEqual([[], before, [null, null, null, null]]);
});

test("a recall names direct calls, jobs and lines of batches, wherever their records are read, and is withdrawn within an hour", async () => {
  const before = await points();
  const done = await incidents("recall", String(incident), "--output", "json");
  const { recall, added, requests } = JSON.parse(done.stdout);
  expect([added, requests.length]).toEqual([3, 3]);
  await vi.waitFor(async () => expect(await recalls()).toMatchObject([{ requests: 3, points: 30, field: "price" }]), {
    timeout: 60_000,
  });
  expect(await points()).toBe(before + 30);
  expect(await marks()).toEqual(Array.from({ length: 4 }, () => String(recall)));
  // The pages are as they were, and so is the reader.
  await vi.waitFor(async () => {
    const again = await incidents("reread", String(incident));
    expect(again.stdout).toContain("None of 3 calls has other records than before");
    expect(again.stdout).toContain("3 read as they were delivered, 0 have no pages any more");
  });
  const repair = await incidents("repair", "99999");
  expect([repair.code, repair.stderr]).toEqual([1, expect.stringContaining("There is no incident 99999")]);
  const withdrawn = await incidents("withdraw-recall", String(incident));
  expect(withdrawn.stdout).toContain(`Recall ${recall} is withdrawn.`);
  const twice = await incidents("withdraw-recall", String(incident));
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("has no recall")]);
  expect(await marks()).toEqual([null, null, null, null]);
  expect(await points()).toBe(before + 30);
});
