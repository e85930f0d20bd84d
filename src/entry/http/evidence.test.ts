import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";
import { replay } from "../../extraction/recording/replay.ts";
import { readWarc } from "../../extraction/recording/warc.ts";

const PATH = "/api/toyshelf/things";
const body = { shelf: "top", count: 12 };
const keep = { "x-evidence": "keep" };
let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedToyService();
  key = await service.createKey();
});

const evidenceOf = (answer: { headers: Record<string, unknown> }, as = key) =>
  service.get(`/token/requests/${answer.headers["x-request-id"]}/evidence`, as);

test("the site's response is stored for the requesting account, and yields the same records again", async () => {
  const answer = await service.post(PATH, body, { key, headers: keep });
  expect([answer.statusCode, answer.headers["x-evidence"]]).toEqual([200, "kept"]);
  const kept = await evidenceOf(answer);
  expect([kept.statusCode, kept.headers["content-type"]]).toEqual([200, "application/gzip"]);
  const recording = await readWarc(kept.rawPayload);
  expect(recording).toMatchObject({ source: "toyshelf", operation: PATH, request: body, truncated: false });
  expect(recording.exchanges).toHaveLength(2);
  expect(await replay(recording, service.registry.sources[0]!)).toEqual(answer.json());
});

test("it is free, and private to the account", async () => {
  const answer = await service.post(PATH, body, { key, headers: keep });
  const points = (await service.get("/token/statistic", key)).json()[0].points;
  await evidenceOf(answer);
  expect((await service.get("/token/statistic", key)).json()[0].points).toBe(points);
  expect((await evidenceOf(answer, await service.createKey())).statusCode).toBe(404);
  const none = await service.get(`/token/requests/${answer.headers["x-request-id"]}/evidence`);
  expect(none.statusCode).toBe(401);
});

test("failed and streamed requests also store theirs", async () => {
  const failed = await service.post(PATH, { ...body, shelf: "none" }, { key, headers: keep });
  expect(failed.statusCode).toBe(412);
  expect((await readWarc((await evidenceOf(failed)).rawPayload)).exchanges.length).toBeGreaterThan(0);
  const accept = { accept: "application/x-ndjson" };
  const streamed = await service.post(PATH, body, { key, headers: { ...keep, ...accept } });
  expect((await readWarc((await evidenceOf(streamed)).rawPayload)).exchanges).toHaveLength(2);
});

test("nothing is stored unless requested; other values are rejected with a message", async () => {
  const answer = await service.post(PATH, body, { key });
  expect(answer.headers["x-evidence"]).toBeUndefined();
  expect((await evidenceOf(answer)).statusCode).toBe(404);
  expect((await service.get("/token/requests/nonsense/evidence", key)).statusCode).toBe(404);
  expect((await service.get(`/token/requests/${randomUUID()}/evidence`, key)).json().detail).toContain(
    "x-evidence: keep",
  );
  expect((await service.post(PATH, body, { key, headers: { "x-evidence": "yes" } })).statusCode).toBe(400);
  const later = { ...keep, prefer: "respond-async" };
  expect((await service.post(PATH, body, { key, headers: later })).json().detail).toContain("respond-async");
});
