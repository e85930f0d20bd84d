import { createHash, randomBytes } from "node:crypto";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";
import { limits } from "../../limits/limits.ts";

const { visitor, address } = dashboardSuite();
const CALLBACK = "http://127.0.0.1:47111/callback";

let ada: Visitor;
beforeAll(async () => {
  ada = visitor();
  await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
});

/** A program's storage, as the SDK requires it: `asked` is the user's browser. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: "A program", redirect_uris: [CALLBACK] };
  asked: URL | null = null;
  kept: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
  } = {};
  clientInformation = () => this.kept.client;
  tokens = () => this.kept.tokens;
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.kept.client = client;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.kept.tokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.kept.verifier = verifier;
  }
  codeVerifier = () => this.kept.verifier!;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.kept.discovery = state;
  }
  discoveryState = () => this.kept.discovery;
}

const transportOf = (program: Program) =>
  new StreamableHTTPClientTransport(new URL(`${address()}/mcp`), { authProvider: program });

const clientOn = async (transport: StreamableHTTPClientTransport) => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
};

const requestIn = (url: URL) => Object.fromEntries(url.searchParams);
const consent = (url: URL, input: object = {}) =>
  ada.post("/oauth/consent", { request: requestIn(url), allow: true, sources: null, spending_cap: null, ...input });

/** A program that a user has granted access. */
async function connected(input: object = {}): Promise<Program> {
  const program = new Program();
  const transport = transportOf(program);
  await expect(clientOn(transport)).rejects.toThrow(UnauthorizedError);
  const { body } = await consent(program.asked!, input);
  await transport.finishAuth(new URL(body.redirect).searchParams);
  return program;
}

const form = async (path: string, params: Record<string, string>) => {
  const answer = await fetch(`${address()}${path}`, { method: "POST", body: new URLSearchParams(params) });
  return { status: answer.status, body: (await answer.json()) as any };
};
const register = async (metadata: object) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${address()}/oauth/register`, {
    method: "POST",
    headers,
    body: JSON.stringify(metadata),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};
const callMcp = (token: string) =>
  fetch(`${address()}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });

test("without a key, /mcp names both ways to authenticate: a key in a header, and OAuth discovery", async () => {
  const answer = await fetch(`${address()}/mcp`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(401);
  const metadata = `${address()}/.well-known/oauth-protected-resource/mcp`;
  expect(answer.headers.get("www-authenticate")).toBe(
    `Bearer realm="winnow", resource_metadata="${metadata}", ApiKey realm="winnow", header="access-token"`,
  );
  expect(((await answer.json()) as { detail: string }).detail).toMatch(/access-token header.*OAuth/);
  const found = (await (await fetch(metadata)).json()) as any;
  expect(found).toMatchObject({ resource: `${address()}/mcp`, authorization_servers: [address()] });
  const server = (await (await fetch(`${address()}/.well-known/oauth-authorization-server`)).json()) as any;
  expect(server).toMatchObject({ issuer: address(), code_challenge_methods_supported: ["S256"] });
});

test("the SDK's own client registers, gets a user's grant, and spends within its limits", async () => {
  const program = await connected({ sources: ["nlretail"], spending_cap: 10 });
  const client = await clientOn(transportOf(program));
  const run = (operation: string, request: object) =>
    client.callTool({ name: "execute", arguments: { operation, request } }) as Promise<any>;
  const answer = await run("nlretail/products/search", { keyword: "lamp", count: 20 });
  expect(answer.structuredContent).toMatchObject({ credits_charged: 10 });
  const again = await run("nlretail/products/search", { keyword: "chair", count: 20 });
  expect(again.content[0].text).toMatch(/spending cap/);
  const other = await run("jobsboard/vacancies/search", { keyword: "nurse", count: 20 });
  expect(other.isError).toBe(true);
  await client.close();
  // It is a key like any other, but only for MCP.
  const { keys } = (await ada.get("/keys")).body;
  expect(keys.find(({ name }: { name: string }) => name === "A program")).toMatchObject({
    usage_context: "mcp_only",
    sources: ["nlretail"],
    spending_cap: 10,
    spent: 10,
  });
  const direct = await fetch(`${address()}/token/statistic`, {
    headers: { "access-token": program.kept.tokens!.access_token },
  });
  expect(direct.status).toBe(403);
});

test("a refresh gives the same key a new secret, and the same response when it is sent again immediately", async () => {
  const { kept } = await connected();
  const { client_id } = kept.client!;
  const first = kept.tokens!.refresh_token!;
  const renewed = await form("/oauth/token", { grant_type: "refresh_token", refresh_token: first, client_id });
  expect(renewed.body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "all" });
  expect((await callMcp(renewed.body.access_token)).status).toBe(200);
  const again = await form("/oauth/token", { grant_type: "refresh_token", refresh_token: first, client_id });
  expect(again).toEqual(renewed);
  expect((await callMcp(renewed.body.access_token)).status).toBe(200);
});

