import { createServer, type Server } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tlsSite } from "../../test/support/extraction/tls-site.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { chatChannel, derivedSecret, mailChannel, webhookChannel } from "./alert-channels.ts";
import { type Alerts, type Condition, createAlerts } from "./alerts.ts";
import { incidentCheck } from "./incident-alert.ts";
import {
  certificateCheck,
  diskCheck,
  mailCheck,
  queueCheck,
  routesCheck,
  watchForOperator,
} from "./operator-checks.ts";

const minute = 60_000;
const secret = derivedSecret("the operator's token");
const late: Condition = { about: "queue|late", type: "queue.late", subject: "Jobs are late", reason: "30 minutes" };

test("a certificate is reported in its last 14 days and after it expires", async () => {
  const site = await tlsSite();
  const reported = async (day: string) => {
    const check = certificateCheck(`https://localhost:${site.port}`, () => Date.parse(day));
    return (await check.look()).map(({ type }) => type);
  };
  expect(await reported("2119-12-17T00:00:00Z")).toEqual([]);
  expect(await reported("2119-12-19T00:00:00Z")).toEqual(["certificate.ending"]);
  expect(await reported("2120-02-01T00:00:00Z")).toEqual(["certificate.ending"]);
  site.close();
});

describeOnDrawnStores("alerts to the operator", (fresh) => {
  const clock = new SimulatedClock();
  let store: Store;
  let receiver: Server;
  let posted: Array<{ type: string; state: string; reason?: string; was?: string; incident?: number }> = [];
  let signatures: Array<{ headers: Record<string, string>; body: string }> = [];
  let mails: string[] = [];
  let broken = false;
  let open: () => Alerts;

  beforeAll(async () => {
    store = await fresh.open();
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        signatures.push({ headers: request.headers as Record<string, string>, body });
        if (!broken) posted.push(JSON.parse(body));
        response.writeHead(broken ? 500 : 200).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`;
    const mailer = {
      outbox: null,
      async send({ subject }: { subject: string }) {
        if (!broken) mails.push(subject);
        return !broken;
      },
    };
    const channels = [webhookChannel(webhookUrl, secret, clock), mailChannel("op@people.example", mailer)];
    open = () => createAlerts({ db: store.db, clock, log: { error() {} }, channels });
  });
  afterAll(() => receiver.close());
  const heard = () => {
    const [events, subjects] = [posted.map(({ type, state }) => `${type} ${state}`), mails];
    [posted, mails] = [[], []];
    return { events, subjects };
  };

  test("one message when it begins and one when it ends, whichever process notices", async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.reconcile("queue", [late]), other.reconcile("queue", [late])]);
    await one.reconcile("queue", [late]);
    expect(heard()).toEqual({ events: ["queue.late open"], subjects: ["Jobs are late"] });
    await Promise.all([one.reconcile("queue", []), other.reconcile("queue", [])]);
    expect(heard()).toEqual({ events: ["queue.over over"], subjects: ["Over: queue late"] });
  });

  test("a condition that returns within 15 minutes is reported after them, if it lasts", async () => {
    const alerts = open();
    clock.advance(minute);
    await alerts.reconcile("queue", [late]);
    expect(heard().events).toEqual([]);
    clock.advance(15 * minute);
    await alerts.reconcile("queue", [late]);
    expect(heard().events).toEqual(["queue.late open"]);
    await alerts.reconcile("queue", []);
    heard();
  });

  test("an alert, and its end, are retried every minute until someone can be reached", async () => {
    const alerts = open();
    clock.advance(16 * minute);
    for (const [conditions, reported] of [
      [[late], "queue.late open"],
      [[], "queue.over over"],
    ] as const) {
      broken = true;
      for (let round = 0; round < 3; round++) {
        await alerts.reconcile("queue", [...conditions]);
        clock.advance(minute);
      }
      broken = false;
      expect(heard().events).toEqual([]);
      await alerts.reconcile("queue", [...conditions]);
      clock.advance(minute);
      await alerts.reconcile("queue", [...conditions]);
      expect(heard().events).toEqual([reported]);
    }
  });

  test("a problem that ends before its beginning could be sent is one message, its end, and no killed process loses it", async () => {
    clock.advance(16 * minute);
    broken = true;
    await open().reconcile("queue", [late]);
    clock.advance(minute);
    // Another process takes both messages of the end, and is killed before it sends them.
    await open().reconcile("queue", []);
    await store.db
      .updateTable("mail_queue")
      .set({ attempt_at: clock.now() + 5 * minute })
      .execute();
    broken = false;
    await open().reconcile("queue", []);
    expect(heard()).toEqual({ events: [], subjects: [] });
    clock.advance(5 * minute);
    await open().reconcile("queue", []);
    expect(heard()).toEqual({ events: ["queue.over over"], subjects: ["Over: queue late"] });
    expect(await store.db.selectFrom("mail_queue").selectAll().execute()).toEqual([]);
  });

  test("a channel that is away for an hour gets what the others had at once", async () => {
    const { port } = receiver.address() as { port: number };
    let isAway = true;
    const mailer = { send: async ({ subject }: { subject: string }) => !isAway && mails.push(subject) > 0 };
    const channels = [
      webhookChannel(`http://127.0.0.1:${port}/`, secret, clock),
      mailChannel("op@people.example", mailer),
    ];
    const alerts = createAlerts({ db: store.db, channels, clock, log: { error() {} } });
    await alerts.reconcile("mail@away", [{ ...late, about: "mail@away|x" }]);
    expect(heard()).toEqual({ events: ["queue.late open"], subjects: [] });
    for (let round = 0; round < 60; round++) {
      clock.advance(minute);
      await alerts.reconcile("mail@away", [{ ...late, about: "mail@away|x" }]);
    }
    isAway = false;
    clock.advance(minute);
    await alerts.reconcile("mail@away", [{ ...late, about: "mail@away|x" }]);
    expect(heard()).toEqual({ events: [], subjects: ["Jobs are late"] });
    await alerts.reconcile("mail@away", []);
    await alerts.close();
    heard();
  });

  test("a chat gets an incident as a message with the link to its page", async () => {
    clock.advance(16 * minute);
    posted = [];
    const { port } = receiver.address() as { port: number };
    const channels = [chatChannel(`http://127.0.0.1:${port}/services/secret`, "slack")];
    const link = "https://winnow.example/admin/incidents/7";
    const alerts = createAlerts({ db: store.db, clock, log: { error() {} }, channels });
    await alerts.reconcile("source@chat", [{ ...late, about: "source@chat|x", details: { link, calls_affected: 3 } }]);
    await alerts.reconcile("source@chat", []);
    const texts = posted.map((body: any) => body.blocks[0].text.text.split("\n"));
    expect(texts).toEqual([
      ["*Jobs are late*", "30 minutes", "calls affected: 3", `<${link}|Open in Winnow>`],
      [
        "*Over: source@chat x*",
        expect.stringMatching(/^Over since .* It was: 30 minutes$/),
        "calls affected: 3",
        `<${link}|Open in Winnow>`,
      ],
    ]);
  });

  test("alerts are signed as Standard Webhooks specifies", async () => {
    clock.advance(16 * minute);
    signatures = [];
    const full = { ...late, about: "disk@signed|free", type: "disk.low" };
    await open().reconcile("disk@signed", [full]);
    const [{ headers, body }] = signatures as [(typeof signatures)[number]];
    const id = headers["webhook-id"]!;
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign(id, at, body));
    heard();
  });

  test("one machine's disk does not affect another's alert", async () => {
    const alerts = open();
    const full = { ...late, about: "disk@one|free", type: "disk.low" };
    await alerts.reconcile("disk@one", [full]);
    await alerts.reconcile("disk@two", []);
    expect(heard().events).toEqual(["disk.low open"]);
  });

  test("the checks: incidents, late jobs, failing mails, blocked routes, disk space", async () => {
    const now = clock.now();
    const incident = {
      no: 1,
      source: "toy",
      operation: "/api/toy/rows",
      kind: "drift" as const,
      field: "name",
      blocking: false,
      reason: "gone",
      details: {},
      opened_at: now,
      closed_at: null,
      note: null,
    };
    const routes = [{ source: "toy", routes: [{ name: "direct", cooling: true }] }];
    const engine = { health: () => routes as never };
    await store.db
      .insertInto("jobs")
      .values({
        id: "late",
        account_id: "a",
        key_id: "k",
        source: "toy",
        endpoint: "/api/toy/rows",
        params: "{}",
        timeout: 60,
        status: "queued",
        priority: 0,
        run_after: now - 6 * minute,
        created_at: now - 9 * minute,
      } as never)
      .execute();
    const checks = [
      incidentCheck(store.db, async () => [incident], "https://winnow.example"),
      queueCheck(store.db, () => now),
      mailCheck(() => now - minute, "here"),
      routesCheck(engine, "here"),
      diskCheck("/", "here"),
    ];
    const looked = await Promise.all(checks.map((check) => check.look()));
    expect(looked.slice(0, 4).map(([condition]) => condition!.type)).toEqual([
      "source.degraded",
      "queue.late",
      "mail.failing",
      "routes.blocked",
    ]);
    for (const [at, conditions] of looked.entries()) {
      for (const { about } of conditions) expect(about.startsWith(`${checks[at]!.scope}|`)).toBe(true);
    }
    routes[0]!.routes.push({ name: "proxy", cooling: false });
    expect(await routesCheck(engine, "here").look()).toEqual([]);

    heard();
    const watch = watchForOperator({ alerts: open(), checks: checks.slice(0, 1), clock, log: { warn() {} } });
    watch.start();
    clock.advance(minute);
    await watch.close();
    expect(posted[0]).toMatchObject({
      incident: 1,
      link: "https://winnow.example/admin/incidents/1",
      calls_affected: 0,
      accounts_affected: 0,
      first_seen: new Date(now).toISOString(),
      source_state: "degraded",
      suspected_cause: "The site's values have changed, or the reader takes them from the wrong place.",
      commands: ["npx winnow incidents show 1", "npx winnow canary toy"],
    });
    expect(heard()).toEqual({ events: ["source.degraded open"], subjects: ["toy is degraded (incident 1)"] });
    await open().reconcile("source", []);
    expect(posted[0]).toMatchObject({ type: "source.recovered", incident: 1, was: "/api/toy/rows: gone" });
    heard();
  });
});
