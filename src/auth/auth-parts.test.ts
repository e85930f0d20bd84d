import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { newPersonFields } from "../accounts/people.ts";
import { SimulatedClock } from "../clock.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { Addresses } from "./addresses.ts";
import { Credentials } from "./credentials.ts";
import { GrowingDelay } from "./growing-delay.ts";
import { type LinkKind, MailLinks } from "./mail-links.ts";
import { type MailOrder, mailWriter } from "./mail-orders.ts";
import { MailQueue } from "./mail-queue.ts";
import type { Mail } from "./outbox.ts";
import { Sessions } from "./sessions.ts";
import { SignInThrottle } from "./sign-in-throttle.ts";
import { type AuthDb, withAuthTables } from "./tables.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cost = { memory: 64, passes: 1, parallelism: 1 };

describeOnBothStores("what signing in is made of", (fresh) => {
  let db: AuthDb;
  const clock = new SimulatedClock();
  beforeAll(async () => {
    db = withAuthTables((await fresh.open()).db);
  });

  let people = 0;
  async function person(
    over: { email?: string; unconfirmed_email?: string; email_verified?: boolean; created_at?: string } = {},
  ) {
    const { email = `p${++people}@people.example`, created_at = "2027-01-01T00:00:00.000Z", ...rest } = over;
    const row = { ...newPersonFields(email), name: "P", email, email_verified: false, image: null };
    await db
      .insertInto("people")
      .values({ ...row, created_at, modified_at: created_at, last_login_at: null, ...rest } as never)
      .execute();
    return row;
  }
  const rowOf = (id: string) => db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  describe("passwords of an address", () => {
    test("are the owner's, and those of the newest who signed up with it", async () => {
      const credentials = new Credentials(db, cost);
      expect(await credentials.candidates("nobody@people.example")).toEqual({ owner: null, unconfirmed: null });
      const owner = await person({ email: "shared@people.example" });
      const [, newer] = [
        await person({ unconfirmed_email: "shared@people.example", created_at: "2027-01-02T00:00:00.000Z" }),
        await person({ unconfirmed_email: "shared@people.example", created_at: "2027-01-03T00:00:00.000Z" }),
        await person({ unconfirmed_email: "shared@people.example", created_at: "2027-01-01T00:00:00.000Z" }),
      ];
      await credentials.setPassword(owner.id, "the owner's");
      const found = await credentials.candidates("shared@people.example");
      expect(found.owner).toMatchObject({ id: owner.id, email: "shared@people.example" });
      expect(found.unconfirmed).toEqual({ id: newer!.id, email: newer!.email, password: null });
      expect(await credentials.matches(found.owner, "the owner's")).toBe(true);
      expect(await credentials.matches(found.owner, "another")).toBe(false);
      expect(await credentials.matches(found.unconfirmed, "another")).toBe(false);
      expect(await credentials.matches(null, "another")).toBe(false);
    });

    test("are set once and then changed, and are gone with the account", async () => {
      const credentials = new Credentials(db, cost);
      const { id } = await person();
      const other = await person();
      expect(await credentials.passwordIs(id, "first")).toBe(false);
      await credentials.setPassword(other.id, "other's");
      for (const password of ["first", "second"]) await credentials.setPassword(id, password);
      expect([await credentials.passwordIs(id, "first"), await credentials.passwordIs(id, "second")]).toEqual([
        false,
        true,
      ]);
      expect(await db.selectFrom("credentials").selectAll().where("user_id", "=", id).execute()).toMatchObject([
        { account_id: id, provider_id: "credential" },
      ]);
      await db.updateTable("people").set({ two_factor_enabled: true }).where("id", "in", [id, other.id]).execute();
      const factor = { secret: "s", backup_codes: "b", verified: true };
      for (const user_id of [id, other.id])
        await db
          .insertInto("second_factors")
          .values({ id: randomUUID(), user_id, ...factor } as never)
          .execute();
      await credentials.dropAll(id);
      expect(await credentials.passwordIs(id, "second")).toBe(false);
      expect(await credentials.passwordIs(other.id, "other's")).toBe(true);
      expect([
        Boolean((await rowOf(id)).two_factor_enabled),
        Boolean((await rowOf(other.id)).two_factor_enabled),
      ]).toEqual([...[false, true]]);
      expect((await db.selectFrom("second_factors").select("user_id").execute()).map(({ user_id }) => user_id)).toEqual(
        [other.id],
      );
    });
  });

  describe("links of mails", () => {
    test.each<[LinkKind, number]>([
      ["confirm", DAY],
      ["reset", HOUR],
      ["allow", HOUR],
      ["change", DAY],
    ])("%s works for %i ms", async (kind, lasts) => {
      const links = new MailLinks(db, clock);
      const token = await links.create(kind, "ada", "ada@people.example");
      clock.advance(lasts - 1);
      expect(await links.find(token)).toMatchObject({ kind, person_id: "ada", email: "ada@people.example" });
      clock.advance(1);
      expect(await links.find(token)).toBeNull();
    });

    test("work once, are not in the store, and those that are over go with the next one", async () => {
      const links = new MailLinks(db, clock);
      const token = await links.create("confirm", "ada", "ada@people.example");
      expect(Buffer.from(token, "base64url")).toHaveLength(32);
      const link = (await links.find(token))!;
      expect(link.hash).not.toContain(token);
      expect([await links.use(link), await links.use(link), await links.find(token)]).toEqual([true, false, null]);
      await links.create("reset", "ada", "ada@people.example");
      clock.advance(HOUR + 1);
      await links.create("reset", "bob", "bob@people.example");
      await links.create("reset", "eve", "eve@people.example");
      const owners = async () =>
        (await db.selectFrom("mail_links").select("person_id").execute()).map(({ person_id }) => person_id).sort();
      expect(await owners()).toEqual(["bob", "eve"]);
      await links.dropAllOf("bob");
      expect(await owners()).toEqual(["eve"]);
    });
  });

  describe("a mail as it leaves", () => {
    const write = (order: MailOrder) =>
      mailWriter({ db, links: new MailLinks(db, clock), publicOrigin: () => "https://winnow.example" })(order);
    const linkOf = async (mail: Mail | null) => {
      const url = new URL(mail!.link!);
      return { path: url.pathname, ...(await new MailLinks(db, clock).find(url.searchParams.get("token") ?? "")) };
    };

    test("to confirm an address has a link for whoever asked; where another has it, its owner is told", async () => {
      const owner = await person({ email: "taken@people.example" });
      const mail = await write({ kind: "confirm", personId: owner.id, email: "taken@people.example" });
      expect(mail).toMatchObject({ to: "taken@people.example", subject: "Confirm your address" });
      expect(await linkOf(mail)).toMatchObject({ path: "/verify-email", kind: "confirm", person_id: owner.id });
      const other = await write({ kind: "change", personId: "another", email: "taken@people.example" });
      expect(other).toMatchObject({ subject: "You already have an account", link: "https://winnow.example/sign-in" });
      const free = await write({ kind: "change", personId: "another", email: "free@people.example" });
      expect(await linkOf(free)).toMatchObject({ path: "/verify-email", kind: "change", email: "free@people.example" });
    });

    test("to reset a password goes to the owner, else to the newest who signed up with it, else to nobody", async () => {
      const email = "reset@people.example";
      expect(await write({ kind: "reset", email })).toBeNull();
      const [newer] = [
        await person({ unconfirmed_email: email, created_at: "2027-01-02T00:00:00.000Z" }),
        await person({ unconfirmed_email: email, created_at: "2027-01-01T00:00:00.000Z" }),
      ];
      expect(await linkOf(await write({ kind: "reset", email }))).toMatchObject({
        ...{ path: "/reset-password", kind: "reset", person_id: newer!.id, email },
      });
      const owner = await person({ email });
      expect(await linkOf(await write({ kind: "reset", email }))).toMatchObject({ person_id: owner.id });
    });

    test("to allow a change goes to the old address, about the new one; a notice offers a new password", async () => {
      const mail = await write({ kind: "allow", personId: "ada", email: "old@x.example", about: "new@x.example" });
      expect(mail).toMatchObject({ to: "old@x.example", text: expect.stringContaining("new@x.example") });
      expect(await linkOf(mail)).toMatchObject({ path: "/verify-email", kind: "allow", email: "new@x.example" });
      expect(await write({ kind: "notice", email: "a@x.example", about: "It changed" })).toMatchObject({
        ...{ to: "a@x.example", subject: "It changed", link: "https://winnow.example/forgot-password" },
      });
    });
  });

  describe("sessions", () => {
    const sessions = () => new Sessions(db, clock);
    async function session(user_id: string, { age = 0, left = DAY } = {}) {
      const at = (ms: number) => new Date(clock.now() + ms).toISOString();
      const row = { id: randomUUID(), user_id, token: randomUUID(), ip_address: "10.0.0.1", user_agent: "x" };
      const values = { ...row, created_at: at(-age), updated_at: at(-age), expires_at: at(left), confirmed_at: null };
      await db
        .insertInto("sessions")
        .values(values as never)
        .execute();
      return row.id;
    }

    test("end after thirty days, however much they are used; the password is recent for an hour", async () => {
      const { id } = await person();
      const standing = async (age: number) => sessions().standing(await session(id, { age }));
      expect(await standing(0)).toEqual({ over: false, recent: true });
      expect(await standing(HOUR)).toEqual({ over: false, recent: true });
      expect(await standing(HOUR + 1)).toEqual({ over: false, recent: false });
      expect(await standing(30 * DAY)).toEqual({ over: false, recent: false });
      expect(await standing(30 * DAY + 1)).toEqual({ over: true, recent: false });
      expect(await sessions().standing("none")).toEqual({ over: true, recent: false });
    });

    test("a password that was given again is recent from then on, in that session alone", async () => {
      const { id } = await person();
      const [one, other] = [await session(id, { age: 5 * HOUR }), await session(id, { age: 5 * HOUR })];
      await sessions().confirm(one);
      clock.advance(HOUR);
      expect([(await sessions().standing(one)).recent, (await sessions().standing(other)).recent]).toEqual([
        true,
        false,
      ]);
      clock.advance(1);
      expect((await sessions().standing(one)).recent).toBe(false);
    });

    test("are listed newest first, without those that are over or another's; ended one by one, or all but one", async () => {
      const [ada, bob] = [await person(), await person()];
      const [old, young] = [await session(ada.id, { age: HOUR }), await session(ada.id)];
      await session(ada.id, { left: 0 });
      const bobs = await session(bob.id);
      const ids = async (id: string) => (await sessions().list(id)).map(({ id }) => id);
      expect(await ids(ada.id)).toEqual([young, old]);
      expect([await sessions().end(ada.id, bobs), await sessions().end(ada.id, "none")]).toEqual([false, false]);
      const third = await session(ada.id);
      await sessions().endAll(ada.id, third);
      expect([await ids(ada.id), await ids(bob.id)]).toEqual([[third], [bobs]]);
      expect(await sessions().end(ada.id, third)).toBe(true);
      await session(ada.id);
      await sessions().endAll(ada.id);
      expect(await ids(ada.id)).toEqual([]);
    });
  });

  describe("whose an address is", () => {
    const orders: MailOrder[] = [];
    const confirmed: string[] = [];
    const dropped: string[] = [];
    const mails = {
      add: async (order: MailOrder) => void orders.push(order),
      dropAllOf: async (id: string) => void dropped.push(id),
    } as unknown as MailQueue;
    const addresses = () =>
      new Addresses({
        ...{ db, links: new MailLinks(db, clock), mails },
        onConfirmed: async ({ email }) => void confirmed.push(email),
      });
    const linkFor = async (kind: LinkKind, id: string, email: string) => {
      const links = new MailLinks(db, clock);
      return (await links.find(await links.create(kind, id, email)))!;
    };
    const said = (work: Promise<unknown>) =>
      work.then(
        () => "done",
        (error: Error) => error.message,
      );
    const OVER = "This link is not valid any more. Ask for a new one.";

    test("one that is not shown yet is changed at once, and earlier links and mails about it end", async () => {
      const { id } = await person({ unconfirmed_email: "typo@people.example" });
      const link = await linkFor("confirm", id, "typo@people.example");
      orders.length = 0;
      await addresses().askToChange(id, "right@people.example");
      expect(orders).toEqual([{ kind: "confirm", personId: id, email: "right@people.example" }]);
      expect([dropped.includes(id), (await rowOf(id)).unconfirmed_email]).toEqual([true, "right@people.example"]);
      expect(await said(addresses().open(link))).toBe(OVER);
    });

    test("one that is shown is asked first, at the old address, about the new one; then the new one", async () => {
      const ada = await person({ email_verified: true });
      orders.length = 0;
      await addresses().askToChange(ada.id, "next@people.example");
      await addresses().open(await linkFor("allow", ada.id, "next@people.example"));
      expect(orders).toEqual([
        { kind: "allow", personId: ada.id, email: ada.email, about: "next@people.example" },
        { kind: "change", personId: ada.id, email: "next@people.example" },
      ]);
      expect((await rowOf(ada.id)).email).toBe(ada.email);
      await addresses().open(await linkFor("change", ada.id, "next@people.example"));
      expect(await rowOf(ada.id)).toMatchObject({ email: "next@people.example", unconfirmed_email: null });
      expect(orders.at(-1)).toEqual({
        ...{ kind: "notice", email: ada.email, about: "The address of your account is now next@people.example" },
      });
    });

    test("one that is shown is the account's from then on; a link of before another change of mind is over", async () => {
      const { id } = await person({ unconfirmed_email: "mine@people.example" });
      orders.length = 0;
      expect(await said(addresses().open(await linkFor("confirm", id, "old@people.example")))).toBe(OVER);
      await addresses().open(await linkFor("confirm", id, "mine@people.example"));
      const row = await rowOf(id);
      expect([row.email, Boolean(row.email_verified), confirmed.at(-1)]).toEqual([
        ...["mine@people.example", true, "mine@people.example"],
      ]);
      expect(new Date(row.modified_at).toISOString()).not.toBe("2027-01-01T00:00:00.000Z");
      expect(orders).toEqual([]);
      // Who has it already may show it again.
      await addresses().open(await linkFor("confirm", id, "mine@people.example"));
    });

    test("one that another has shown meanwhile is not given; nor is a link used twice, or one for a password", async () => {
      await person({ email: "gone@people.example" });
      const { id } = await person({ unconfirmed_email: "gone@people.example" });
      const link = await linkFor("confirm", id, "gone@people.example");
      expect([await said(addresses().open(link)), await said(addresses().open(link))]).toEqual([OVER, OVER]);
      expect(await said(addresses().open(await linkFor("reset", id, "gone@people.example")))).toBe(OVER);
    });

    test("mails are asked for again, and told, as the address stands", async () => {
      const unconfirmed = await person({ unconfirmed_email: "wish@people.example" });
      const [own, shown] = [await person(), await person({ email_verified: true })];
      orders.length = 0;
      await addresses().resend(unconfirmed.id);
      await addresses().resend(own.id);
      expect(orders.map(({ email }) => email)).toEqual(["wish@people.example", own.email]);
      expect(await said(addresses().resend(shown.id))).toBe("This address is confirmed already.");
      orders.length = 0;
      await addresses().tell(own.id, "It changed");
      await addresses().tell(shown.id, "It changed");
      await addresses().offerReset("any@people.example");
      expect(orders).toEqual([
        { kind: "notice", email: shown.email, about: "It changed" },
        { kind: "reset", email: "any@people.example" },
      ]);
    });
  });

  test("something is good once in its time", async () => {
    const delay = new GrowingDelay(db, clock);
    expect([await delay.once(120_000, "totp", "ada", "1"), await delay.once(120_000, "totp", "ada", "1")]).toEqual([
      true,
      false,
    ]);
    expect(await delay.once(120_000, "totp", "bob", "1")).toBe(true);
    clock.advance(119_999);
    expect(await delay.once(120_000, "totp", "ada", "1")).toBe(false);
    clock.advance(1);
    expect([await delay.once(120_000, "totp", "ada", "1"), await delay.once(120_000, "totp", "ada", "1")]).toEqual([
      true,
      false,
    ]);
  });

  test("attempts of more than a day ago are not kept, and nobody's address is", async () => {
    const delay = new GrowingDelay(db, clock);
    const throttle = new SignInThrottle(db, clock);
    await delay.begin("sign-in", "old@people.example");
    await throttle.count("sign-in by account", "old@people.example");
    clock.advance(2 * DAY);
    await delay.begin("sign-in", "new@people.example");
    await throttle.count("sign-in by account", "new@people.example");
    const delays = await db.selectFrom("sign_in_delays").selectAll().execute();
    const attempts = await db.selectFrom("attempts").selectAll().execute();
    expect([delays.length, attempts.length]).toEqual([1, 1]);
    expect(JSON.stringify([delays, attempts])).not.toContain("@");
    clock.advance(DAY);
    await delay.begin("sign-in", "third@people.example");
    expect(await db.selectFrom("sign_in_delays").selectAll().execute()).toHaveLength(2);
  });

  describe("the queue of mails", () => {
    const rows = () => db.selectFrom("mail_queue").selectAll().execute();
    function queue(write: (order: MailOrder) => Promise<Mail | null>, send: () => Promise<boolean> = async () => true) {
      const said: string[] = [];
      const say = (_: object, message: string) => void said.push(message);
      const mailer = { outbox: null, failingSince: () => null, send };
      const log = { info: say, error: say };
      const made = new MailQueue({ ...{ db, clock, mailer, log, write }, throttle: new SignInThrottle(db, clock) });
      return { made, said };
    }
    const mail: Mail = { to: "a@x.example", subject: "s", text: "", link: null };

    test("hands an order on as it was given", async () => {
      const seen: MailOrder[] = [];
      const { made } = queue(async (order) => {
        seen.push(order);
        return null;
      });
      const orders: MailOrder[] = [
        { kind: "reset", email: "a@x.example" },
        { kind: "confirm", personId: "1", email: "b@x.example" },
        { kind: "allow", personId: "1", email: "c@x.example", about: "d@x.example" },
        { kind: "notice", email: "e@x.example", about: "It changed" },
      ];
      for (const order of orders) await made.add(order);
      await made.sent();
      expect(seen.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual(orders);
      expect(await rows()).toEqual([]);
      await made.close();
    });

    test("tries a mail again that could not be written, and says so; its looks are half a minute apart", async () => {
      let fails = true;
      let sent = 0;
      const { made, said } = queue(
        async () => {
          if (fails) throw new Error("no store");
          return mail;
        },
        async () => ++sent > 0,
      );
      await made.add({ kind: "notice", email: "a@x.example", about: "x" });
      await made.sent();
      expect(said).toEqual(["a mail could not be written"]);
      expect((await rows()).map(({ attempts }) => Number(attempts))).toEqual([1]);
      fails = false;
      clock.advance(30_000);
      await made.sent();
      expect(sent).toBe(0);
      clock.advance(30_000);
      await made.sent();
      expect([sent, await rows()]).toEqual([1, []]);
      await made.close();
    });

    test("that is closed sends no more, and does not look again", async () => {
      let sent = 0;
      const { made } = queue(
        async () => mail,
        async () => ++sent > 0,
      );
      await made.close();
      await made.add({ kind: "notice", email: "a@x.example", about: "x" });
      await made.sent();
      clock.advance(10 * HOUR);
      await made.sent();
      expect([sent, (await rows()).length]).toEqual([0, 1]);
      await db.deleteFrom("mail_queue").execute();
    });
  });
});
