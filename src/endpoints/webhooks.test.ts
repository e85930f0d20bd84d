import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedToyService();
  key = await service.createKey();
});

const url = "http://hook.invalid/hook";

test("a webhook is created, tested, rotated and deleted; its secret is shown once", async () => {
  const made = await service.post("/webhooks", { url, events: ["job.failed"] }, { key });
  expect([made.statusCode, made.json().secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
  const { id } = made.json();
  const [listed] = (await service.get("/webhooks", key)).json();
  expect(listed).toMatchObject({ id, url, events: ["job.failed"], status: "active" });
  expect(listed.secret).toBeUndefined();
  const test = await service.post(`/webhooks/${id}/test`, {}, { key });
  expect([test.statusCode, test.json().event]).toEqual([202, "webhook.test"]);
  await expect
    .poll(async () => (await service.get(`/webhooks/deliveries?webhook_id=${id}`, key)).json()[0].attempts)
    .toMatchObject([{ status: null, error: expect.stringContaining("the name has no address on the internet") }]);
  const rotated = (await service.post(`/webhooks/${id}/rotate`, { overlap_seconds: 60 }, { key })).json();
  expect(rotated.secret).not.toBe(made.json().secret);
  const rotate = async (overlap_seconds: number) =>
    (await service.post(`/webhooks/${id}/rotate`, { overlap_seconds }, { key })).statusCode;
  expect([await rotate(0), await rotate(-1)]).toEqual([200, 422]);
  const replayed = await service.post(`/webhooks/deliveries/${test.json().id}/replay`, {}, { key });
  expect(replayed.json().status).toBe("pending");
  await service.inject({ method: "DELETE", url: `/webhooks/${id}`, headers: { "access-token": key } });
  expect((await service.get("/webhooks", key)).json()).toEqual([]);
});

test("an invalid address or event is rejected by name, and a key for some sources manages none", async () => {
  expect((await service.post("/webhooks", { url: "ftp://a.example" }, { key })).statusCode).toBe(400);
  const wrong = await service.post("/webhooks", { url, events: ["job.done"] }, { key });
  expect([wrong.statusCode, wrong.json().detail[0].loc]).toEqual([422, ["body", "events", 0]]);
  const never = await service.post("/webhooks", { url, events: [] }, { key });
  expect([never.statusCode, never.json().detail[0].loc]).toEqual([422, ["body", "events"]]);
  expect((await service.post("/webhooks", {}, { key })).json().detail[0].loc).toEqual(["body", "url"]);
  const scoped = await service.createKey({ sources: ["toyshelf"] });
  expect((await service.get("/webhooks", scoped)).statusCode).toBe(403);
  const headers = { prefer: "respond-async", "webhook-url": "nowhere" };
  expect((await service.post("/api/toyshelf/things", { shelf: "top", count: 1 }, { key, headers })).statusCode).toBe(
    400,
  );
});

test("an account has twenty webhooks, even if many are created concurrently, and tests them ten times a minute", async () => {
  const own = await service.createKey();
  const made = await Promise.all(Array.from({ length: 30 }, () => service.post("/webhooks", { url }, { key: own })));
  const rows = (await service.get("/webhooks", own)).json();
  expect(rows.length).toBeLessThanOrEqual(20);
  expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(rows.length);
  const id = rows[0]?.id ?? (await service.post("/webhooks", { url }, { key: own })).json().id;
  const tests = [];
  for (let n = 0; n < 12; n++) tests.push((await service.post(`/webhooks/${id}/test`, {}, { key: own })).statusCode);
  expect(tests).toEqual([...Array(10).fill(202), 429, 429]);
  const page = (cursor = "") => service.get(`/webhooks/deliveries?limit=6${cursor}`, own);
  const first = await page();
  const second = await page(`&cursor=${first.headers["x-next-cursor"]}`);
  expect([first.json().length, second.json().length, second.headers["x-next-cursor"]]).toEqual([6, 4, undefined]);
});