test("a reused refresh token of any age revokes the grant, even after a thief has used it and its successor", async () => {
  const { kept } = await connected();
  const { client_id } = kept.client!;
  const renew = (refresh_token: string, more: Record<string, string> = {}) =>
    form("/oauth/token", { grant_type: "refresh_token", refresh_token, client_id, ...more });
  const first = kept.tokens!.refresh_token!;
  const second = (await renew(first, { scope: "all jobsboard" })).body.refresh_token;
  const thief = (await renew(second)).body;
  expect((await callMcp(thief.access_token)).status).toBe(200);
  expect((await renew(first)).body.error).toBe("invalid_grant");
  expect((await callMcp(thief.access_token)).status).toBe(401);
  expect((await renew(thief.refresh_token)).body.error).toBe("invalid_grant");
});

test("a program that revokes its token, or whose key its owner revokes, loses access", async () => {
  const left = await connected();
  await form("/oauth/revoke", { token: left.kept.tokens!.refresh_token! });
  expect((await callMcp(left.kept.tokens!.access_token)).status).toBe(401);
  const put = await connected();
  const { keys } = (await ada.get("/keys")).body;
  const mine = keys.find((key: any) => key.name === "A program" && key.revoked_at === null);
  await ada.delete(`/keys/${mine.id}`);
  expect((await callMcp(put.kept.tokens!.access_token)).status).toBe(401);
  const { client_id } = put.kept.client!;
  const refresh_token = put.kept.tokens!.refresh_token!;
  expect((await form("/oauth/token", { grant_type: "refresh_token", refresh_token, client_id })).status).toBe(400);
});

