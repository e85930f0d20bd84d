import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { dashboardEndpoints } from "../../src/endpoints/dashboard/index.ts";
import { workEndpoints } from "../../src/endpoints/index.ts";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { StartedService } from "../support/journeys/started-service.ts";
import { OPENID_CLIENT, startOpenIdProvider } from "../support/openid-provider.ts";

/**
 * A company signs on by its provider, and a provider beside it is hostile. What a provider vouches for opens its account and
 * nothing else, whoever it names.
 */

const PASSWORD = "correct horse battery";
const routes = [...dashboardEndpoints, ...workEndpoints].filter(({ callers }) => !callers.includes("nobody"));

async function company(dialect: "sqlite" | "postgres") {
  const service = await StartedService.start(dialect, { WINNOW_PRIVATE_HOSTS: "127.0.0.1" });
  const address = new URL(service.address).origin;
  const operatorToken = (await service.winnow("outbox", "--token")).trim();
  const browser = () => new Visitor({ address, operatorToken });

  async function person(email: string) {
    const who = browser();
    const { me } = await who.signUp(email);
    await expect
      .poll(
        () =>
          who.confirm(email).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    return { who, id: me.id as string };
  }
  const tab = (who: Visitor, id: string) => (method: string, path: string, body?: unknown) =>
    who.call(method, path, body, { "x-account": id });

  /** An account with a provider, whose domain the operator takes as proved. */
  async function accountWith(owner: Visitor, name: string, domain: string) {
    const provider = await startOpenIdProvider(`${address}/sign-in/return`);
    onTestFinished(async () => void (await provider.close()));
    await owner.post("/accounts", { name });
    const listed: Array<{ account: string; name: string }> = JSON.parse(
      await service.winnow("members", "list", "--output", "json"),
    );
    const { account: id } = listed.find((one) => one.name === name)!;
    const settings = {
      domain,
      issuer: provider.issuer,
      client_id: OPENID_CLIENT.clientId,
      client_secret: OPENID_CLIENT.clientSecret,
      role: "developer",
      required: false,
    };
    expect(await tab(owner, id)("POST", "/single-sign-on", settings)).toMatchObject({ status: 200 });
    await service.winnow("accounts", "prove-domain", id, domain);
    return { id, provider, settings };
  }

  /** Goes to the provider behind an address, where one is signed in with these claims, and comes back. */
  async function signOn(
    provider: { become(claims: object): void; visit(url: string): Promise<URL> },
    email: string,
    claims: object,
    who = browser(),
  ) {
    const { body } = await who.post("/sign-in/single-sign-on", { email });
    provider.become({ email, email_verified: true, ...claims });
    const { search } = await provider.visit(body.url);
    return { who, ...(await who.post("/sign-in/single-sign-on/return", { query: search.slice(1) })) };
  }

  return { service, browser, person, tab, accountWith, signOn };
}

test.each(["sqlite", "postgres"] as const)(
  "on %s, what a provider vouches for opens its account and no call outside it",
  async (dialect) => {
    const { person, tab, accountWith, signOn } = await company(dialect);
    const { who: owner } = await person("owner@acme.example");
    const acme = await accountWith(owner, "Acme", "acme.example");
    const { who: evil } = await person("owner@evil.example");
    const hostile = await accountWith(evil, "Evil", "evil.example");

    // Somebody new comes in, and somebody who exists only after their password.
    const ada = await signOn(acme.provider, "ada@acme.example", { name: "Ada" });
    expect([ada.status, ada.body.me.account.id]).toEqual([200, acme.id]);
    const victor = await person("victor@acme.example");
    await victor.who.post("/accounts", { name: "Victor's" });
    const [{ id: own }] = (await victor.who.get("/accounts")).body.accounts;
    const first = await signOn(acme.provider, "victor@acme.example", {});
    expect([first.status, first.body.reason, (await first.who.get("/session")).body.me]).toEqual([
      403,
      "password",
      null,
    ]);
    expect((await tab(victor.who, acme.id)("GET", "/keys")).status).toBe(404);
    await first.who.post("/sign-in", { email: "victor@acme.example", password: PASSWORD });
    const vouched = await signOn(acme.provider, "victor@acme.example", {});
    expect([vouched.status, vouched.body.me.account.id]).toEqual([200, acme.id]);
    expect((await tab(vouched.who, acme.id)("GET", "/keys")).status).toBe(200);

    // The provider beside it claims them all, and says whatever it likes.
    for (const email of ["victor@acme.example", "owner@acme.example", "owner@evil.example@acme.example"])
      expect((await signOn(hostile.provider, "eve@evil.example", { email })).status).toBeGreaterThan(400);
    for (const claims of [{ email_verified: "true" }, { email: ["a@evil.example"] }, { email_verified: null }])
      expect((await signOn(hostile.provider, "eve@evil.example", claims)).status).toBe(401);
    const eve = await signOn(hostile.provider, "eve@evil.example", { name: `\u202E${"A".repeat(100_000)}\0` });
    expect([eve.status, eve.body.me.name]).toEqual([200, "A".repeat(120)]);

    // Every route, in every account but the one whose provider it is.
    expect(routes.length).toBeGreaterThan(120);
    const there = [
      [vouched.who, [victor.id, own]],
      [eve.who, [acme.id, eve.body.me.id]],
    ] as const;
    const answered: string[] = [];
    for (const [who, accounts] of there) {
      for (const { method, path } of routes) {
        const at = path.replaceAll(/\{[^}]+\}/g, own);
        const body = method === "GET" ? undefined : {};
        for (const id of accounts) {
          const { status } = await tab(who, id)(method, at, body);
          if (![403, 404].includes(status)) answered.push(`${method} ${path} ${status}`);
        }
      }
      for (const { method, path, needs, callers } of routes) {
        if (needs !== "self" && !callers.includes("admin")) continue;
        const { status } = await who.call(
          method,
          path.replaceAll(/\{[^}]+\}/g, own),
          method === "GET" ? undefined : {},
        );
        if (![403, 404].includes(status)) answered.push(`${method} ${path} ${status} of the person`);
      }
    }
    expect(answered).toEqual([]);

    // Who is removed is not taken back, and with the provider all that it vouched for ends; a password goes on.
    expect(await tab(owner, acme.id)("POST", `/members/${ada.body.me.id}/remove`)).toMatchObject({ status: 200 });
    expect((await tab(ada.who, acme.id)("GET", "/keys")).status).toBe(401);
    expect((await signOn(acme.provider, "ada@acme.example", {})).body.detail).toContain("You were removed");
    expect((await tab(owner, acme.id)("DELETE", "/single-sign-on", {})).status).toBe(200);
    expect((await tab(vouched.who, acme.id)("GET", "/keys")).status).toBe(401);
    expect((await tab(victor.who, victor.id)("GET", "/keys")).status).toBe(200);
  },
);

