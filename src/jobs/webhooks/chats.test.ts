import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../test/support/jobs/receiver.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { type ChatFormat, chatEvents, chatServices } from "../../words/webhook-formats.ts";
import type { OpenJobs } from "../open-jobs.ts";

const formats = Object.keys(chatServices) as ChatFormat[];
const SECRET = "B0-very-secret-topic";
const address = (format: string) => `http://hooks.example/${format}/${SECRET}`;

describeOnDrawnStores("webhooks of chats", (fresh) => {
  const bench = useJobs(fresh);
  let receiver: Receiver;
  let process: OpenJobs;
  let caller: Caller;

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = (response, { body }) => response.end(`you sent ${body} to ${SECRET}`);
    process = await bench.process({ webhookNetwork: receiver.network });
    caller = await bench.newCaller("free");
  });

  const log = async () => (await process.webhooks.deliveries(caller, { limit: 50, cursor: null })).rows;
  const untilSent = (count: number) =>
    bench.until(
      async () => {
        await process.sweep();
        return (await log()).filter(({ status }) => status === "delivered");
      },
      (rows) => rows.length >= count,
      50,
    );
  const publishLow = () =>
    process.publish({
      event: "points.low",
      accountId: caller.account.id,
      subject: `${caller.account.id} 80`,
      data: { points: 20, used_percent: 80, of: 100 },
    });

  test("an alert arrives in each service's own form, and the address is shown, logged and stored nowhere", async () => {
    for (const format of formats) await process.webhooks.create(caller, { url: address(format), format, events: null });
    await publishLow();
    const delivered = await untilSent(formats.length);
    const got = Object.fromEntries(
      receiver.received.map(({ path, body }) => [path.split("/")[1], { path, ...JSON.parse(body) }]),
    );
    expect(got.slack).toMatchObject({ path: `/slack/${SECRET}`, text: "80 % of your points are used" });
    expect(got.discord.content).toBe(
      `**80 % of your points are used**\n20 of 100 points are left.\n[Open in Winnow](<https://winnow.example/usage?account=${caller.account.id}>)`,
    );
    expect(got.teams.attachments[0].contentType).toBe("application/vnd.microsoft.card.adaptive");
    expect(got.ntfy).toMatchObject({ path: "/ntfy", topic: SECRET, message: "20 of 100 points are left." });
    const webhooks = await process.webhooks.list(caller);
    expect(webhooks.map(({ url }) => url)).toEqual(
      formats.map(() => expect.stringMatching(/^http:\/\/hooks\.example\/…[0-9a-f]{8}$/)),
    );
    expect(new Set(webhooks.map(({ url }) => url)).size).toBe(formats.length);
    expect(webhooks[0]!.events).toEqual(chatEvents);
    expect(JSON.stringify([webhooks, delivered])).not.toContain(SECRET);
    for (const table of ["webhook_endpoints", "webhook_deliveries"]) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(bench.store.db);
      expect(JSON.stringify(rows)).not.toContain(SECRET);
    }
  });

  test("a chat that asks for patience is tried again, and one that is gone is disabled", async () => {
    const { id } = await process.webhooks.create(caller, { url: address("slack"), format: "slack", events: null });
    receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 429 : 410).end("no_service");
    await publishLow();
    await bench.until(
      async () => {
        await process.sweep();
        return (await process.webhooks.list(caller))[0]!.status;
      },
      (status) => status === "disabled",
      1_000,
    );
    const [delivery] = await log();
    expect(delivery!.attempts.map(({ status }) => status)).toEqual([429, 410]);
    await process.webhooks.enable(caller, id);
    expect((await process.webhooks.list(caller))[0]!.failing_since).toBeNull();
  });

  test("a webhook's events change while its address and secret stay, and an address of ntfy needs a topic", async () => {
    const { secret, ...made } = await process.webhooks.create(caller, {
      url: address("slack"),
      format: "slack",
      events: null,
    });
    const changed = await process.webhooks.change(caller, made.id, ["job.failed"]);
    expect(changed).toEqual({ ...made, events: ["job.failed"] });
    expect(await process.webhooks.change(caller, made.id, null)).toEqual(made);
    await publishLow();
    await untilSent(1);
    expect(receiver.received.map(({ path }) => path)).toEqual([`/slack/${SECRET}`]);
    const rootless = { url: "http://hooks.example/", format: "ntfy" as const, events: null };
    await expect(process.webhooks.create(caller, rootless)).rejects.toThrow("ends in its topic");
  });
});
