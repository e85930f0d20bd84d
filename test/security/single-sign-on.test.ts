import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withAccounts } from "../../src/app/open-accounts.ts";
import { dashboardSuite, type Visitor } from "../support/dashboard/dashboard.ts";
import { OPENID_CLIENT, startOpenIdProvider } from "../support/openid-provider.ts";

/** Single sign-on against a real provider: what it gives, and what somebody gets who owns a provider but not the domain. */

const DOMAIN = "acme.example";
const records = new Map<string, string>();
const { visitor, address, config } = dashboardSuite(
  { WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
  { resolveTxt: async (name) => [[records.get(name) ?? "v=spf1 -all"]] },
);
const PASSWORD = "correct horse battery";
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let owner: Visitor;
let account: string;
let made = 0;

const tab = (who: Visitor, id = account) => ({
  get: (path: string) => who.call("GET", path, undefined, { "x-account": id }),
  post: (path: string, body: unknown = {}) => who.call("POST", path, body, { "x-account": id }),
  patch: (path: string, body: unknown) => who.call("PATCH", path, body, { "x-account": id }),
  delete: (path: string) => who.call("DELETE", path, {}, { "x-account": id }),
});

async function signedUp(email: string): Promise<{ who: Visitor; id: string }> {
  const who = visitor();
  const { me } = await who.signUp(email);
  await who.confirm(email);
  return { who, id: me.id };
}

const settings = (change: object = {}) => ({
  domain: DOMAIN,
  issuer: provider.issuer,
  client_id: OPENID_CLIENT.clientId,
  client_secret: OPENID_CLIENT.clientSecret,
  role: "developer",
  required: false,
  ...change,
});

/** Sets the DNS record that the account's page shows. */
async function setRecord(who = owner, id = account): Promise<void> {
  const { record } = (await tab(who, id).get("/single-sign-on")).body.provider;
  records.set(record.name, record.value);
}

/** A browser that goes to the provider, where it is signed in with these claims, and comes back. */
async function signOn(email: string, claims: object = {}, who = visitor()) {
  const begun = await who.post("/sign-in/single-sign-on", { email });
  if (begun.status !== 200) return { who, ...begun };
  provider.become({ email, email_verified: true, ...claims });
  const back = await provider.visit(begun.body.url);
  return { who, ...(await who.post("/sign-in/single-sign-on/return", { query: back.search.slice(1) })) };
}

const forgetAttempts = () => withAccounts(config(), ({ store }) => store.db.deleteFrom("attempts").execute());
beforeEach(forgetAttempts);

beforeAll(async () => {
  provider = await startOpenIdProvider(`${address()}/sign-in/return`);
  owner = (await signedUp("owner@acme.example")).who;
  account = (await owner.post("/accounts", { name: "Acme" })).body.id;
  expect((await tab(owner).post("/single-sign-on", settings())).status).toBe(200);
});
afterAll(() => provider.close());

test("nobody signs in for a domain before its DNS record names the account", async () => {
  expect((await signOn("ada@acme.example")).status).toBe(404);
  const early = await tab(owner).post("/single-sign-on/prove");
  expect([early.status, early.body.detail]).toEqual([422, expect.stringContaining(`_winnow.${DOMAIN}`)]);
  // A record that names another account proves nothing.
  records.set(`_winnow.${DOMAIN}`, "winnow-account=another");
  expect((await tab(owner).post("/single-sign-on/prove")).status).toBe(422);
  await setRecord();
  expect((await tab(owner).post("/single-sign-on/prove")).status).toBe(200);
  const { status, body, who } = await signOn("ada@acme.example", { name: "Ada" });
  expect([status, body.me]).toMatchObject([200, { email: "ada@acme.example", name: "Ada", email_verified: true }]);
  // The tab opens the account whose provider it is.
  expect(body.me.account).toMatchObject({ id: account, role: "developer" });
  expect((await who.get("/accounts")).body.accounts).toMatchObject([{ id: account, role: "developer" }]);
  // The provider vouches for a member of its account, not for the person.
  expect((await who.get("/session")).body.me).toMatchObject({ account: { id: account }, points: 0 });
  for (const answer of [await tab(who, body.me.id).get("/keys"), await tab(who).get("/sessions")])
    expect([answer.status, answer.body.reason]).toEqual([403, "password"]);
});

test("a provider vouches for addresses of its own domain alone, and never for an administrator", async () => {
  const { id } = await signedUp("victim@other.example");
  const outside = await signOn("ada@acme.example", { email: "victim@other.example" });
  expect([outside.status, outside.body.detail]).toEqual([403, expect.stringContaining("not in acme.example")]);
  expect(outside.who.cookie).not.toContain("session");
  const admin = await signedUp("boss@acme.example");
  await withAccounts(config(), ({ accounts }) => accounts.setRole(admin.id, "admin"));
  expect((await signOn("boss@acme.example")).status).toBe(403);
  expect(id).not.toBe(admin.id);
});

test("another account cannot take a domain that is proved, nor use its record", async () => {
  const eve = (await signedUp(`eve${made++}@evil.example`)).who;
  const other = (await eve.post("/accounts", { name: "Evil" })).body.id;
  expect((await tab(eve, other).post("/single-sign-on", settings())).status).toBe(200);
  expect((await tab(eve, other).post("/single-sign-on/prove")).status).toBe(422);
  await setRecord(eve, other);
  expect((await tab(eve, other).post("/single-sign-on/prove")).status).toBe(409);
  await setRecord();
});

test("what comes back works once, and only in the browser that began", async () => {
  const [mine, other] = [visitor(), visitor()];
  const { body } = await mine.post("/sign-in/single-sign-on", { email: "ada@acme.example" });
  provider.become({ email: "ada@acme.example", email_verified: true });
  const query = (await provider.visit(body.url)).search.slice(1);
  expect((await other.post("/sign-in/single-sign-on/return", { query })).status).toBe(401);
  const begun = mine.cookie;
  expect((await mine.post("/sign-in/single-sign-on/return", { query })).status).toBe(200);
  other.cookie = begun;
  expect((await other.post("/sign-in/single-sign-on/return", { query })).status).toBe(401);
});

test("somebody who exists is let in only after their password said so, once, and gets a mail; it opens no more than the account", async () => {
  const { who: own, id } = await signedUp("edith@acme.example");
  const { who, status, body } = await signOn("edith@acme.example");
  expect([status, body.reason, who.cookie]).toEqual([403, "password", expect.not.stringContaining("session")]);
  expect((await tab(own).get("/keys")).status).toBe(404);
  expect((await who.post("/sign-in", { email: "edith@acme.example", password: PASSWORD })).status).toBe(200);
  const mails = async () => (await own.mailsTo("edith@acme.example")).map(({ subject }) => subject);
  await expect.poll(mails).toContainEqual(expect.stringContaining("can now sign you in to an account"));
  const again = await signOn("edith@acme.example");
  expect([again.status, again.body.me.id, again.body.me.account.id]).toEqual([200, id, account]);
  expect((await tab(again.who).get("/keys")).status).toBe(200);
  for (const path of ["/keys", "/requests", "/ledger"]) expect((await tab(again.who, id).get(path)).status).toBe(403);
  expect((await tab(again.who).post("/password/change", {})).status).not.toBe(200);
  const closed = await tab(again.who).post("/accounts", { name: "Mine" });
  expect([closed.status, closed.body.reason]).toEqual([403, "password"]);
});

test("where members must use it, a password opens no tab of the account to anyone but an owner; the personal account stays open", async () => {
  const { who } = await signedUp("grace@acme.example");
  await signOn("grace@acme.example", {}, who);
  await who.post("/sign-in", { email: "grace@acme.example", password: PASSWORD });
  expect((await tab(who).get("/keys")).status).toBe(200);
  const required = settings({ client_secret: null, required: true });
  expect((await tab(owner).post("/single-sign-on", required)).status).toBe(200);
  const refused = await tab(who).get("/keys");
  expect([refused.status, refused.body.reason]).toEqual([403, "single_sign_on"]);
  expect((await who.get("/keys")).status).toBe(200);
  expect((await tab((await signOn("grace@acme.example")).who).get("/keys")).status).toBe(200);
  expect((await tab(owner).get("/keys")).status).toBe(200);
});

test("whoever leaves comes back through the provider with no more than they had, and whoever was removed does not", async () => {
  const settled = settings({ client_secret: null, role: "admin" });
  expect((await tab(owner).post("/single-sign-on", settled)).status).toBe(200);
  const { who, body } = await signOn("lise@acme.example");
  const { id } = body.me;
  await tab(owner).patch(`/members/${id}`, { role: "viewer", spending_cap: 5 });
  await tab(who).post("/leave");
  const back = await signOn("lise@acme.example");
  expect(back.body.me.account).toMatchObject({ id: account, role: "viewer" });
  const members = async () => (await tab(owner).get("/members")).body.members as Array<{ id: string }>;
  expect((await members()).find((one) => one.id === id)).toMatchObject({ role: "viewer", spending_cap: 5 });
  await tab(owner).post(`/members/${id}/remove`);
  expect((await tab(back.who).get("/keys")).status).toBe(401);
  const refused = await signOn("lise@acme.example");
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining("You were removed")]);
});

