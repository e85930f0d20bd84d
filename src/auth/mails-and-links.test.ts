import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { useAuthStore } from "../../test/support/auth/auth-store.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Schema } from "../store/schema.ts";
import { createMailLinks, type LinkKind } from "./mail-links.ts";
import { type MailOrder, mailWriter } from "./mail-orders.ts";
import { createMailQueue } from "./mail-queue.ts";
import type { Mail } from "./outbox.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeOnDrawnStores("mails: their links, their words, their queue", (fresh) => {
  const auth = useAuthStore(fresh);
  const { clock, account } = auth;
  let db: Kysely<Schema>;
  beforeAll(() => {
    db = auth.db;
  });

  describe("mailed links", () => {
    test.each<[LinkKind, number]>([
      ["confirm", DAY],
      ["reset", HOUR],
      ["allow", HOUR],
      ["change", DAY],
    ])("%s works for %i ms", async (kind, lasts) => {
      const links = createMailLinks(db, clock);
      const token = await links.create(kind, "ada", "ada@people.example");
      clock.advance(lasts - 1);
      expect(await links.find(token)).toMatchObject({ kind, person_id: "ada", email: "ada@people.example" });
      clock.advance(1);
      expect(await links.find(token)).toBeNull();
    });

    test("work once, are not in the store, and expired ones are deleted with the next one", async () => {
      const links = createMailLinks(db, clock);
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

  describe("a mail that is sent", () => {
    const write = (order: MailOrder) =>
      mailWriter({ db, links: createMailLinks(db, clock), publicOrigin: () => "https://winnow.example" })(order);
    const linkOf = async (mail: Mail | null) => {
      const url = new URL(mail!.link!);
      return { path: url.pathname, ...(await createMailLinks(db, clock).find(url.searchParams.get("token") ?? "")) };
    };

    test("to confirm an address has a link for its requester; if another account has the address, its owner is notified", async () => {
      const owner = await account({ email: "taken@people.example" });
      const mail = await write({ kind: "confirm", accountId: owner.id, email: "taken@people.example" });
      expect(mail).toMatchObject({ to: "taken@people.example", subject: "Confirm your address" });
      expect(await linkOf(mail)).toMatchObject({ path: "/verify-email", kind: "confirm", person_id: owner.id });
      const other = await write({ kind: "change", accountId: "another", email: "taken@people.example" });
      expect(other).toMatchObject({ subject: "You already have an account", link: "https://winnow.example/sign-in" });
      const free = await write({ kind: "change", accountId: "another", email: "free@people.example" });
      expect(await linkOf(free)).toMatchObject({ path: "/verify-email", kind: "change", email: "free@people.example" });
    });

    test("to reset a password goes to the owner, or to the first sign-up with the address, or to nobody", async () => {
      const email = "reset@people.example";
      expect(await write({ kind: "reset", email })).toBeNull();
      const [, first] = [
        await account({ unconfirmed_email: email, created_at: "2027-01-02T00:00:00.000Z" }),
        await account({ unconfirmed_email: email, created_at: "2027-01-01T00:00:00.000Z" }),
      ];
      expect(await linkOf(await write({ kind: "reset", email }))).toMatchObject({
        path: "/reset-password",
        kind: "reset",
        person_id: first!.id,
        email,
      });
      const owner = await account({ email });
      expect(await linkOf(await write({ kind: "reset", email }))).toMatchObject({ person_id: owner.id });
    });

    test("to allow a change goes to the old address and names the new one; a notice offers a new password", async () => {
      const mail = await write({ kind: "allow", accountId: "ada", email: "old@x.example", about: "new@x.example" });
      expect(mail).toMatchObject({ to: "old@x.example", text: expect.stringContaining("new@x.example") });
      expect(await linkOf(mail)).toMatchObject({ path: "/verify-email", kind: "allow", email: "new@x.example" });
      expect(
        await write({ kind: "notice", accountId: "someone", email: "a@x.example", about: "It changed" }),
      ).toMatchObject({
        to: "a@x.example",
        subject: "It changed",
        link: "https://winnow.example/forgot-password",
      });
    });
  });

  describe("the mail queue", () => {
    const rows = () => db.selectFrom("mail_queue").selectAll().execute();
    function queue(write: (order: MailOrder) => Promise<Mail | null>, send: () => Promise<boolean> = async () => true) {
      const said: string[] = [];
      const say = (_: object, message: string) => void said.push(message);
      const mailer = { outbox: null, failingSince: () => null, send };
      const log = { info: say, error: say };
      const made = createMailQueue({ db, clock, mailer, log, write, throttle: createSignInThrottle(db, clock) });
      return { made, said };
    }
    const mail: Mail = { to: "a@x.example", subject: "s", text: "", link: null };

    test("passes an order on unchanged", async () => {
      const seen: MailOrder[] = [];
      const { made } = queue(async (order) => {
        seen.push(order);
        return null;
      });
      const orders: MailOrder[] = [
        { kind: "reset", email: "a@x.example" },
        { kind: "confirm", accountId: "1", email: "b@x.example" },
        { kind: "allow", accountId: "1", email: "c@x.example", about: "d@x.example" },
        { kind: "notice", accountId: "someone", email: "e@x.example", about: "It changed" },
      ];
      for (const order of orders) await made.add(order);
      await made.sent();
      expect(seen.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual(orders);
      expect(await rows()).toEqual([]);
      await made.close();
    });

    test("retries and reports a mail that could not be written; it polls every half minute", async () => {
      let fails = true;
      let sent = 0;
      const { made, said } = queue(
        async () => {
          if (fails) throw new Error("no store");
          return mail;
        },
        async () => ++sent > 0,
      );
      await made.add({ kind: "notice", accountId: "someone", email: "a@x.example", about: "x" });
      await made.sent();
      expect(said).toEqual(["a message could not be sent"]);
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

    test("sends nothing after it is closed, and stops polling", async () => {
      let sent = 0;
      const { made } = queue(
        async () => mail,
        async () => ++sent > 0,
      );
      await made.close();
      await made.add({ kind: "notice", accountId: "someone", email: "a@x.example", about: "x" });
      await made.sent();
      clock.advance(10 * HOUR);
      await made.sent();
      expect([sent, (await rows()).length]).toEqual([0, 1]);
      await db.deleteFrom("mail_queue").execute();
    });
  });
});
