import { beforeAll, describe, expect, test } from "vitest";
import { earlyInTheHour } from "../dashboard-api/testing/dashboard.ts";
import type { Store } from "../store/open-store.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { Auth, AuthFailure, type Caller } from "./auth.ts";
import { createMailer, type Mailer } from "./mailer.ts";

describeOnBothStores("accounts of people", (fresh) => {
  let store: Store;
  let mailer: Mailer;
  let auth: Auth;
  const verified: string[] = [];
  let addresses = 0;

  const caller = (cookies: string[] = []): Caller => ({
    cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") || undefined,
    address: `10.0.0.${++addresses % 250}`,
    userAgent: "test",
  });

  const tokenOf = (subject: string, to: string) => {
    const mail = mailer.outbox!.list().find((sent) => sent.subject === subject && sent.to === to);
    return new URL(mail!.link!).searchParams.get("token")!;
  };

  beforeAll(async () => {
    store = await fresh.open();
    mailer = createMailer({ smtpUrl: "", mailFrom: "" }, { info() {}, error() {} }, earlyInTheHour());
    auth = new Auth({
      store,
      mailer,
      clock: earlyInTheHour(),
      secret: "a secret of the tests, which is long enough",
      publicOrigin: () => "https://winnow.example",
      secureCookies: false,
      onVerified: async ({ email }) => void verified.push(email),
    });
  });

  const ada = { name: "Ada", email: "Ada@People.example", password: "correct horse battery" };

  describe("a person", () => {
    test("signs up, is signed in, confirms the address, signs out and in again", async () => {
      const { personId, cookies } = await auth.signUp(ada, caller());
      const session = await auth.session(caller(cookies));
      expect(session?.personId).toBe(personId);
      const row = await store.db.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        email: "ada@people.example",
        login: expect.stringMatching(/^ada-/),
        role: "member",
        plan: "free",
      });
      expect(Boolean(row.email_verified)).toBe(false);

      await auth.verifyEmail(tokenOf("Confirm your address", "ada@people.example"), caller(cookies));
      expect(verified).toContain("ada@people.example");

      await auth.signOut(caller(cookies));
      expect(await auth.session(caller(cookies))).toBeNull();
      const again = await auth.signIn(ada, caller());
      expect((await auth.session(caller(again.cookies)))?.personId).toBe(personId);
    });

    test("has cookies that scripts and other sites cannot use", async () => {
      const { cookies } = await auth.signIn(ada, caller());
      expect(cookies.join()).toMatch(/HttpOnly/i);
      expect(cookies.join()).toMatch(/SameSite=Strict/i);
    });

    test("has a session token that is not in the store", async () => {
      const { cookies } = await auth.signIn(ada, caller());
      const token = decodeURIComponent(cookies[0]!.split(";")[0]!.split("=")[1]!).split(".")[0]!;
      const stored = await store.db
        .selectFrom("sessions" as never)
        .select("token" as never)
        .execute();
      expect(token.length).toBeGreaterThan(20);
      expect(JSON.stringify(stored)).not.toContain(token);
    });

    test("changes the password, which ends the other sessions", async () => {
      const one = await auth.signIn(ada, caller());
      const other = await auth.signIn(ada, caller());
      const cookies = await auth.changePassword(
        one.personId,
        { currentPassword: ada.password, newPassword: "another horse" },
        caller(one.cookies),
      );
      expect(await auth.session(caller(other.cookies))).toBeNull();
      expect(await auth.session(caller(cookies))).not.toBeNull();
      await expect(auth.signIn(ada, caller())).rejects.toThrow(AuthFailure);
      ada.password = "another horse";
    });

    test("resets a forgotten password by mail, once", async () => {
      await auth.forgotPassword(ada.email, caller());
      const token = tokenOf("Choose a new password", "ada@people.example");
      await auth.resetPassword(token, "third horse", caller());
      ada.password = "third horse";
      await auth.signIn(ada, caller());
      await expect(auth.resetPassword(token, "fourth horse", caller())).rejects.toThrow(AuthFailure);
    });

    test("changes the address, once the old and the new one have been asked", async () => {
      const { personId, cookies } = await auth.signIn(ada, caller());
      await auth.changeEmail(personId, "lovelace@people.example", caller(cookies));
      await auth.verifyEmail(tokenOf("Confirm the change of your address", "ada@people.example"), caller(cookies));
      await auth.verifyEmail(tokenOf("Confirm your address", "lovelace@people.example"), caller(cookies));
      ada.email = "lovelace@people.example";
      expect((await auth.signIn(ada, caller())).personId).toBe(personId);
    });

    test("ends sessions of their own, and no others", async () => {
      const mine = await auth.signIn(ada, caller());
      const bob = await auth.signUp({ name: "Bob", email: "bob@people.example", password: "bob's horse" }, caller());
      const bobs = (await auth.session(caller(bob.cookies)))!;
      expect(await auth.endSession(mine.personId, bobs.sessionId)).toBe(false);
      expect(await auth.session(caller(bob.cookies))).not.toBeNull();
      expect(await auth.endSession(bob.personId, bobs.sessionId)).toBe(true);
      expect(await auth.session(caller(bob.cookies))).toBeNull();
    });

    test("deletes the account with the password, and nobody signs in to it again", async () => {
      const carol = { name: "Carol", email: "carol@people.example", password: "carol's horse" };
      const { personId, cookies } = await auth.signUp(carol, caller());
      await expect(auth.deletePerson(personId, "wrong", caller(cookies))).rejects.toThrow(AuthFailure);
      await auth.deletePerson(personId, carol.password, caller(cookies));
      await expect(auth.signIn(carol, caller())).rejects.toThrow(AuthFailure);
      expect(await auth.session(caller(cookies))).toBeNull();
    });
  });

  describe("an address that has an account", () => {
    const again = { name: "Eve", email: "lovelace@people.example", password: "eve's horse" };

    test("can be signed up with again, with the same answer, into an account of its own", async () => {
      const eve = await auth.signUp(again, caller());
      const owner = await auth.signIn(ada, caller());
      expect(eve.personId).not.toBe(owner.personId);
      expect(eve.cookies.map((cookie) => cookie.split("=")[0])).toEqual(
        owner.cookies.map((cookie) => cookie.split("=")[0]),
      );
      const person = await store.db
        .selectFrom("people")
        .selectAll()
        .where("id", "=", eve.personId)
        .executeTakeFirstOrThrow();
      expect(await auth.shownEmail(person)).toBe("lovelace@people.example");
      expect((await auth.signIn(again, caller())).personId).toBe(eve.personId);
      expect(mailer.outbox!.list().filter(({ subject }) => subject === "You already have an account")).toHaveLength(1);
    });

    test("is not told apart by a wrong password or a forgotten one", async () => {
      const failure = (email: string) =>
        auth
          .signIn({ email, password: "wrong" }, caller())
          .catch((error: AuthFailure) => [error.status, error.message]);
      expect(await failure("lovelace@people.example")).toEqual(await failure("nobody@people.example"));
      expect(await auth.forgotPassword("nobody@people.example", caller())).toBeUndefined();
    });
  });

  describe("sign-in throttle", () => {
    test("are limited for one account from many addresses, also with the right password", async () => {
      const dan = { name: "Dan", email: "dan@people.example", password: "dan's horse" };
      await auth.signUp(dan, caller());
      await expect(auth.signIn({ ...dan, password: "a guess" }, caller())).rejects.toThrow(AuthFailure);
      for (let i = 1; i < 10; i++) await auth.throttle.count("sign-in by account", dan.email);
      await expect(auth.signIn(dan, caller())).rejects.toThrow("Too many attempts");
    });

    test("are limited for one address over many accounts, also when they come at once", async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 31 }, () => auth.throttle.count("sign-in by address", "192.0.2.7")),
      );
      expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(1);
      await expect(auth.signIn(ada, { ...caller(), address: "192.0.2.7" })).rejects.toThrow("Too many attempts");
    });
  });
});