test("an administrator's rights, a session elsewhere and a recent sign-in are nothing that a provider can vouch for", async () => {
  const { who, body } = await signOn("nora@acme.example");
  await withAccounts(config(), ({ accounts }) => accounts.setRole(body.me.id, "admin"));
  expect((await tab(who).get("/admin/overview")).status).toBe(404);
  expect((await signOn("nora@acme.example")).status).toBe(403);
});

test("a session ends with the provider and with another issuer, whose domain must be proved again", async () => {
  const { who } = await signOn("rosa@acme.example");
  expect((await tab(who).get("/keys")).status).toBe(200);
  const other = await startOpenIdProvider(`${address()}/sign-in/return`);
  expect((await tab(owner).post("/single-sign-on", settings({ issuer: other.issuer }))).status).toBe(200);
  expect((await tab(who).get("/keys")).status).toBe(401);
  expect((await signOn("rosa@acme.example")).status).toBe(404);
  await other.close();
  expect((await tab(owner).post("/single-sign-on", settings())).status).toBe(200);
  expect((await signOn("rosa@acme.example")).status).toBe(404);
  expect((await tab(owner).post("/single-sign-on/prove")).status).toBe(200);
  const again = await signOn("rosa@acme.example");
  expect((await tab(again.who).get("/keys")).status).toBe(200);
  await tab(owner).delete("/single-sign-on");
  expect((await tab(again.who).get("/keys")).status).toBe(401);
  await tab(owner).post("/single-sign-on", settings());
  expect((await tab(owner).post("/single-sign-on/prove")).status).toBe(200);
});

