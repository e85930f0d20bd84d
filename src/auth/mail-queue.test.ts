import { beforeAll, beforeEach, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Store } from "../store/open-store.ts";
import type { MailOrder } from "./mail-orders.ts";
import { createMailQueue } from "./mail-queue.ts";
import type { Mailer } from "./mailer.ts";
import type { Mail } from "./outbox.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";

const MINUTE = 60_000;

describeOnDrawnStores("mails that wait", (fresh) => {
  let store: Store;
  let clock: SimulatedClock;
  let left: Mail[];
  let isServerUp: boolean;
  const reported: string[] = [];
  let receivers = 0;
  const receiver = () => `person-${++receivers}@people.example`;
  const rows = () => store.db.selectFrom("mail_queue").selectAll().execute();

  beforeAll(async () => {
    store = await fresh.open();
  });
  beforeEach(async () => {
    clock = new SimulatedClock();
    left = [];
    isServerUp = true;
    await store.db.deleteFrom("mail_queue").execute();
  });

  /** One process of the service: its own queue on the same store. */
  function start(send?: Mailer["send"]) {
    const db = store.db;
    const say = (_: object, message: string) => void reported.push(message);
    const mailer: Mailer = {
      outbox: null,
      failingSince: () => null,
      send: send ?? (async (mail) => isServerUp && left.push(mail) > 0),
    };
    return createMailQueue({
      db,
      clock,
      mailer,
      throttle: createSignInThrottle(db, clock),
      log: { info: say, error: say },
      write: async ({ kind, email }: MailOrder) => ({
        to: email,
        subject: kind,
        text: "",
        link: "a link of this minute",
      }),
    });
  }

  test("mails that wait are sent after a restart if the process ended before", async () => {
    const first = start(() => new Promise(() => {}));
    const email = receiver();
    await first.add({ kind: "reset", email });
    // The first process claims it and dies; a second start waits for the lease.
    await expect.poll(async () => Number((await rows())[0]!.attempt_at)).toBeGreaterThan(clock.now());
    const second = start();
    await second.sent();
    expect(left).toEqual([]);
    clock.advance(5 * MINUTE);
    await second.sent();
    expect(left.map(({ to }) => to)).toEqual([email]);
    expect(await rows()).toEqual([]);
  });

  test("store what they are about, and no link", async () => {
    isServerUp = false;
    const queue = start();
    await queue.add({ kind: "allow", accountId: "1", email: receiver(), about: "new@people.example" });
    await queue.sent();
    expect(JSON.stringify(await rows())).not.toContain("a link");
  });

  test("mails that wait are retried with growing delays while the mail server is down, and dropped after a day", async () => {
    isServerUp = false;
    const queue = start();
    await queue.add({ kind: "reset", email: receiver() });
    await queue.sent();
    const waits: number[] = [];
    for (let last = clock.now(); ; ) {
      const [row] = await rows();
      if (!row) break;
      waits.push((Number(row.attempt_at) - last) / MINUTE);
      clock.set(Number(row.attempt_at));
      last = clock.now();
      await queue.sent();
    }
    expect(waits).toEqual([1, 4, 16, 64, 256, 360, 360, 360]);
    expect(reported.at(-1)).toBe("a message was given up");
    expect(left).toEqual([]);
  });

  test("mails that wait are sent once the mail server is back, without another request", async () => {
    isServerUp = false;
    const queue = start();
    await queue.add({ kind: "reset", email: receiver() });
    await queue.sent();
    isServerUp = true;
    clock.advance(MINUTE);
    await queue.sent();
    expect(left).toHaveLength(1);
  });

  test("mails that wait are sent once, by one of several processes", async () => {
    const queues = [start(), start(), start()];
    for (let n = 0; n < 6; n++) await queues[n % 3]!.add({ kind: "reset", email: receiver() });
    await Promise.all(queues.map((queue) => queue.sent()));
    expect(left).toHaveLength(6);
    expect(new Set(left.map(({ to }) => to)).size).toBe(6);
  });

  test("a recipient who has had five mails in this hour gets no more of them, but still gets a notice", async () => {
    const queue = start();
    const email = receiver();
    for (let n = 0; n < 8; n++) await queue.add({ kind: "reset", email });
    await queue.add({ kind: "notice", accountId: "someone", email, about: "The password of your account was changed" });
    await queue.sent();
    expect(left.map(({ subject }) => subject)).toEqual([...Array(5).fill("reset"), "notice"]);
    expect(await rows()).toEqual([]);
  });

  test("mails that wait are capped at a thousand; a flood of them does not hold back a notice", async () => {
    isServerUp = false;
    const values = Array.from({ length: limits.mailsWaiting.max }, (_, n) => ({
      id: `waiting ${n}`,
      kind: "reset",
      person_id: null,
      email: receiver(),
      about: null,
      asked_at: 0,
      attempts: 0,
      attempt_at: clock.now() + MINUTE,
    }));
    await store.db.insertInto("mail_queue").values(values).execute();
    await start().add({ kind: "reset", email: receiver() });
    expect(await rows()).toHaveLength(limits.mailsWaiting.max);
    expect(reported.at(-1)).toBe("a mail was dropped: too many are queued");
    await start().add({
      kind: "notice",
      accountId: "someone",
      email: receiver(),
      about: "The password of your account was changed",
    });
    expect((await rows()).filter(({ kind }) => kind === "notice")).toHaveLength(1);
  });

  test("mails that wait are dropped with their account", async () => {
    isServerUp = false;
    const queue = start();
    await queue.add({ kind: "confirm", accountId: "gone", email: receiver() });
    await queue.sent();
    await queue.dropAllOf("gone");
    expect(await rows()).toEqual([]);
  });
});