describe("a code", () => {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  let clientId: string;
  beforeAll(async () => {
    clientId = (await register({ client_name: "By hand", redirect_uris: [CALLBACK] })).body.client_id;
  });
  const query = (over: Record<string, string> = {}) => ({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...over,
  });
  const codeFor = async () => {
    const decision = { request: query(), allow: true, sources: null, spending_cap: 5 };
    const url = new URL((await ada.post("/oauth/consent", decision)).body.redirect);
    expect([url.searchParams.get("state"), url.searchParams.get("iss")]).toEqual(["s", address()]);
    return url.searchParams.get("code")!;
  };
  const redeem = (code: string, over: Record<string, string> = {}) =>
    form("/oauth/token", {
      grant_type: "authorization_code",
      code,
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      ...over,
    });

  test("works once, and reusing it revokes its grant", async () => {
    const code = await codeFor();
    const given = await redeem(code);
    expect(given.status).toBe(200);
    expect((await redeem(code)).body.error).toBe("invalid_grant");
    expect((await callMcp(given.body.access_token)).status).toBe(401);
  });

  test("sent twice concurrently grants nothing lasting", async () => {
    const code = await codeFor();
    const given = await Promise.all([redeem(code), redeem(code)]);
    for (const { status, body } of given)
      if (status === 200) expect((await callMcp(body.access_token)).status).toBe(401);
    expect(given.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test("ends with the account's keys, when the password is changed or reset", async () => {
    const code = await codeFor();
    const passwords = { current_password: "correct horse battery", new_password: "another horse battery" };
    expect((await ada.post("/password/change", { ...passwords, revoke_keys: true })).status).toBe(200);
    expect((await redeem(code)).body.error).toBe("invalid_grant");
  });

  test("may use any port of this machine if the path is registered, and must use the same one when redeemed", async () => {
    const port = (n: number) => `http://127.0.0.1:${n}/callback`;
    const codeAt = async (redirect_uri: string) => {
      const decision = { request: query({ redirect_uri }), allow: true, sources: null, spending_cap: 5 };
      const { status, body } = await ada.post("/oauth/consent", decision);
      return status === 200 ? new URL(body.redirect) : status;
    };
    const sent = (await codeAt(port(51_234))) as URL;
    expect(sent.origin).toBe("http://127.0.0.1:51234");
    const code = sent.searchParams.get("code")!;
    expect((await redeem(code, { redirect_uri: port(51_235) })).status).toBe(400);
    const again = ((await codeAt(port(51_234))) as URL).searchParams.get("code")!;
    expect((await redeem(again, { redirect_uri: port(51_234) })).status).toBe(200);
    for (const other of [
      "http://127.0.0.1:51234/elsewhere",
      "http://localhost:51234/callback",
      "http://127.0.0.1.evil.example:51234/callback",
      "http://user@127.0.0.1:51234/callback",
      "http://127.0.0.1:51234/callback#part",
      "https://127.0.0.1:51234/callback",
    ]) {
      expect([other, await codeAt(other)]).toEqual([other, 400]);
    }
  });

  test.each([
    ["without its verifier", { code_verifier: "" }],
    ["with another verifier", { code_verifier: "x".repeat(43) }],
    ["by another program", { client_id: "somebody-else" }],
    ["for another address", { redirect_uri: "http://127.0.0.1:47112/callback" }],
    ["for another service", { resource: "https://elsewhere.example/mcp" }],
  ])("a code is not redeemed %s", async (_, over) => {
    expect((await redeem(await codeFor(), over)).status).toBe(400);
  });

  test.each([
    ["an unknown program", { client_id: "nobody" }],
    ["an address that was not registered", { redirect_uri: "https://evil.example/callback" }],
    ["an address that begins as a registered one", { redirect_uri: `${CALLBACK}.evil.example` }],
  ])("a code is not issued for %s, and nobody is redirected", async (_, over) => {
    const decision = { request: query(over), allow: true, sources: null, spending_cap: null };
    for (const answer of [
      await ada.post("/oauth/request", { request: decision.request }),
      await ada.post("/oauth/consent", decision),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.redirect).toBeUndefined();
    }
  });

  test.each([
    ["no PKCE", { code_challenge: "" }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["an implicit token", { response_type: "token" }, "unsupported_response_type"],
  ])("a code is not issued for %s; the program gets the error", async (_, over, error) => {
    const decision = { request: query(over), allow: true, sources: null, spending_cap: null };
    const { redirect } = (await ada.post("/oauth/request", { request: decision.request })).body;
    expect([redirect.startsWith(`${CALLBACK}?`), new URL(redirect).searchParams.get("error")]).toEqual([true, error]);
    expect((await ada.post("/oauth/consent", decision)).status).toBe(400);
  });

  test("a code is not issued or redeemed if a parameter is repeated", async () => {
    const code = await codeFor();
    const twice = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    twice.append("client_id", clientId);
    const answer = await fetch(`${address()}/oauth/token`, { method: "POST", body: twice });
    expect([answer.status, ((await answer.json()) as any).error]).toEqual([400, "invalid_request"]);
  });

  test.each([
    ["what a program asks for", "stays nlretail", ["nlretail", "stays"]],
    ["what there is of it", "stays nothing", ["stays"]],
    ["nothing where it names only what is not there", "nothing", []],
    ["everything", "", null],
  ])("a code is shown to the user with %s", async (_, scope, sources) => {
    const { status, body } = await ada.post("/oauth/request", { request: query({ scope }) });
    expect([status, { ...body, sources: body.sources?.toSorted() ?? null }]).toEqual([
      200,
      { client: expect.any(String), goes_to: "127.0.0.1:47111", account: null, sources },
    ]);
    const decision = { request: query({ scope }), allow: true, sources: ["nowhere"], spending_cap: null };
    expect((await ada.post("/oauth/consent", decision)).body.detail).toBe("There is no source nowhere.");
  });

  test("a code is issued only to signed-in users; a denial is sent back as such", async () => {
    const decision = { request: query(), allow: false, sources: null, spending_cap: null };
    expect((await visitor().post("/oauth/consent", decision)).status).toBe(401);
    const url = new URL((await ada.post("/oauth/consent", decision)).body.redirect);
    expect(url.searchParams.get("error")).toBe("access_denied");
    expect(url.searchParams.has("code")).toBe(false);
  });
});

describe("a registration", () => {
  test.each([
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["http://elsewhere.example/callback"],
    ["https://user@host.example/"],
    ["https://host.example/#part"],
    ["not an address"],
  ])("with the address %s is rejected", async (uri) => {
    expect((await register({ redirect_uris: [uri] })).body.error).toBe("invalid_redirect_uri");
  });

  test("accepts https, this machine and a program's own scheme; its name is one line of 80 characters", async () => {
    const redirect_uris = [
      "https://host.example/cb",
      "http://localhost:3334/cb",
      "cursor://auth",
      "com.example.app:/cb",
    ];
    const { status, body } = await register({ redirect_uris, client_name: `Two\nlines\u202e${"x".repeat(100)}` });
    expect(status).toBe(201);
    expect(body).toMatchObject({ redirect_uris, token_endpoint_auth_method: "none" });
    expect(body.client_name).toMatch(/^Two lines x{70}$/);
  });

  test("with its own scheme shows the scheme, and no made-up host", async () => {
    const redirect_uri = "com.example.thief://accounts.bank.example/callback";
    const { client_id } = (await register({ redirect_uris: [redirect_uri] })).body;
    const challenge = createHash("sha256").update("x".repeat(43)).digest("base64url");
    const request = {
      response_type: "code",
      client_id,
      redirect_uri,
      code_challenge: challenge,
      code_challenge_method: "S256",
    };
    expect((await ada.post("/oauth/request", { request })).body.goes_to).toBe(
      "com.example.thief: (a program on your computer)",
    );
  });

  test("a registration is not read if it is larger than any registration", async () => {
    const { status } = await register({ redirect_uris: [`${CALLBACK}/${"x".repeat(limits.oauthBody.max)}`] });
    expect(status).toBe(413);
  });

  // Last in the file, because it exhausts the network's window.
  test("a registration is limited per network", async () => {
    const over = { length: limits.oauthRegistrations.max + 5 };
    const statuses = await Promise.all(Array.from(over, () => register({ redirect_uris: [CALLBACK] })));
    expect(statuses.at(-1)).toMatchObject({ status: 429, body: { error: "temporarily_unavailable" } });
  });

  test("shares no limit with requests for tokens, which have their own", async () => {
    const over = { length: limits.oauthTokenCalls.max + 5 };
    const unknown = { grant_type: "refresh_token", refresh_token: "unknown", client_id: "unknown" };
    const statuses = await Promise.all(Array.from(over, () => form("/oauth/token", unknown)));
    expect(statuses[0]).toMatchObject({ status: 400 });
    expect(statuses.at(-1)).toMatchObject({ status: 429, body: { error: "temporarily_unavailable" } });
  });
});
