import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "../../src/endpoints/index.ts";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { Winnow } from "../src/index.ts";
import { faultyProxy } from "./support/faulty-proxy.ts";

let service: TestService;
let clients = 0;
let proxy: Awaited<ReturnType<typeof faultyProxy>>;
beforeAll(async () => {
  service = await startTestService({
    sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
    env: { TRUST_PROXY: "127.0.0.1" },
  });
  proxy = await faultyProxy(service.address);
});
afterAll(async () => {
  proxy.close();
  await service.close();
});

const operation: string = "toyshelf/things";
const request = { shelf: "top", count: 2 };
const wish = { operation, name: "things", request, cron: "0 0 1 1 *" };
const HOOK = "http://hook.invalid/hook";
const storage = { name: "lake", endpoint: "http://s3.invalid", bucket: "lake", accessKeyId: "K", secretAccessKey: "S" };

/** Creates what the call needs beforehand and returns its id. */
const before = {
  nothing: async () => "",
  job: async (winnow: Winnow) => (await winnow.jobs.submit(operation, request)).id,
  batch: async (winnow: Winnow) => (await winnow.batches.submit(operation, [request])).id,
  failedBatch: async (winnow: Winnow) => (await winnow.batches.submit(operation, [{ ...request, shelf: "none" }])).id,
  schedule: async (winnow: Winnow) => (await winnow.schedules.create(wish)).id,
  webhook: async (winnow: Winnow) => (await winnow.webhooks.create(HOOK)).id,
  link: async (winnow: Winnow) => (await winnow.links.ofJob((await winnow.jobs.submit(operation, request)).id)).id,
  destination: async (winnow: Winnow) => (await winnow.destinations.create(storage)).id,
  delivery: async (winnow: Winnow) => (await winnow.webhooks.test((await winnow.webhooks.create(HOOK)).id)).id,
};

/** Every writing method, by endpoint. */
const calls: Record<string, [keyof typeof before, (winnow: Winnow, id: string) => Promise<unknown>]> = {
  cancelJob: ["job", (winnow, id) => winnow.jobs.cancel(id)],
  jobLink: ["job", (winnow, id) => winnow.links.ofJob(id)],
  batchLink: ["batch", (winnow, id) => winnow.links.ofBatch(id)],
  scheduleLink: ["schedule", (winnow, id) => winnow.links.ofSchedule(id)],
  deleteLink: ["link", (winnow, id) => winnow.links.remove(id)],
  submitBatch: ["nothing", (winnow) => winnow.batches.submit(operation, [request, request])],
  previewBatch: ["nothing", (winnow) => winnow.batches.price(operation, [request])],
  cancelBatch: ["batch", (winnow, id) => winnow.batches.cancel(id)],
  pauseBatch: ["batch", (winnow, id) => winnow.batches.pause(id)],
  resumeBatch: ["batch", (winnow, id) => winnow.batches.resume(id)],
  retryBatch: ["failedBatch", (winnow, id) => winnow.batches.retry(id)],
  createDestination: ["nothing", (winnow) => winnow.destinations.create(storage)],
  deleteDestination: ["destination", (winnow, id) => winnow.destinations.remove(id)],
  testDestination: ["destination", (winnow, id) => winnow.destinations.test(id)],
  createWebhook: ["nothing", (winnow) => winnow.webhooks.create(HOOK)],
  replayDelivery: ["delivery", (winnow, id) => winnow.webhooks.replay(id)],
  deleteWebhook: ["webhook", (winnow, id) => winnow.webhooks.remove(id)],
  changeWebhook: ["webhook", (winnow, id) => winnow.webhooks.change(id, ["job.failed"])],
  enableWebhook: ["webhook", (winnow, id) => winnow.webhooks.enable(id)],
  testWebhook: ["webhook", (winnow, id) => winnow.webhooks.test(id)],
  rotateWebhook: ["webhook", (winnow, id) => winnow.webhooks.rotate(id)],
  createSchedule: ["nothing", (winnow) => winnow.schedules.create(wish)],
  previewSchedule: ["nothing", (winnow) => winnow.schedules.preview(wish)],
  changeSchedule: ["schedule", (winnow, id) => winnow.schedules.change(id, { name: "other things" })],
  deleteSchedule: ["schedule", (winnow, id) => winnow.schedules.remove(id)],
  pauseSchedule: ["schedule", (winnow, id) => winnow.schedules.pause(id)],
  resumeSchedule: ["schedule", (winnow, id) => winnow.schedules.resume(id)],
  runSchedule: ["schedule", (winnow, id) => winnow.schedules.run(id)],
  rotateFeed: ["schedule", (winnow, id) => winnow.schedules.rotateFeed(id)],
};

const written = endpoints.filter(({ client, method }) => client !== null && method !== "GET");

test("every writing endpoint with a client method is covered here", () => {
  expect(Object.keys(calls).sort()).toEqual(written.map(({ id }) => id).sort());
});

const WAIT = { timeout: 20_000 };

const listed = <T>(list: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(list);

/** Waits until nothing of the account is running. */
async function settled(winnow: Winnow): Promise<void> {
  await expect
    .poll(async () => (await listed(winnow.jobs.list())).every(({ ended_at }) => ended_at !== null), WAIT)
    .toBe(true);
  // The list of jobs does not include items of batches.
  await expect
    .poll(async () => (await listed(winnow.batches.list())).some(({ status }) => status === "running"), WAIT)
    .toBe(false);
}

/** What the account owns and has paid. */
async function outcome(winnow: Winnow) {
  return {
    jobs: (await listed(winnow.jobs.list())).length,
    batches: (await listed(winnow.batches.list())).length,
    schedules: (await listed(winnow.schedules.list())).length,
    webhooks: (await winnow.webhooks.list()).length,
    links: (await listed(winnow.links.list())).length,
    destinations: (await winnow.destinations.list()).length,
    deliveries: (await listed(winnow.webhooks.deliveries())).length,
    points: (await winnow.token.statistic())[0]!.points,
  };
}

test.each(Object.keys(calls))("%s has the same effect and cost if its response is lost", async (id) => {
  const [needed, call] = calls[id]!;
  const outcomes = [];
  for (const fault of ["pass", "lose the answer"] as const) {
    const key = await service.createKey({ points: 100 });
    // Each client has its own address, because calls are limited per address and minute.
    const headers = { "x-forwarded-for": `10.0.0.${++clients}` };
    const winnow = new Winnow({ url: proxy.url, key, headers, wait: async () => {} });
    const about = await before[needed](winnow);
    // Waits for the work to end, so that the call meets the same state in both rounds.
    await settled(winnow);
    proxy.faults.push(fault);
    await call(winnow, about);
    expect(proxy.faults).toEqual([]);
    await settled(winnow);
    outcomes.push(await outcome(winnow));
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
});