test("only an owner sees and changes it, and the client secret is never shown", async () => {
  const { who } = await signOn("joan@acme.example");
  for (const answer of [await tab(who).get("/single-sign-on"), await tab(who).delete("/single-sign-on")])
    expect(answer.status).toBe(403);
  const shown = await tab(owner).get("/single-sign-on");
  expect(JSON.stringify(shown.body)).not.toContain(OPENID_CLIENT.clientSecret);
  const rows = await withAccounts(config(), ({ store }) =>
    store.db.selectFrom("sign_on_providers").selectAll().execute(),
  );
  expect(JSON.stringify(rows)).not.toContain(OPENID_CLIENT.clientSecret);
  expect((await owner.get("/single-sign-on")).status).toBe(404);
});

test("a second factor is asked for after the provider too", async () => {
  const { who, id } = await signedUp("mary@acme.example");
  await withAccounts(config(), ({ store }) =>
    store.db.updateTable("people").set({ two_factor_enabled: true }).where("id", "=", id).execute(),
  );
  await withAccounts(config(), ({ store }) =>
    store.db
      .insertInto("sign_on_links")
      .values({ account_id: account, issuer: provider.issuer, sub: "mary@acme.example", person_id: id, created_at: 1 })
      .execute(),
  );
  const { status, body, who: browser } = await signOn("mary@acme.example");
  expect([status, body]).toEqual([200, { second_factor: true }]);
  expect((await browser.get("/session")).body.me).toBeNull();
  expect((await who.get("/session")).body.me).toMatchObject({ id });
});

test("after an owner's password was reset, nobody signs in until the domain is proved again", async () => {
  await owner.post("/password/forgot", { email: "owner@acme.example" });
  await expect
    .poll(async () => (await owner.mailsTo("owner@acme.example")).map((mail) => mail.subject))
    .toContainEqual(expect.stringMatching(/password/i));
  const mail = (await owner.mailsTo("owner@acme.example")).find((one) => /reset|password/i.test(one.subject))!;
  const token = await owner.tokenTo("owner@acme.example", mail.subject);
  const reset = await owner.post("/password/reset", { token, password: PASSWORD, revoke_keys: true });
  expect(reset.status).toBe(200);
  expect((await signOn("ada@acme.example")).status).toBe(404);
  await owner.post("/sign-in", { email: "owner@acme.example", password: PASSWORD });
  expect((await tab(owner).post("/single-sign-on/prove")).status).toBe(200);
  expect((await signOn("ada@acme.example")).status).toBe(200);
});

test("a provider that cannot be read, or an address inside the network, is refused with what to do", async () => {
  for (const issuer of ["https://127.0.0.2:1", "not an address", "http://169.254.169.254/"]) {
    const { status, body } = await tab(owner).post("/single-sign-on", settings({ issuer }));
    expect([status, body.detail]).toEqual([422, expect.stringMatching(/could not be read|not the address/)]);
  }
  expect((await owner.post("/sign-in", { email: "owner@acme.example", password: PASSWORD })).status).toBe(200);
});
