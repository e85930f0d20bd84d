import type { Running } from "../../../src/app/start-server.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { packHere, unpackJson } from "../../../src/store/packing.ts";
import { openHealthIn, renamedTitle } from "../health/incident.ts";
import { Visitor } from "./dashboard.ts";

const hotels = "/api/stays/hotels/search";
const products = "/api/nlretail/products/search";

/**
 * Creates an admin with successful and failed calls, jobs, a batch, a schedule, a webhook, storage and an incident, a second
 * person, and an account that both share. Needs ADMIN_EMAIL to be ada@people.example.
 */
export async function fillAccount(running: Running, folder: string) {
  const ada = new Visitor(running);
  const { api_key, me } = await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  await done(ada.post(`/admin/people/${me.id}/plan`, { plan: "growth", reason: "Sample data" }));
  await done(ada.post(`/admin/people/${me.id}/grant`, { points: 50_000, reason: "Sample data" }));

  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${running.address}${path}`, {
      method: "POST",
      headers: { "access-token": api_key, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { id: response.headers.get("x-request-id")!, status: response.status, text };
  };
  const dates = { checkin: "2030-11-20", checkout: "2030-11-24" };
  const before = await call(hotels, { destination: "Lisbon", count: 25, ...dates });
  const after = await call(hotels, { destination: "Lisbon", count: 25, adults: 3, ...dates });
  await call(products, { keyword: "koffiezetapparaat", count: 40 }, { "x-tag": "shop" });
  const again = await call(
    products,
    { keyword: "koffiezetapparaat", count: 40 },
    { "x-tag": "shop, nightly", "cache-control": "max-age=600" },
  );
  await call("/api/bizbureau/businesses/search", { keyword: "plumber", count: 10, location: "Northdale, OH" });
  await call("/api/hkproperty/valuations", { unit: "D2000310", lang: "en" });
  await call("/api/jobsboard/companies", { company: "2137034" });
  await call("/api/ruretail/products/search", { query: "ноутбук", count: 20, sort: "price_asc" });
  const failed = await call(hotels, { destination: "Nowhere at all", count: 5 });
  await call(hotels, { destination: "Porto", count: 0 });
  const testKey = { name: "CI", mode: "test", usage_context: "standard", sources: null };
  const practice = await ada.post("/keys", { ...testKey, expires_in_days: null, spending_cap: null });
  const { api_key: testSecret } = practice.body as { api_key: string };
  await call(products, { keyword: "lamp", count: 3 }, { "access-token": testSecret });
  await call(products, { keyword: "lamp", count: 3 }, { "access-token": testSecret, "x-fault": "wall" });
  const dry = await call(`${products}?dry_run=true`, { keyword: "stoel", count: 20 });
  if (dry.status !== 200) throw new Error(`dry run: ${dry.text}`);
  const work = await call(hotels, { destination: "Faro", count: 30 }, { prefer: "respond-async" });
  await call(products, { keyword: "lamp", count: 3 }, { prefer: "respond-async" });

  const api = async (path: string, body: object) => {
    const { status, text } = await call(path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
    return JSON.parse(text) as { id: string };
  };
  const requests = ["lamp", "stoel", "tafel"].map((keyword) => ({ keyword, count: 3 }));
  const batch = await api("/batches", { operation: "nlretail/products/search", requests });
  const schedule = await api("/schedules", {
    operation: "nlretail/products/search",
    name: "Coffee machines, every morning",
    request: { keyword: "koffiezetapparaat", count: 20 },
    cron: "0 7 * * *",
    time_zone: "Europe/Amsterdam",
    monthly_budget: 1_000,
    track: ["price"],
  });
  await api(`/schedules/${schedule.id}/run`, {});
  const webhook = await api("/webhooks", { url: "https://hooks.example.com/winnow", events: ["job.succeeded"] });

  await api("/destinations", {
    name: "Data lake",
    endpoint: "https://s3.example.com",
    bucket: "lake",
    format: "parquet",
    access_key_id: "SAMPLE",
    secret_access_key: "sample secret",
  });

  const { store, health } = await openHealthIn(folder);
  const incident = await health.store.openIncident({ ...renamedTitle, blocking: false, details: {} }, Date.now());
  const recall = await sampleRecall(store, me.id, before.id);
  const grace = new Visitor(running);
  const other = await grace.signUp("grace@people.example");
  await grace.confirm("grace@people.example");
  const shared = await sampleShared(ada, store, other.me.id);
  await store.close();

  const { keys } = (await ada.get("/keys")).body as { keys: Array<{ id: string }> };
  const job = (JSON.parse(work.text) as { id: string }).id;
  return {
    cookie: ada.cookie,
    /** The id of the account with several people. */
    shared,
    failedRequest: `/requests/${failed.id}`,
    reusedRequest: `/requests/${again.id}`,
    /** Addresses of pages that need more than their path, by page. */
    samples: {
      "/reset-password": "/reset-password?token=x",
      "/verify-email": "/verify-email?token=x",
      "/usage": "/usage?days=7",
      "/keys/$id": `/keys/${keys[0]!.id}`,
      "/requests/$id": `/requests/${before.id}`,
      "/requests/compare": `/requests/compare?before=${before.id}&after=${after.id}`,
      "/automation/jobs/$id": `/automation/jobs/${job}`,
      "/automation/batches/$id": `/automation/batches/${batch.id}`,
      "/automation/schedules/$id": `/automation/schedules/${schedule.id}`,
      "/automation/webhooks/$id": `/automation/webhooks/${webhook.id}`,
      "/recalled/$id": `/recalled/${recall}`,
      "/admin/people/$id": `/admin/people/${other.me.id}`,
      "/admin/requests/$id": `/admin/requests/${before.id}`,
      "/admin/incidents/$id": `/admin/incidents/${incident}`,
    },
  };
}

/** An account of two people, with an invitation and a provider of single sign-on whose domain is not proved yet. */
async function sampleShared(ada: Visitor, { db }: Store, member: string): Promise<string> {
  const { id } = (await ada.post("/accounts", { name: "Corner shop" })).body as { id: string };
  const created_at = Date.now();
  await db.insertInto("members").values({ account_id: id, person_id: member, role: "developer", created_at }).execute();
  const invited = { email: "joan@people.example", role: "viewer" };
  await done(ada.call("POST", "/invitations", invited, { "x-account": id }));
  await db
    .insertInto("sign_on_providers")
    .values({
      account_id: id,
      domain: "people.example",
      issuer: "https://id.people.example",
      client_id: "winnow",
      client_secret: "sample",
      role: "developer",
      required: false,
      proved_domain: null,
      created_at,
    })
    .execute();
  return id;
}

/** Opens an account in the tab of a page. */
export const openingAccount = (id: string) => `location.search = "?of=account&account=${id}"`;

/** A record whose price is a hundredth, as it should have been. */
function corrected({ price, ...record }: Record<string, unknown>): Record<string, unknown> {
  const isMoney = typeof price === "object" && price !== null && "amount" in price;
  return { ...record, price: isMoney ? { ...price, amount: Number(price.amount) / 100 } : Number(price) / 100 };
}

/** A recall of one call, with its corrected records, as an incident about prices leaves it. */
export async function sampleRecall({ db }: Store, accountId: string, requestId: string): Promise<number> {
  const now = Date.now();
  const request = await db
    .selectFrom("requests")
    .where("account_id", "=", accountId)
    .where("request_id", "=", requestId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const { body } = await db
    .selectFrom("answers")
    .where("request_no", "=", request.no)
    .select("body")
    .executeTakeFirstOrThrow();
  const about = {
    source: request.source,
    operation: request.endpoint,
    field: "price",
    reason: "price: median 142 -> 14,200.",
  };
  const { no } = await db
    .insertInto("recalls")
    .values({
      ...about,
      active_for: 1_000,
      incident_no: 1_000,
      from_at: request.started_at,
      to_at: now,
      created_at: now,
      created_by: "sample",
      withdrawn_at: null,
      finished_at: now,
    })
    .returning("no")
    .executeTakeFirstOrThrow();
  const owned = { recall_no: no, account_id: accountId, points: request.cost, at: now };
  await db
    .insertInto("recall_owners")
    .values({ ...owned, requests: 1, told_at: now })
    .execute();
  const call = { request_no: request.no, request_id: requestId, records: request.results };
  const records = (await unpackJson<Array<Record<string, unknown>>>(body)).map(corrected);
  await db
    .insertInto("recall_items")
    .values({ ...owned, ...call, corrected: packHere(Buffer.from(JSON.stringify(records))), corrected_at: now })
    .execute();
  await db.updateTable("requests").set({ recalled: no }).where("no", "=", request.no).execute();
  return no;
}

/** Addresses of the sample data. */
export type SampleAccount = Awaited<ReturnType<typeof fillAccount>>;

/** An address that shows a page. A new page with a parameter needs a sample. */
export function pageAddress(page: string, samples: Readonly<Record<string, string>>): string {
  const address = samples[page] ?? page;
  if (address.includes("$")) throw new Error(`No sample address for ${page}`);
  return address;
}

async function done(answer: ReturnType<Visitor["post"]>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}
