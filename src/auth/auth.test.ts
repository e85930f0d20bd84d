import { describe, expect, test } from "vitest";
import { useAuth } from "../../test/support/auth/use-auth.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { toPerson } from "../accounts/account-row.ts";
import { AuthFailure } from "./auth-failure.ts";
import type { Browser } from "./browser.ts";

describeOnDrawnStores("accounts of people", (fresh) => {
  const { store, mailer, auth, browser, tokenOf, confirmed, revoked } = useAuth(fresh);

  const ada = { name: "Ada", email: "Ada@People.example", password: "correct horse battery" };

  describe("a user", () => {
    test("signs up, is signed in, confirms the address, signs out and in again", async () => {
      const { accountId, cookies } = await auth().signUp(ada, browser());
      const session = await auth().session(browser(cookies));
      expect(session?.accountId).toBe(accountId);
      const row = await store()
        .db.selectFrom("people")
        .selectAll()
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        email: expect.stringMatching(/@unconfirmed.invalid$/),
        unconfirmed_email: "ada@people.example",
        login: expect.stringMatching(/^ada-/),
        role: "member",
      });
      expect(Boolean(row.email_verified)).toBe(false);

      const token = await tokenOf("Confirm your address", "ada@people.example");
      expect(await auth().openLink(token, { accountId, password: null }, browser())).toBe("done");
      expect(confirmed).toContain("ada@people.example");

      await auth().signOut(browser(cookies));
      expect(await auth().session(browser(cookies))).toBeNull();
      const again = await auth().signIn(ada, browser());
      expect((await auth().session(browser(again.cookies)))?.accountId).toBe(accountId);
    });

    test("has cookies that scripts and other sites cannot use", async () => {
      const { cookies } = await auth().signIn(ada, browser());
      expect(cookies.join()).toMatch(/HttpOnly/i);
      expect(cookies.join()).toMatch(/SameSite=Strict/i);
    });

    test("has a session token that is not in the store", async () => {
      const { cookies } = await auth().signIn(ada, browser());
      const token = decodeURIComponent(cookies[0]!.split(";")[0]!.split("=")[1]!).split(".")[0]!;
      const stored = await store()
        .db.selectFrom("sessions" as never)
        .select("token" as never)
        .execute();
      expect(token.length).toBeGreaterThan(20);
      expect(JSON.stringify(stored)).not.toContain(token);
    });

    test("changes the password, which ends the other sessions", async () => {
      const one = await auth().signIn(ada, browser());
      const other = await auth().signIn(ada, browser());
      const cookies = await auth().changePassword(
        one.accountId!,
        { currentPassword: ada.password, newPassword: "another horse battery" },
        browser(one.cookies),
      );
      expect(await auth().session(browser(other.cookies))).toBeNull();
      expect(await auth().session(browser(cookies))).not.toBeNull();
      await expect(auth().signIn(ada, browser())).rejects.toThrow(AuthFailure);
      ada.password = "another horse battery";
    });

    test("resets a forgotten password by mail, once", async () => {
      await auth().forgotPassword(ada.email, browser());
      const token = await tokenOf("Choose a new password", "ada@people.example");
      const reset = (password: string) => auth().resetPassword(token, password, { revokeKeys: false }, browser());
      await reset("a third horse battery");
      ada.password = "a third horse battery";
      await auth().signIn(ada, browser());
      await expect(reset("a fourth horse battery")).rejects.toThrow(AuthFailure);
      expect(revoked).toEqual([]);
    });

    test("changes the address after confirmation at both the old and the new one", async () => {
      const { accountId } = await auth().signIn(ada, browser());
      await auth().addresses.askToChange(accountId!, "lovelace@people.example");
      const open = (token: string) => auth().openLink(token, { accountId, password: null }, browser());
      await open(await tokenOf("Confirm the change of your address", "ada@people.example"));
      await open(await tokenOf("Confirm your address", "lovelace@people.example"));
      ada.email = "lovelace@people.example";
      expect((await auth().signIn(ada, browser())).accountId).toBe(accountId);
    });

    test("ends their own sessions, and no others", async () => {
      const mine = await auth().signIn(ada, browser());
      const bob = await auth().signUp(
        { name: "Bob", email: "bob@people.example", password: "bob's horse battery" },
        browser(),
      );
      const bobs = (await auth().session(browser(bob.cookies)))!;
      expect(await auth().sessions.end(mine.accountId!, bobs.sessionId)).toBe(false);
      expect(await auth().session(browser(bob.cookies))).not.toBeNull();
      expect(await auth().sessions.end(bob.accountId, bobs.sessionId)).toBe(true);
      expect(await auth().session(browser(bob.cookies))).toBeNull();
    });

    test("deletes the account with the password, and nobody can sign in to it again", async () => {
      const carol = { name: "Carol", email: "carol@people.example", password: "carol's horse battery" };
      const { accountId, cookies } = await auth().signUp(carol, browser());
      await expect(auth().deleteAccount(accountId, "wrong", browser(cookies))).rejects.toThrow(AuthFailure);
      await auth().deleteAccount(accountId, carol.password, browser(cookies));
      await expect(auth().signIn(carol, browser())).rejects.toThrow(AuthFailure);
      expect(await auth().session(browser(cookies))).toBeNull();
    });
  });

  describe("re-authentication and the audit log", () => {
    const FIRST = "eve's first horse battery";
    let eves = 0;
    /** A new user for each test, so that tests are independent. */
    async function newcomer(over: Partial<Browser> = {}) {
      const eve = { name: "Eve", email: `eve${++eves}@people.example`, password: FIRST };
      const { accountId, cookies } = await auth().signUp(eve, { ...browser(), ...over });
      const row = () =>
        store().db.selectFrom("people").selectAll().where("id", "=", accountId).executeTakeFirstOrThrow();
      const notes = async () => {
        const rows = store().db.selectFrom("audit_log").selectAll().where("subject", "=", accountId).orderBy("no");
        return (await rows.execute()).map(({ who, what, after }) => [
          who === accountId ? "herself" : who,
          what,
          JSON.parse(after ?? "null")?.user_agent ?? null,
        ]);
      };
      const confirm = async () => {
        const token = await tokenOf("Confirm your address", eve.email);
        await auth().openLink(token, { accountId, password: null }, browser());
      };
      return { eve, accountId, cookies, row, notes, confirm };
    }
    const said = (work: Promise<unknown>) =>
      work.then(
        (value) => value,
        (error: AuthFailure) => `${error.status} ${error.message}`,
      );

    test("sign-ups and sign-ins are recorded with their network and browser", async () => {
      const { eve, notes, row } = await newcomer({ userAgent: "x".repeat(300), address: "203.0.113.7" });
      await said(auth().signIn({ ...eve, password: "wrong" }, browser()));
      await auth().signIn({ ...eve, email: ` ${eve.email.toUpperCase()} ` }, { ...browser(), userAgent: undefined });
      expect(await notes()).toEqual([
        ["herself", "sign-up", "x".repeat(200)],
        ["somebody", "sign-in failed", "test"],
        ["herself", "sign-in", null],
      ]);
      const signUps = await store().db.selectFrom("audit_log").select("after").where("what", "=", "sign-up").execute();
      expect(signUps.map(({ after }) => JSON.parse(after ?? "null")?.network)).toContain("203.0.113.7");
      expect((await row()).last_login_at).not.toBeNull();
      await said(auth().signIn({ email: "nobody@people.example", password: "wrong" }, browser()));
      const unknown = store().db.selectFrom("audit_log").selectAll().where("subject", "=", "unknown address");
      expect((await unknown.execute()).length).toBeGreaterThan(0);
    });

    test("the password is required again in an existing session", async () => {
      const { accountId, cookies } = await newcomer();
      const session = (await auth().session(browser(cookies)))!;
      expect([session.accountId, session.recent]).toEqual([accountId, true]);
      expect(await said(auth().confirmSession(session, "wrong"))).toBe("400 Wrong password.");
      expect(await said(auth().confirmSession(session, FIRST))).toBeUndefined();
      expect(await auth().session({ ...browser(), cookie: undefined })).toBeNull();
      expect(await auth().session({ ...browser(), cookie: "winnow.session_token=forged" })).toBeNull();
    });

    test("the password is required for a link opened in another browser", async () => {
      const { eve, notes, row } = await newcomer();
      const token = await tokenOf("Confirm your address", eve.email);
      const open = (who: string | null, password: string | null) =>
        said(auth().openLink(token, { accountId: who, password }, browser()));
      expect(await open(null, null)).toBe("needs_password");
      expect(await open("another", null)).toBe("needs_password");
      expect(await open(null, "wrong")).toBe("400 Wrong password.");
      expect(await open(null, FIRST)).toBe("done");
      expect(await open(null, FIRST)).toMatch(/^400 This link is no longer valid/);
      expect((await notes()).at(-1)?.[1]).toBe("confirm address");
      expect((await row()).email).toBe(eve.email);
    });

    test("the name can be changed; a weak or wrong password changes nothing", async () => {
      const { eve, accountId, cookies, row } = await newcomer();
      await auth().changeName("Eve the second", browser(cookies));
      expect((await row()).name).toBe("Eve the second");
      const change = (currentPassword: string, newPassword: string) =>
        said(auth().changePassword(accountId, { currentPassword, newPassword }, browser(cookies)));
      expect(await change(FIRST, "password123")).toMatch(/easy to guess/);
      expect(await change("wrong", "a new horse battery")).toBe("400 The current password is wrong.");
      expect(await said(auth().signUp({ ...eve, password: "password123" }, browser()))).toMatch(/easy to guess/);
    });

    test("a password reset ends every session and notifies the owner; keys are revoked on request", async () => {
      const { eve, accountId, cookies, notes, confirm } = await newcomer();
      await confirm();
      await auth().forgotPassword(eve.email.toUpperCase(), browser());
      const token = await tokenOf("Choose a new password", eve.email);
      const reset = (password: string) => said(auth().resetPassword(token, password, { revokeKeys: true }, browser()));
      expect(await reset("password123")).toMatch(/easy to guess/);
      expect(await reset("eve's second horse battery")).toEqual([]);
      expect(await auth().session(browser(cookies))).toBeNull();
      expect([revoked.includes(accountId), (await notes()).at(-1)?.[1]]).toEqual([true, "password reset"]);
      await auth().mailsSent();
      const reported = mailer()
        .outbox!.list()
        .filter(({ to, subject }) => to === eve.email && /^The password/.test(subject));
      expect(reported).toHaveLength(1);
    });

    test("whoever reads an address's mail takes it over from the user who signed up with it, whose keys are revoked", async () => {
      const { eve, accountId, cookies } = await newcomer();
      await auth().forgotPassword(eve.email, browser());
      const token = await tokenOf("Choose a new password", eve.email);
      await auth().resetPassword(token, "owner's horse battery", { revokeKeys: false }, browser());
      expect([revoked.includes(accountId), confirmed.includes(eve.email)]).toEqual([true, true]);
      expect(await auth().session(browser(cookies))).toBeNull();
      const owner = await auth().signIn({ ...eve, password: "owner's horse battery" }, browser());
      expect(owner.accountId).toBe(accountId);
    });

    test("a wrong password does not set up a second factor, and a wrong code or password does not remove it", async () => {
      const { eve, accountId, cookies, confirm } = await newcomer();
      await confirm();
      const account = { id: accountId, email: eve.email };
      expect(await said(auth().secondFactor.begin(account, "wrong", browser(cookies)))).toMatch(/^400 /);
      const { uri, recoveryCodes } = await auth().secondFactor.begin(account, FIRST, browser(cookies));
      const app = new URL(uri);
      expect([app.protocol, decodeURIComponent(app.pathname.split("/").at(-1)!)]).toEqual([
        "otpauth:",
        `Winnow:${eve.email}`,
      ]);
      expect(Object.fromEntries(app.searchParams)).toEqual({
        issuer: "Winnow",
        digits: "6",
        period: "30",
        secret: expect.stringMatching(/^[A-Z2-7]{16,}$/),
      });
      expect(recoveryCodes.length).toBeGreaterThan(5);
      expect(await said(auth().secondFactor.check("000000", browser(cookies)))).toMatch(/^400 /);
      expect(await said(auth().secondFactor.end(accountId, "wrong", browser(cookies)))).toBe(
        "400 The current password is wrong.",
      );
    });

    test("a deleted account leaves no password, link or mail behind", async () => {
      const { eve, accountId, cookies, notes } = await newcomer();
      await auth().forgotPassword(eve.email, browser());
      await auth().mailsSent();
      await auth().deleteAccount(accountId, FIRST, browser(cookies));
      for (const [table, column] of [
        ["credentials", "user_id"],
        ["mail_links", "person_id"],
        ["mail_queue", "person_id"],
        ["people", "id"],
      ] as const) {
        const left = store()
          .db.selectFrom(table as "people")
          .selectAll();
        expect(await left.where(column as "id", "=", accountId).execute()).toEqual([]);
      }
      expect((await notes()).at(-1)?.[1]).toBe("account deleted");
    });
  });

  describe("an address that already has an account", () => {
    const again = { name: "Eve", email: "lovelace@people.example", password: "eve's horse battery" };

    test("can be signed up with again, with the same response, into a separate account", async () => {
      const eve = await auth().signUp(again, browser());
      const owner = await auth().signIn(ada, browser());
      expect(eve.accountId).not.toBe(owner.accountId);
      expect(eve.cookies.map((cookie) => cookie.split("=")[0])).toEqual(
        owner.cookies.map((cookie) => cookie.split("=")[0]),
      );
      const account = await store()
        .db.selectFrom("people")
        .selectAll()
        .where("id", "=", eve.accountId)
        .executeTakeFirstOrThrow();
      expect(toPerson(account).email).toBe("lovelace@people.example");
      expect((await auth().signIn(again, browser())).accountId).toBe(eve.accountId);
      await auth().mailsSent();
      expect(
        mailer()
          .outbox!.list()
          .filter(({ subject }) => subject === "You already have an account"),
      ).toHaveLength(1);
    });

    test("an address that already has an account is not revealed by a wrong password or a password reset", async () => {
      const failure = (email: string) =>
        auth()
          .signIn({ email, password: "wrong" }, browser())
          .catch((error: AuthFailure) => [error.status, error.message]);
      expect(await failure("lovelace@people.example")).toEqual(await failure("nobody@people.example"));
      expect(await auth().forgotPassword("nobody@people.example", browser())).toBeUndefined();
    });
  });

  describe("an unconfirmed address", () => {
    const first = { name: "Ida", email: "ida@people.example", password: "ida's horse battery" };
    const mailsTo = async () => {
      await auth().mailsSent();
      return mailer()
        .outbox!.list()
        .filter(({ to }) => to === first.email);
    };

    test("stays with its first user: later sign-ups do not lock them out", async () => {
      const ida = await auth().signUp(first, browser());
      const [firstMail] = await mailsTo();
      for (const password of ["second horse battery", "third horse battery"]) {
        const other = await auth().signUp({ ...first, password }, browser());
        expect(Object.keys(other)).toEqual(Object.keys(ida));
        expect((await auth().signIn({ ...first, password }, browser())).accountId).toBe(other.accountId);
      }
      expect((await auth().signIn(first, browser())).accountId).toBe(ida.accountId);
      const [latest] = await mailsTo();
      expect([firstMail!.text, latest!.text].map((text) => text.includes("more than once"))).toEqual([false, true]);
      const confirming = new URL(firstMail!.link!).searchParams.get("token")!;
      expect(await auth().openLink(confirming, { accountId: ida.accountId, password: null }, browser())).toBe("done");
    });

    test("cannot be used to lock its owner out, or to find out that somebody signed up with it", async () => {
      const email = "iris@people.example";
      const passwords = [
        "before, at some length",
        "iris's own long password",
        "after, at some length",
        "last of them all",
      ];
      const ids = [];
      for (const password of passwords)
        ids.push((await auth().signUp({ name: "Iris", email, password }, browser())).accountId);
      for (const [at, password] of passwords.entries()) {
        expect((await auth().signIn({ email, password }, browser())).accountId).toBe(ids[at]);
      }
    });

    test("an unconfirmed address is confirmed for whoever reads its mail, with the link of any sign-up", async () => {
      for (const by of ["session", "password"]) {
        const email = `irma-${by}@people.example`;
        const own = { name: "Irma", email, password: "irma's own long password" };
        const stranger = await auth().signUp({ ...own, password: "a stranger's password" }, browser());
        const strangers = await tokenOf("Confirm your address", email);
        const { accountId } = await auth().signUp(own, browser());
        const proof = by === "session" ? { accountId, password: null } : { accountId: null, password: own.password };
        const wrong = auth().openLink(strangers, { accountId: null, password: "no one's password" }, browser());
        await expect(wrong).rejects.toThrow(AuthFailure);
        expect(await auth().openLink(strangers, { accountId: null, password: null }, browser())).toBe("needs_password");
        expect(await auth().openLink(strangers, proof, browser())).toBe("done");
        const confirmed = await store().db.selectFrom("people").where("email", "=", email).select("id").execute();
        expect(confirmed).toEqual([{ id: accountId }]);
        expect((await auth().signIn(own, browser())).accountId).toBe(accountId);
        const strange = { email, password: "a stranger's password" };
        expect((await auth().signIn(strange, browser())).accountId).toBe(stranger.accountId);
      }
    });

    test("an unconfirmed address is found by a changed password too, and by none once it is another until that is confirmed", async () => {
      const email = "ilse@people.example";
      const [old, next] = ["ilse's first password", "ilse's second password"];
      const { accountId, cookies } = await auth().signUp({ name: "Ilse", email, password: old }, browser());
      await auth().changePassword(accountId, { currentPassword: old, newPassword: next }, browser(cookies));
      expect((await auth().signIn({ email, password: next }, browser())).accountId).toBe(accountId);
      await expect(auth().signIn({ email, password: old }, browser())).rejects.toThrow(AuthFailure);
      await auth().addresses.askToChange(accountId, "ilse-2@people.example");
      const again = { email: "ilse-2@people.example", password: next };
      await expect(auth().signIn(again, browser())).rejects.toThrow(AuthFailure);
      const token = await tokenOf("Confirm your address", again.email);
      expect(await auth().openLink(token, { accountId: null, password: next }, browser())).toBe("done");
      expect((await auth().signIn(again, browser())).accountId).toBe(accountId);
    });

    test("stays with its first user, who alone can reset the password", async () => {
      const email = "ines@people.example";
      const { accountId } = await auth().signUp({ ...first, email }, browser());
      await auth().signUp({ ...first, email, password: "second horse battery" }, browser());
      await auth().forgotPassword(email, browser());
      const token = await tokenOf("Choose a new password", email);
      await auth().resetPassword(token, "chosen anew, at length", { revokeKeys: false }, browser());
      const back = await auth().signIn({ email, password: "chosen anew, at length" }, browser());
      expect(back.accountId).toBe(accountId);
    });
  });
});
