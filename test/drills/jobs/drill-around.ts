import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenDrill } from "./open-drill.ts";

/** Where webhooks and files of a drill arrive. */
export async function openReceiver() {
  const events = new Map<string, number>();
  const files = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const id = String(request.headers["webhook-id"]);
    if (request.method === "PUT" && !request.url!.endsWith(".quality")) files.set(request.url!, body);
    else events.set(id, (events.get(id) ?? 0) + 1);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often each event arrived, by its id. */
    events,
    /** The last content of each file, by its path. */
    files,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

const fail = (what: string): never => {
  throw new Error(`around the batch: ${what}`);
};

/** What runs beside a drill's batch: a webhook for each item, a file of all records, and watches that come due one by one. */
export async function openAround({ store, jobs, caller, entry }: OpenDrill, receiver: Receiver, watches: number) {
  const account = caller.account.id;
  await jobs.webhooks.create(caller, { url: `${receiver.url}/hook`, events: ["batch.item", "batch.finished"] });
  const { id: destination } = await jobs.destinations.create(caller, {
    name: "Lake",
    endpoint: receiver.url,
    region: "eu-1",
    bucket: "lake",
    path: "{id}.{format}",
    format: "csv",
    access_key_id: "AK",
    secretAccessKey: "a secret of storage",
    idempotencyKey: null,
  });
  for (let at = 0; at < watches; at += 1) {
    const { id } = await jobs.schedules.create({
      entry,
      caller,
      name: `${at}`,
      request: { name: `slow-watch-${at}`, count: 3, timeout: 60 },
      // Once a year, so that no run follows.
      cron: "0 0 1 1 *",
      timeZone: "UTC",
      options: {},
      ignoreFields: [],
      track: ["name"],
      rules: [],
      monthlyBudget: null,
      webhook: null,
    });
    await store.db
      .updateTable("schedules")
      .set({ next_at: Date.now() + at * 1_000 })
      .where("id", "=", id)
      .execute();
  }
  const deliveries = () =>
    store.db.selectFrom("webhook_deliveries").where("account_id", "=", account).selectAll().execute();
  const runs = () =>
    store.db
      .selectFrom("jobs")
      .where("account_id", "=", account)
      .where("schedule_id", "is not", null)
      .selectAll()
      .execute();

  return {
    destination,
    /** Whether all events, files and watches have come about. */
    async isDone(items: number): Promise<boolean> {
      const sent = await deliveries();
      const ran = await runs();
      const isSent = sent.length >= items + 2 && sent.every(({ status }) => status !== "pending");
      return isSent && ran.length >= watches && ran.every(({ notified }) => notified > 0);
    },
    /** Each event and file was stored once and arrived, each watch ran once and kept its values. */
    async check(batchId: string, granted: number): Promise<{ repeated: number; partial: number }> {
      const items = await store.db.selectFrom("jobs").where("batch_id", "=", batchId).selectAll().execute();
      const sent = await deliveries();
      const missing = sent.filter(({ status }) => status !== "delivered");
      if (missing.length > 0) fail(`${missing.length} deliveries are ${missing[0]!.status}`);
      const about = (event: string) => sent.filter((one) => one.event === event);
      const told = new Set(about("batch.item").map(({ about }) => about));
      if (about("batch.item").length !== items.length || !items.every(({ id }) => told.has(id))) {
        fail(`${about("batch.item").length} events of ${items.length} items`);
      }
      if (about("batch.finished").length !== 1 || about("file").length !== 1) fail("the batch's event or file");
      const lost = sent.filter(({ id, kind }) => kind === "event" && !receiver.events.has(id));
      if (lost.length > 0) fail(`${lost.length} events did not arrive`);
      const records = items.reduce((sum, one) => sum + one.records, 0);
      const lines = [...receiver.files.values()].map((text) => text.trimEnd().split(/\r?\n/).length);
      if (lines.length !== 1 || lines[0] !== records + 1) fail(`files of ${lines} lines for ${records} records`);
      const ran = await runs();
      const ranOnce = new Set(ran.map(({ schedule_id }) => schedule_id)).size === watches && ran.length === watches;
      if (!ranOnce || ran.some(({ status }) => status !== "succeeded"))
        fail(`${ran.length} runs of ${watches} watches`);
      const watched = await store.db
        .selectFrom("watch_records")
        .innerJoin("watch_points", "watch_points.record", "watch_records.no")
        .where(
          "schedule_id",
          "in",
          ran.map((run) => run.schedule_id!),
        )
        .select("record_id")
        .execute();
      if (watched.length !== 3 * watches) fail(`${watched.length} watched values instead of ${3 * watches}`);
      const charged = [...items, ...ran].reduce((sum, one) => sum + one.charged, 0);
      const row = await store.db
        .selectFrom("balances")
        .where("account_id", "=", account)
        .selectAll()
        .executeTakeFirst();
      if (row?.points !== granted - charged) fail(`${row?.points} points are left instead of ${granted - charged}`);
      const repeated = [...receiver.events.values()].reduce((sum, times) => sum + times - 1, 0);
      return { repeated, partial: items.filter(({ warnings }) => warnings?.includes("partial")).length };
    },
  };
}
