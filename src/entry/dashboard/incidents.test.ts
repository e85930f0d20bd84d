import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";
import { openHealthIn, renamedTitle } from "../../../test/support/health/incident.ts";
import type { AdminSource } from "../../endpoints/dashboard/types.ts";
import { findSources } from "../../sources/find-sources.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-incidents-"));
/** A site named by the operator, whose robots.txt forbids all searches. */
const site = createServer(({ url }, response) =>
  response.writeHead(url === "/robots.txt" ? 200 : 404).end("User-agent: *\nDisallow: /*?\n"),
).listen(0, "127.0.0.1");
await once(site, "listening");
const { visitor } = dashboardSuite({
  ADMIN_EMAIL: "root@people.example",
  DATA_DIR: folder,
  WINNOW_BIZBUREAU_ORIGIN: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
  WINNOW_STAYS_ORIGIN: "http://127.0.0.1:9",
  WINNOW_STAYS_ROBOTS: "ignore",
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = `<html><script>alert(1)</script>{"csrfToken":"not-for-people","productTitle":"Lamp"}`;
const structure = { vanished: ["title"], appeared: ["productTitle"], renamed: [{ from: "title", to: "productTitle" }] };
let root: Visitor;

// Before the service starts, and without a turn for its own canaries: they would open and close incidents meanwhile.
const { store, health } = await openHealthIn(folder);
for (const { operations } of await findSources())
  for (const { path } of operations) await health.store.claimCanary(path, 0, Number.MAX_SAFE_INTEGER);
const incident = {
  ...renamedTitle,
  details: { code: "unreadable" as const, likely_new_name: "productTitle", structure },
};
const no = (await health.store.openIncident(incident, Date.now()))!;
const request = { keyword: "lamp's" };
await health.evidence.save(no, {
  about: { operation: incident.operation, request, url: "http://site.example/s", status: 200, content_type: null },
  body: Buffer.from(page),
  warc: null,
});
// A page of one source's incidents, and one of another's, with minimal details.
const bare = { kind: "canary" as const, blocking: false, reason: "for the test", details: {} };
let last = 0;
for (let at = 0; at < 101; at += 1) {
  const source = at < 50 ? "gone" : "gone too";
  const about = { source, operation: `/api/${source}/${at}`, field: null };
  last = (await health.store.openIncident({ ...bare, ...about }, 5_000))!;
}
await store.close();

beforeAll(async () => {
  root = visitor();
  await root.signUp("root@people.example");
  await root.confirm("root@people.example");
});

test("incidents are listed fifty at a time, newest first; the last page says so", async () => {
  const list = async (query: string) => (await root.get(`/admin/incidents?${query}`)).body;
  const one = await list("source=gone");
  expect([one.rows.length, one.next_cursor]).toEqual([50, null]);
  const first = await list("source=gone%20too");
  expect([first.rows.length, first.rows.at(-1).no]).toEqual([50, last - 49]);
  const rest = await list(`source=gone%20too&cursor=${first.next_cursor}`);
  expect([rest.rows.map((incident: { no: number }) => incident.no), rest.next_cursor]).toEqual([[last - 50], null]);
  const { parse_command, replay_command, response, incident } = (await root.get(`/admin/incidents/${last}`)).body;
  expect({ parse_command, replay_command, response }).toEqual({
    parse_command: null,
    replay_command: null,
    response: null,
  });
  expect(first.rows[0]).toEqual(incident);
  expect(incident).toEqual({
    no: last,
    source: "gone too",
    title: "gone too",
    operation: "/api/gone too/100",
    kind: "canary",
    state: "degraded",
    field: null,
    reason: "for the test",
    note: null,
    opened_at: 5_000,
    closed_at: null,
    before: null,
    after: null,
    likely_new_name: null,
    example_request: null,
    structure: null,
    has_response: false,
    has_recording: false,
  });
});

test("an incident is listed with the page's change, and its response is a file that runs nothing in a browser", async () => {
  const { rows: incidents, next_cursor } = (await root.get("/admin/incidents?state=open&source=nlretail")).body;
  expect(next_cursor).toBeNull();
  expect(incidents).toMatchObject([
    { no, source: "nlretail", state: "down", field: "title", likely_new_name: "productTitle", structure },
  ]);
  expect(incidents[0]).toMatchObject({ has_response: true, has_recording: false, note: null });
  const detail = (await root.get(`/admin/incidents/${no}`)).body;
  expect(detail.response).toEqual({
    operation: "/api/nlretail/products/search",
    request: { keyword: "lamp's" },
    url: "http://site.example/s",
    status: 200,
    content_type: null,
    bytes: page.length,
  });
  expect(detail.incident).toEqual(incidents[0]);
  expect(incidents[0].title).not.toBe("nlretail");
  expect(detail.parse_command).toBe(
    `npx winnow parse nlretail/products/search incident-${no}.body --request '{"keyword":"lamp'\\''s"}'`,
  );
  expect(detail.replay_command).toBeNull();
  const response = await root.get(`/admin/incidents/${no}/response`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain("attachment");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.body).toBe(page);
  expect((await root.get(`/admin/incidents/${no}/recording`)).status).toBe(404);
  for (const other of ["0", "-1", "1e3", "99999", "x"]) {
    expect((await root.get(`/admin/incidents/${other}`)).status).toBe(404);
  }
});

test("an operator sees what each site's robots.txt allows before the first call", async () => {
  const robotsOf = async (name: string) => {
    const { sources } = (await root.get("/admin/sources")).body as { sources: AdminSource[] };
    return sources.find(({ source }) => source === name)!.robots;
  };
  expect(await robotsOf("nlretail")).toEqual({ state: "stand-in", operations: [] });
  expect(await robotsOf("stays")).toEqual({ state: "ignored", operations: [] });
  const known = await vi.waitUntil(async () => {
    const robots = await robotsOf("bizbureau");
    return robots.operations.length > 0 && robots;
  }, 20_000);
  expect(known).toMatchObject({
    state: "honoured",
    operations: [
      {
        operation: "/api/bizbureau/businesses/search",
        kind: "forbidden",
        words: "robots.txt does not allow /api/search (line 2: Disallow: /*?)",
        cure: expect.stringContaining("WINNOW_BIZBUREAU_ROBOTS=ignore"),
      },
      { operation: "/api/bizbureau/locations/search", kind: "forbidden" },
    ],
  });
});

test("a note appears on the public status, and in the audit log", async () => {
  await root.post(`/admin/incidents/${no}/note`, { note: "We are on it." });
  const status = (await fetch(`${root.address}/status.json`).then((answer) => answer.json())) as any;
  const [shown] = status.sources.find(({ name }: { name: string }) => name === "nlretail").incidents;
  expect(shown.note).toBe("We are on it.");
  const [line] = (await root.get("/admin/audit")).body.rows;
  expect(line).toMatchObject({ who: "root@people.example", what: "incident note", after: { note: "We are on it." } });
});

test("a source is closed and released manually, immediately in this process, with an entry in the audit log", async () => {
  expect((await root.post("/admin/sources/stays/hold", { state: "closed", note: "Asked to stop" })).status).toBe(200);
  const held = async () =>
    (await root.get("/admin/sources")).body.sources.find(({ source }: { source: string }) => source === "stays").held;
  expect(await held()).toMatchObject({ state: "closed", note: "Asked to stop", by: "root@people.example" });
  expect((await root.get("/admin/audit")).body.rows[0]).toMatchObject({
    what: "hold source",
    subject: "stays",
    after: { state: "closed" },
  });
  expect((await root.post("/admin/sources/stays/hold", { state: "auto" })).status).toBe(200);
  expect(await held()).toBeNull();
  expect((await root.post("/admin/sources/nowhere/hold", { state: "closed" })).status).toBe(404);
});
