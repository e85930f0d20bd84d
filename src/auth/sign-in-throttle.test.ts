import { beforeAll, expect, test } from "vitest";
import { useAuth } from "../../test/support/auth/use-auth.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { limits } from "../limits/limits.ts";
import { AuthFailure } from "./auth-failure.ts";
import type { ThrottledAction } from "./sign-in-throttle.ts";

describeOnDrawnStores("sign-in throttle", (fresh) => {
  const { store, auth, browser, tokenOf } = useAuth(fresh);
  const ada = { name: "Ada", email: "Ada@People.example", password: "correct horse battery" };
  beforeAll(async () => {
    const { accountId } = await auth().signUp(ada, browser());
    await auth().openLink(
      await tokenOf("Confirm your address", "ada@people.example"),
      { accountId, password: null },
      browser(),
    );
  });
  const dan = { name: "Dan", email: "dan@people.example", password: "dan's horse battery" };
  const from = (address: string, cookies: string[] = []) => ({ ...browser(cookies), address });
  const guess = (address: string) => auth().signIn({ ...dan, password: "a guess" }, from(address));
  let known: string[];

  test("guesses from one network wait longer each time; other networks do not wait", async () => {
    const { accountId } = await auth().signUp(dan, browser());
    await auth().openLink(await tokenOf("Confirm your address", dan.email), { accountId, password: null }, browser());
    ({ cookies: known } = await auth().signIn(dan, browser()));
    for (let i = 0; i < 5; i++) await expect(guess("192.0.2.1")).rejects.toThrow(AuthFailure);
    await expect(guess("192.0.2.1")).rejects.toThrow("Too many attempts");
    await expect(auth().signIn(dan, from("192.0.2.1"))).rejects.toThrow("Too many attempts");
    expect((await auth().signIn(dan, from("192.0.2.2"))).accountId).toBe(accountId);
  });

  test("a second account with the address does not allow more guesses at the first", async () => {
    const second = { ...dan, password: "not dan's horse battery" };
    await auth().signUp(second, from("192.0.2.3"));
    for (let i = 0; i < 4; i++) await expect(guess("192.0.2.3")).rejects.toThrow(AuthFailure);
    await auth().signIn(second, from("192.0.2.3"));
    await expect(guess("192.0.2.3")).rejects.toThrow("Too many attempts");
  });

  test("guesses from many networks block strangers, but not a browser that the account knows", async () => {
    for (let i = 0; i < 100; i++)
      await auth()
        .throttle.count("sign-in by account", dan.email)
        .catch(() => {});
    await expect(auth().signIn(dan, from("192.0.2.4"))).rejects.toThrow("Too many attempts");
    await auth().signIn(dan, from("192.0.2.4", known));
    await expect(auth().signIn(ada, from("192.0.2.4", known))).resolves.toBeTruthy();
  });

  test("a known browser also has its own delay", async () => {
    const wrong = { ...dan, password: "a guess" };
    for (let i = 0; i < 5; i++) await expect(auth().signIn(wrong, browser(known))).rejects.toThrow(AuthFailure);
    await expect(auth().signIn(dan, browser(known))).rejects.toThrow("Too many attempts");
  });

  test("one network signs in from known browsers up to a limit, then counts as unknown", async () => {
    const fay = { name: "Fay", email: "fay@people.example", password: "fay's horse battery" };
    const { accountId } = await auth().signUp(fay, browser());
    await auth().openLink(await tokenOf("Confirm your address", fay.email), { accountId, password: null }, browser());
    const { cookies } = await auth().signIn(fay, browser());
    const fill = (kind: ThrottledAction, times: number) =>
      Promise.all(Array.from({ length: times }, () => auth().throttle.count(kind, "192.0.2.8")));
    await fill("sign-in by network", limits.signIns.max);
    await expect(auth().signIn(fay, from("192.0.2.8", cookies))).resolves.toMatchObject({ accountId });
    await fill("known sign-in by network", limits.signInsOfKnownBrowsers.max - 1);
    await expect(auth().signIn(fay, from("192.0.2.8", cookies))).rejects.toThrow("Too many attempts");
    await expect(auth().signIn(fay, from("192.0.2.9", cookies))).resolves.toMatchObject({ accountId });
  });

  test("an account has a maximum of concurrent sessions: the oldest ends", async () => {
    const gus = { name: "Gus", email: "gus@people.example", password: "gus's horse battery" };
    const { accountId, cookies } = await auth().signUp(gus, browser());
    const db = store().db;
    const row = await db.selectFrom("sessions").selectAll().where("user_id", "=", accountId).executeTakeFirstOrThrow();
    const later = (n: number) => new Date(Date.parse(String(new Date(row.created_at).toISOString())) + n).toISOString();
    const more = Array.from({ length: limits.sessions.max - 1 }, (_, n) => ({
      ...row,
      id: `${accountId} ${n}`,
      token: `${accountId} ${n}`,
      created_at: later(n + 1),
      updated_at: later(n + 1),
      expires_at: later(86_400_000),
    }));
    await db.insertInto("sessions").values(more).execute();
    expect(await auth().session(browser(cookies))).toMatchObject({ accountId });
    await auth().signIn(gus, from("192.0.2.10"));
    expect(await auth().session(browser(cookies))).toBeNull();
    const left = await db.selectFrom("sessions").select("id").where("user_id", "=", accountId).execute();
    expect(left).toHaveLength(limits.sessions.max);
  });

  test("one network is limited across many accounts, also for concurrent attempts", async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 31 }, () => auth().throttle.count("sign-in by network", "192.0.2.7")),
    );
    expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(1);
    await expect(auth().signIn(ada, from("192.0.2.7"))).rejects.toThrow("Too many attempts");
  });
});