test("a hostile description of a provider is refused with the same words as one that does not exist", async () => {
  const { person, tab, accountWith } = await company("sqlite");
  const { who: owner } = await person("owner@acme.example");
  const { id, settings } = await accountWith(owner, "Acme", "acme.example");
  let document: unknown = {};
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = new Set<string>();
  const set = async (at: string) => {
    const { status, body } = await tab(owner, id)("POST", "/single-sign-on", { ...settings, issuer: at });
    said.add(body.detail.replace(at, ""));
    return status;
  };
  for (const endpoint of [
    undefined,
    null,
    7,
    [],
    {},
    "",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://10.0.0.1/",
  ]) {
    document = { issuer, authorization_endpoint: endpoint, token_endpoint: `${issuer}/token`, jwks_uri: issuer };
    expect([endpoint, await set(issuer)]).toEqual([endpoint, 422]);
  }
  for (const whole of [null, [], "text", { issuer: "https://other.example" }, { issuer: [issuer] }]) {
    document = whole;
    expect([whole, await set(issuer)]).toEqual([whole, 422]);
  }
  for (const at of [
    "https://no-such-host.internal",
    "https://10.0.0.1",
    "https://localhost:1",
    "http://169.254.169.254",
  ])
    expect([at, await set(at)]).toEqual([at, 422]);
  expect([...said]).toHaveLength(1);
});
