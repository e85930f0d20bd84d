import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { withAccounts } from "../../src/app/open-accounts.ts";
import { type Running, startWinnow } from "../../src/app/start-server.ts";
import { earlyInTheHour, quickPasswords, Visitor } from "../support/dashboard/dashboard.ts";
import { suiteLog } from "../support/secrets/log.ts";
import { totpNow } from "./support/totp.ts";

/** OWASP API2:2023, broken authentication. */

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another horse battery";
let running: Running;
let folder: string;
const config = () =>
  readConfig({
    PORT: "0",
    DATA_DIR: folder,
    LOG_LEVEL: "trace",
    ADMIN_EMAIL: "boss@people.example",
    TRUST_PROXY: "127.0.0.1",
  });
const visitor = () => new Visitor(running);
const statistic = (key: string) => fetch(`${running.address}/token/statistic`, { headers: { "access-token": key } });
const store = <T>(work: Parameters<typeof withAccounts<T>>[1]) => withAccounts(config(), work);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-security-"));
  running = await startWinnow(config(), { clock: earlyInTheHour(), logTo: suiteLog, passwordCost: quickPasswords });
});
afterAll(async () => {
  await running?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("someone who signs up with another person's address", () => {
  let attacker: Visitor;
  let key: string;

  beforeAll(async () => {
    attacker = visitor();
    ({ api_key: key } = await attacker.signUp("boss@people.example"));
  });

  test("someone who signs up with another person's address is neither confirmed nor promoted when the owner opens the link", async () => {
    const token = await attacker.tokenTo("boss@people.example", "Confirm your address");
    const owner = visitor();
    expect((await owner.post("/email/verify", { token })).body).toEqual({ done: false, needs: "password" });
    expect((await attacker.get("/session")).body.me).toMatchObject({ email_verified: false, role: "member" });
    expect((await owner.post("/email/verify", { token, password: "a guess of the owner" })).status).toBe(400);
  });

  test("loses the account, its sessions and its keys when the owner sets a password", async () => {
    const owner = visitor();
    const token = await owner.tokenTo("boss@people.example", "Confirm your address");
    expect((await owner.post("/password/reset", { token, password: NEW_PASSWORD, revoke_keys: false })).status).toBe(
      200,
    );
    expect((await attacker.get("/keys")).status).toBe(401);
    expect((await statistic(key)).status).toBe(401);
    expect((await attacker.post("/sign-in", { email: "boss@people.example", password: PASSWORD })).status).toBe(401);
    const { body } = await owner.post("/sign-in", { email: "boss@people.example", password: NEW_PASSWORD });
    expect(body.me).toMatchObject({ email_verified: true, role: "admin" });
    expect((await owner.post("/password/reset", { token, password: PASSWORD })).status).toBe(400);
  });

  test("the promotion is in the audit log", async () => {
    const rows = await store(({ store: { db } }) => db.selectFrom("audit_log").selectAll().execute());
    expect(rows.filter(({ what, who }) => what === "role" && who === "ADMIN_EMAIL")).toHaveLength(1);
  });

  test("does not keep out the owner, who signs up and confirms as usual", async () => {
    await visitor().signUp("carl@people.example", "the attacker's own words");
    const carl = visitor();
    await carl.signUp("carl@people.example");
    await carl.confirm("carl@people.example");
    expect((await carl.get("/session")).body.me.email_verified).toBe(true);
    const token = await carl.tokenTo("carl@people.example", "Confirm your address");
    expect((await carl.post("/email/verify", { token })).status).toBe(400);
  });
});

test("a link confirms once, in another browser, with the password of the account that requested it", async () => {
  await visitor().signUp("phone@people.example");
  const phone = visitor();
  const token = await phone.tokenTo("phone@people.example", "Confirm your address");
  const open = () => phone.post("/email/verify", { token, password: PASSWORD });
  const both = await Promise.all([open(), open()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

describe("whether an address has an account", () => {
  beforeAll(async () => {
    const ada = visitor();
    await ada.signUp("ada@people.example");
    await ada.confirm("ada@people.example");
  });

  /** Everything a stranger sees when signing up twice with an address. */
  async function seenBy(email: string) {
    const [first, second] = [visitor(), visitor()];
    const signedUp = [
      await first.signUp(email, "the first password"),
      await second.signUp(email, "the second password"),
    ];
    const signIns = [];
    for (const password of ["the first password", "the second password", "a wrong password"]) {
      signIns.push((await visitor().post("/sign-in", { email, password })).status);
    }
    const me = (await second.get("/session")).body.me;
    const [{ user }] = (await (await statistic(signedUp[1]!.api_key)).json()) as any;
    const change = await second.post("/email/change", { new_email: "ada@people.example" });
    return {
      signIns,
      me: {
        ...me,
        id: 0,
        name: "",
        created_at: 0,
        points: 0,
        email: me.email === email,
        account: { ...me.account, id: 0 },
      },
      statistic: [user.email === email, user.login.startsWith(email.split("@")[0]!), user.email_verified],
      forgot: (await visitor().post("/password/forgot", { email })).body,
      resend: (await first.post("/email/resend")).body,
      change: [change.status, change.body],
    };
  }

  test("whether an address has an account is not revealed by anything a stranger sees", async () => {
    const [taken, free] = [await seenBy("ada@people.example"), await seenBy("new@people.example")];
    expect(taken).toEqual(free);
  });

  test("whether an address has an account is not revealed by timing: lookups for a mail happen after the response", async () => {
    const before = (await visitor().outbox()).body.mails.length;
    expect(before).toBeGreaterThan(0);
    const slow = Promise.withResolvers<boolean>();
    const { Auth } = await import("../../src/auth/auth.ts");
    const { createMailer } = await import("../../src/auth/mailer.ts");
    const answered = await store(async ({ store: opened }) => {
      const quiet = { info() {}, error() {} };
      const mailer = createMailer({ smtpUrl: "", from: "" }, quiet, earlyInTheHour());
      const auth = new Auth({
        store: opened,
        clock: earlyInTheHour(),
        log: quiet,
        secret: "of the tests, long enough for it",
        mailer: { ...mailer, send: () => slow.promise },
        publicOrigin: () => "http://127.0.0.1",
        secureCookies: false,
        onConfirmed: async () => {},
        leaveAll: async () => {},
        stopAccess: async () => [],
      });
      // The mail server hangs; the response does not wait for it.
      await auth.forgotPassword("ada@people.example", {
        cookie: undefined,
        address: "192.0.2.9",
        userAgent: undefined,
      });
      slow.resolve(true);
      await auth.mailsSent();
      await auth.close();
      return true;
    });
    expect(answered).toBe(true);
  });
});

test("a mailbox gets five mails an hour, whoever requests them", async () => {
  for (let i = 0; i < 8; i++) await visitor().post("/password/forgot", { email: "carl@people.example" });
  const resets = (await visitor().mailsTo("carl@people.example")).filter(
    ({ subject }) => subject === "Choose a new password",
  );
  // Two of the five in that hour were confirmations; all responses were the same.
  expect(resets).toHaveLength(3);
});

describe("someone who guesses passwords", () => {
  const email = "grace@people.example";
  const from = (network: string) => ({ "x-forwarded-for": network });
  const signIn = async (who: Visitor, password: string, network: string) =>
    (await who.call("POST", "/sign-in", { email, password }, from(network))).status;
  let knownBrowser: string;

  beforeAll(async () => {
    const first = visitor();
    await first.signUp(email);
    await first.confirm(email);
    knownBrowser = first.cookie;
  });

  test("gets no more guesses from a second account at the same address", async () => {
    const network = "198.51.100.7";
    const guess = () => signIn(visitor(), "not the password at all", network);
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([401, 401, 401, 401]);
    const body = { name: "Eve", email, password: "the guesser's own horse" };
    expect((await visitor().call("POST", "/sign-up", body, from(network))).status).toBe(200);
    expect(await signIn(visitor(), body.password, network)).toBe(200);
    const after = [await guess(), await guess(), await guess(), await guess()];
    expect(after.filter((status) => status === 401).length).toBeLessThanOrEqual(1);
    expect(after.at(-1)).toBe(429);
  });

  test("does not lock out the owner, in a known browser or from another network", async () => {
    for (let n = 0; n < 12; n++) await signIn(visitor(), "not the password at all", "198.51.100.8");
    expect(await signIn(visitor(), PASSWORD, "198.51.100.8")).toBe(429);
    const known = visitor();
    known.cookie = knownBrowser;
    expect(await signIn(known, PASSWORD, "198.51.100.8")).toBe(200);
    expect(await signIn(visitor(), PASSWORD, "198.51.100.9")).toBe(200);
  });
});

describe("API keys", () => {
  test("end with a password reset, unless the owner chooses to keep them", async () => {
    const dora = visitor();
    const { api_key } = await dora.signUp("dora@people.example");
    await dora.confirm("dora@people.example");
    const reset = async (password: string, more: object = {}) => {
      await dora.post("/password/forgot", { email: "dora@people.example" });
      const token = await dora.tokenTo("dora@people.example", "Choose a new password");
      return dora.post("/password/reset", { token, password, ...more });
    };
    await reset(NEW_PASSWORD, { revoke_keys: false });
    expect((await statistic(api_key)).status).toBe(200);
    await reset("a third horse battery");
    expect((await statistic(api_key)).status).toBe(401);
  });
});

describe("passwords", () => {
  test.each([
    ["nine char", "short"],
    ["1234567890", "common"],
    ["qwertyuiop", "a row of keys"],
    ["aaaaaaaaaaaa", "one letter"],
    ["eve@people.example", "the address"],
  ])("%s is rejected (%s)", async (password) => {
    const answer = await visitor().post("/sign-up", { name: "Eve", email: "eve@people.example", password });
    expect(answer.status).toBe(400);
  });
});

describe("sessions", () => {
  const age = (email: string, ms: number) =>
    store(async ({ store: { db }, accounts }) => {
      const account = (await accounts.listAccounts({ search: email })).rows[0]!;
      const own = { user_id: account.id } as never;
      const { created_at } = (await db
        .selectFrom("sessions" as never)
        .where((where) => where.and(own))
        .select("created_at" as never)
        .executeTakeFirstOrThrow()) as { created_at: string };
      await db
        .updateTable("sessions" as never)
        .set({ created_at: new Date(Date.parse(created_at) - ms).toISOString() } as never)
        .where((where) => where.and(own))
        .execute();
    });

  test("end after 30 days, however much they are used", async () => {
    const fay = visitor();
    await fay.signUp("fay@people.example");
    await age("fay@people.example", 31 * 86_400_000);
    expect((await fay.get("/keys")).status).toBe(401);
  });

  test("older than 15 minutes require the password for keys, address and deletion", async () => {
    const gil = visitor();
    await gil.signUp("gil@people.example");
    await age("gil@people.example", 3 * 3_600_000);
    const input = { name: "k", usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
    const refused = await gil.post("/keys", input);
    expect([refused.status, refused.body.reason]).toEqual([403, "password_again"]);
    expect((await gil.post("/email/change", { new_email: "gil2@people.example" })).status).toBe(403);
    expect((await gil.delete("/account", { password: "wrong password" })).status).toBe(400);
    expect((await gil.post("/session/confirm", { password: "wrong password" })).status).toBe(400);
    expect((await gil.post("/session/confirm", { password: PASSWORD })).status).toBe(200);
    expect((await gil.post("/keys", input)).status).toBe(200);
  });
});

describe("a second factor", () => {
  const hana = () => ({ email: "hana@people.example", password: PASSWORD });
  let codes: string[];
  let used: string;

  test("a second factor is set up with the password and a first code", async () => {
    const owner = visitor();
    await owner.signUp(hana().email);
    expect((await owner.post("/second-factor", { password: "a wrong one" })).status).toBe(400);
    const { body } = await owner.post("/second-factor", { password: PASSWORD });
    codes = body.recovery_codes;
    used = totpNow(new URL(body.uri).searchParams.get("secret")!);
    expect(decodeURIComponent(body.uri)).toContain("Winnow:hana@people.example");
    expect((await owner.post("/second-factor/confirm", { code: used })).status).toBe(200);
    expect((await owner.get("/session")).body.me.second_factor).toBe(true);
  });

  test("a second factor is required at the next sign-in: the password alone grants nothing", async () => {
    const thief = visitor();
    expect((await thief.post("/sign-in", hana())).body).toEqual({ second_factor: true });
    expect((await thief.get("/keys")).status).toBe(401);
    expect((await thief.post("/sign-in/code", { code: "000000" })).status).toBe(400);
  });

  test("accepts each code and each recovery code once", async () => {
    const owner = visitor();
    await owner.post("/sign-in", hana());
    expect((await owner.post("/sign-in/code", { code: used })).status).toBe(400);
    await owner.post("/sign-in", hana());
    expect((await owner.post("/sign-in/code", { code: codes[0] })).status).toBe(200);
    expect((await owner.get("/keys")).status).toBe(200);
    const again = visitor();
    await again.post("/sign-in", hana());
    expect((await again.post("/sign-in/code", { code: codes[0] })).status).toBe(400);
  });
});
