import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { useAuthStore } from "../../test/support/auth/auth-store.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Schema } from "../store/schema.ts";
import { createCredentials } from "./credentials.ts";
import { createGrowingDelay } from "./growing-delay.ts";
import { createSessions } from "./sessions.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cost = { memory: 64, passes: 1, parallelism: 1 };

describeOnDrawnStores("who may go on with what: passwords, sessions, attempts", (fresh) => {
  const auth = useAuthStore(fresh);
  const { clock, account, rowOf } = auth;
  let db: Kysely<Schema>;
  beforeAll(() => {
    db = auth.db;
  });

  describe("passwords of an address", () => {
    const open = (secret = "secret") => createCredentials({ db, secret, cost });

    test("passwords of an address are the owner's, and each sign-up's own, however many there are", async () => {
      const credentials = open();
      const email = "shared@people.example";
      expect([await credentials.owner(email), await credentials.aimedAt(email)]).toEqual([null, null]);
      const ups = [];
      for (const day of [2, 3, 1]) {
        const up = await account({ unconfirmed_email: email, created_at: `2027-01-0${day}T00:00:00.000Z` });
        await credentials.setPassword(up.id, `password ${day}`);
        ups.push(up);
      }
      expect(await credentials.aimedAt(email)).toBe(ups[2]!.id);
      const found = async (password: string) => (await credentials.unconfirmedWith(email, password))?.id;
      expect([await found("password 2"), await found("password 3"), await found("password 1")]).toEqual(
        ups.map(({ id }) => id),
      );
      expect([await found("another"), (await credentials.unconfirmedWith("x@y.example", "password 1"))?.id]).toEqual([
        undefined,
        undefined,
      ]);
      const owner = await account({ email });
      await credentials.setPassword(owner.id, "the owner's");
      expect(await credentials.owner(email)).toMatchObject({ id: owner.id, email });
      expect(await credentials.aimedAt(email)).toBe(owner.id);
      expect(await found("the owner's")).toBeUndefined();
      expect(await credentials.matches(await credentials.owner(email), "the owner's")).toBe(true);
      expect(await credentials.matches(await credentials.owner(email), "another")).toBe(false);
      expect(await credentials.matches(null, "another")).toBe(false);
    });

    test("leave different keys in the store for the same password of two addresses or services", async () => {
      const keys = [];
      for (const [secret, email] of [
        ["secret", "one@people.example"],
        ["secret", "two@people.example"],
        ["other", "one@people.example"],
      ] as const) {
        const { id } = await account({ unconfirmed_email: email });
        await open(secret).rekey(id, "the same password");
        keys.push((await rowOf(id)).unconfirmed_key);
      }
      expect(new Set(keys).size).toBe(3);
    });

    test("passwords of an address are set once and then changed, and are deleted with the account", async () => {
      const credentials = open();
      const { id } = await account();
      const other = await account();
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
      await credentials.dropSecondFactor(id);
      expect(await credentials.passwordIs(other.id, "other's")).toBe(true);
      expect([
        Boolean((await rowOf(id)).two_factor_enabled),
        Boolean((await rowOf(other.id)).two_factor_enabled),
      ]).toEqual([false, true]);
      expect((await db.selectFrom("second_factors").select("user_id").execute()).map(({ user_id }) => user_id)).toEqual(
        [other.id],
      );
    });
  });

  describe("sessions", () => {
    const sessions = () => createSessions(db, clock);
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

    test("end after thirty days, however much they are used; the password is recent for a quarter of an hour", async () => {
      const { id } = await account();
      const stateAt = async (age: number) => {
        const { vouchedBy: _, ...state } = await sessions().standing(await session(id, { age }));
        return state;
      };
      expect(await stateAt(0)).toEqual({ over: false, recent: true });
      expect(await stateAt(HOUR / 4)).toEqual({ over: false, recent: true });
      expect(await stateAt(HOUR / 4 + 1)).toEqual({ over: false, recent: false });
      expect(await stateAt(30 * DAY)).toEqual({ over: false, recent: false });
      expect(await stateAt(30 * DAY + 1)).toEqual({ over: true, recent: false });
      expect(await sessions().standing("none")).toMatchObject({ over: true, recent: false });
    });

    test("re-entering the password makes it recent, in that session only", async () => {
      const { id } = await account();
      const [one, other] = [await session(id, { age: 5 * HOUR }), await session(id, { age: 5 * HOUR })];
      await sessions().confirm(one);
      clock.advance(HOUR / 4);
      expect([(await sessions().standing(one)).recent, (await sessions().standing(other)).recent]).toEqual([
        true,
        false,
      ]);
      clock.advance(1);
      expect((await sessions().standing(one)).recent).toBe(false);
    });

    test("sessions are listed newest first, without expired or other accounts' ones; ended one by one, or all but one", async () => {
      const [ada, bob] = [await account(), await account()];
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

  test("`once` is true once in its period", async () => {
    const delay = createGrowingDelay(db, clock);
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

  test("attempts older than a day are deleted, and addresses are never stored", async () => {
    const delay = createGrowingDelay(db, clock);
    const throttle = createSignInThrottle(db, clock);
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
});
