import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { AccountProblem } from "../../accounts/account-problem.ts";
import { hashSecret } from "../../accounts/key-secret.ts";
import { SimulatedClock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { createOAuth, type OAuth } from "./oauth.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CALLBACK = "https://host.example/callback";
const VERIFIER = "v".repeat(43);
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
type Params = Record<string, string | undefined>;

describeOnDrawnStores("letting programs in", (fresh) => {
  let store: Store;
  let oauth: OAuth;
  const clock = new SimulatedClock();
  const made: unknown[] = [];
  const renewed: unknown[] = [];
  const revoked: string[] = [];
  const documents = new Map<string, string>();
  let keys = 0;
  let problem: Error | null = null;
  let isKeyGone = false;

  beforeAll(async () => {
    store = await fresh.open();
    const accounts = {
      async createKey(accountId: string, input: object) {
        if (problem) throw problem;
        made.push({ accountId, ...input });
        return { secret: `secret ${++keys}`, key: { id: `key ${keys}` } };
      },
      async renewKey(id: string, about: object) {
        renewed.push({ id, ...about });
        return isKeyGone ? null : { sources: ["toy", "shop"] };
      },
      revokeKey: async (id: string, { reason }: { reason: string }) => void revoked.push(`${id}: ${reason}`),
    };
    const world = {
      secret: "a secret of the service",
      origin: () => "https://winnow.example",
      fetchDocument: async (address: string) => documents.get(address) ?? "no JSON",
    };
    oauth = createOAuth({ store, clock, accounts: accounts as never, ...world });
  });

  const register = (input: object = {}) =>
    oauth.register({ redirect_uris: [CALLBACK], client_name: "A program", ...input });
  const asking = (client_id: string, over: Params = {}): Params => ({
    client_id,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge_method: "S256",
    code_challenge: challengeOf(VERIFIER),
    ...over,
  });
  async function allowed(consent: object = {}, over: Params = {}) {
    const client = await register();
    const request = await oauth.readRequest(asking(client.id, over));
    const url = new URL(
      await oauth.allow(request, { accountId: "ada", personId: "ada", sources: null, spendingCap: null, ...consent }),
    );
    const code = url.searchParams.get("code")!;
    const redeem = (input: Params = {}) =>
      oauth.token({ grant_type: "authorization_code", client_id: client.id, code, code_verifier: VERIFIER, ...input });
    return { client, url, code, redeem };
  }
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => "given",
      (error: { error?: string; message: string }) => error.error ?? error.message,
    );

  describe("an authorization request", () => {
    test("an authorization request is read with its redirect address, state and scopes", async () => {
      const { id } = await register();
      expect(await oauth.readRequest(asking(id, { state: "s", scope: " toy  shop " }))).toMatchObject({
        client: { id, name: "A program" },
        redirectUri: CALLBACK,
        state: "s",
        scopes: ["toy", "shop"],
        challenge: challengeOf(VERIFIER),
      });
      expect(await oauth.readRequest(asking(id))).toMatchObject({ state: null, scopes: [] });
      expect(await oauth.readRequest(asking(id, { redirect_uri: undefined }))).toMatchObject({ redirectUri: CALLBACK });
      expect(await oauth.readRequest(asking(id, { resource: "https://winnow.example/mcp/" }))).toBeTruthy();
      expect(await oauth.readRequest(asking(id, { resource: "https://winnow.example/mcp" }))).toBeTruthy();
    });

    test.each<[Params, string]>([
      [{ client_id: undefined }, "invalid_client"],
      [{ client_id: "nobody" }, "invalid_client"],
      [{ redirect_uri: "https://evil.example/" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_type: undefined }, "unsupported_response_type"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ code_challenge: "x".repeat(42) }, "invalid_request"],
      [{ code_challenge: "x".repeat(44) }, "invalid_request"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
    ])("%j is %s", async (over, error) => {
      const { id } = await register();
      expect(await errorOf(oauth.readRequest(asking(id, over)))).toBe(error);
    });

    test("an error is redirected to a known program, and to no other", async () => {
      const { id } = await register();
      const redirectOf = (over: Params) =>
        oauth.readRequest(asking(id, { state: "s", ...over })).catch(({ redirect }) => redirect);
      expect(await redirectOf({ client_id: "nobody" })).toBeNull();
      expect(await redirectOf({ redirect_uri: "https://evil.example/" })).toBeNull();
      const { origin, pathname, searchParams } = new URL(await redirectOf({ response_type: "token" }));
      expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
        CALLBACK,
        {
          error: "unsupported_response_type",
          error_description: "response_type is code.",
          iss: "https://winnow.example",
          state: "s",
        },
      ]);
    });

    test("if several addresses are registered, it must name one", async () => {
      const { id } = await register({ redirect_uris: [CALLBACK, "https://host.example/other"] });
      expect(await errorOf(oauth.readRequest(asking(id, { redirect_uri: undefined })))).toBe("invalid_request");
    });

    test("the program's name is one line of at most 80 characters, by default its host", async () => {
      const nameOf = async (client_name: unknown) => (await register({ client_name })).name;
      expect(await nameOf(" A\u202e\nprogram ")).toBe("A program");
      expect([await nameOf(undefined), await nameOf("\n")]).toEqual(["host.example", "host.example"]);
      expect(await nameOf("x".repeat(81))).toBe("x".repeat(80));
      expect((await register({ client_name: "", redirect_uris: ["com.example.app:/cb"] })).name).toBe("A program");
      expect(await errorOf(register({ client_name: 7 }))).toBe("invalid_client_metadata");
    });
  });

  describe("a program whose id is the address of a document", () => {
    const id = "https://editor.example/oauth/client.json";
    const document = { client_id: id, client_name: "Editor", redirect_uris: [CALLBACK] };
    const named = (over: object) => documents.set(id, JSON.stringify({ ...document, ...over }));

    test("a program whose id is the address of a document is identified by it, with the document's host in its name, and re-read after an hour", async () => {
      named({});
      const { client } = await oauth.readRequest(asking(id));
      expect(client).toMatchObject({ id, name: "Editor (editor.example)", redirectUris: [CALLBACK] });
      named({ client_name: "Another" });
      expect((await oauth.readRequest(asking(id))).client.name).toBe("Editor (editor.example)");
      clock.advance(60 * MINUTE);
      expect((await oauth.readRequest(asking(id))).client.name).toBe("Another (editor.example)");
    });

    test.each([
      ["is of another address", { client_id: "https://else.example/client.json" }, /does not name that address/],
      ["asks for a secret", { token_endpoint_auth_method: "client_secret_basic" }, /client secret/],
      ["has no redirect addresses", { redirect_uris: [] }, /redirect_uris/],
    ])("whose document %s is rejected", async (_, over, why) => {
      clock.advance(60 * MINUTE);
      named(over);
      await expect(oauth.readRequest(asking(id))).rejects.toThrow(why);
    });

    test.each(["https://editor.example/", "https://user@editor.example/a", "https://editor.example/a#b"])(
      "a program whose id is the address of a document is not %s",
      async (address) => {
        documents.set(address, JSON.stringify({ ...document, client_id: address }));
        await expect(oauth.readRequest(asking(address))).rejects.toThrow(/needs an https address/);
      },
    );

    test("a program whose id is the address of a document that cannot be read is rejected with the reason", async () => {
      await expect(oauth.readRequest(asking("https://away.example/client.json"))).rejects.toThrow(/could not be read/);
    });
  });

  test("a granted or denied request redirects with the result, the issuer and the state", async () => {
    const { url, client } = await allowed({}, { state: "s" });
    expect([url.origin + url.pathname, url.searchParams.get("iss"), url.searchParams.get("state")]).toEqual([
      CALLBACK,
      "https://winnow.example",
      "s",
    ]);
    expect(url.searchParams.get("code")).toMatch(/^wnc_[0-9A-Za-z]{40}$/);
    const denied = new URL(oauth.deny(await oauth.readRequest(asking(client.id))));
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      error: "access_denied",
      error_description: "The user denied access.",
      iss: "https://winnow.example",
    });
  });

  describe("a code", () => {
    test("yields an MCP-only key with the chosen limits for an hour, and a refresh token", async () => {
      made.length = 0;
      const { redeem } = await allowed({ sources: ["toy"], spendingCap: 50 });
      const tokens = await redeem({ redirect_uri: CALLBACK, resource: "https://winnow.example/mcp" });
      expect(tokens).toEqual({
        access_token: `secret ${keys}`,
        token_type: "Bearer",
        expires_in: 3600,
        scope: "toy",
        refresh_token: expect.stringMatching(/^wnr_/),
      });
      expect(made).toEqual([
        {
          accountId: "ada",
          person_id: "ada",
          name: "A program",
          usage_context: "mcp_only",
          sources: ["toy"],
          spending_cap: 50,
          expires_at: clock.now() + 3_600_000,
        },
      ]);
      const all = await allowed();
      expect((await all.redeem()).scope).toBe("all");
      expect(made.at(-1)).toMatchObject({ sources: null, spending_cap: null });
    });

    test.each<[string, Params]>([
      ["another program", { client_id: "another" }],
      ["another address", { redirect_uri: "https://host.example/other" }],
      ["another verifier", { code_verifier: "w".repeat(43) }],
      ["no verifier", { code_verifier: undefined }],
      ["a verifier that is too short", { code_verifier: "v".repeat(42) }],
      ["another code", { code: "wnc_x" }],
      ["no code", { code: undefined }],
    ])("a code is not for %s", async (_what, input) => {
      const { redeem } = await allowed();
      const before = made.length;
      expect(await errorOf(redeem(input))).toBe("invalid_grant");
      expect(made).toHaveLength(before);
    });

    test("takes a verifier of 43 to 128 characters", async () => {
      const longest = "v".repeat(128);
      const { redeem } = await allowed({}, { code_challenge: challengeOf(longest) });
      expect((await redeem({ code_verifier: longest })).token_type).toBe("Bearer");
      const tooLong = "v".repeat(129);
      const other = await allowed({}, { code_challenge: challengeOf(tooLong) });
      expect(await errorOf(other.redeem({ code_verifier: tooLong }))).toBe("invalid_grant");
    });

    test("works for five minutes, once, and for this service only", async () => {
      const late = await allowed();
      clock.advance(5 * MINUTE);
      expect(await errorOf(late.redeem())).toBe("invalid_grant");
      const inTime = await allowed();
      clock.advance(5 * MINUTE - 1);
      await inTime.redeem();
      revoked.length = 0;
      expect(await errorOf(inTime.redeem())).toBe("invalid_grant");
      expect(revoked).toEqual([`key ${keys}: its authorization code was sent twice`]);
      expect(await errorOf((await allowed()).redeem({ resource: "https://other.example" }))).toBe("invalid_target");
    });

    test("a code of a program that connects again replaces its old grant; other programs' and accounts' grants stay", async () => {
      const first = await allowed();
      await first.redeem();
      const had = keys;
      revoked.length = 0;
      const request = await oauth.readRequest(asking(first.client.id));
      const again = async (accountId: string) => {
        const url = new URL(
          await oauth.allow(request, { accountId, personId: accountId, sources: null, spendingCap: null }),
        );
        const code = url.searchParams.get("code")!;
        return oauth.token({
          grant_type: "authorization_code",
          client_id: first.client.id,
          code,
          code_verifier: VERIFIER,
        });
      };
      await again("bob");
      expect(revoked).toEqual([]);
      await again("ada");
      expect(revoked).toEqual([`key ${had}: the program connected again`]);
    });

    test("a code of an account at its key limit reports the limit; an internal fault is reported as one", async () => {
      problem = new AccountProblem("An account may have 20 keys.");
      expect(await errorOf((await allowed()).redeem())).toBe("invalid_grant");
      problem = new Error("disk full");
      expect(await errorOf((await allowed()).redeem())).toBe("disk full");
      problem = null;
    });
  });

  describe("a refresh token", () => {
    const refresh = (client_id: string | undefined, refresh_token: string | undefined, over: Params = {}) =>
      oauth.token({ grant_type: "refresh_token", client_id, refresh_token, ...over });

    test("renews the key for an hour, with a minute's overlap, and is replaced by another", async () => {
      const { client, redeem } = await allowed();
      const { refresh_token } = await redeem();
      renewed.length = 0;
      const next = await refresh(client.id, refresh_token);
      expect(renewed).toMatchObject([{ id: `key ${keys}`, expiresAt: clock.now() + 3_600_000, overlapMs: MINUTE }]);
      expect(renewed).toMatchObject([{ secret: next.access_token }]);
      expect(next).toMatchObject({ scope: "toy shop", expires_in: 3600 });
      expect(next.refresh_token).not.toBe(refresh_token);
      await refresh(client.id, next.refresh_token);
    });

    test("sent again immediately, because the response was lost, returns the same response", async () => {
      const { client, redeem } = await allowed();
      const { refresh_token } = await redeem();
      const both = await Promise.all([refresh(client.id, refresh_token), refresh(client.id, refresh_token)]);
      clock.advance(30_000 - 1);
      const again = await refresh(client.id, refresh_token);
      expect(both).toEqual([again, again]);
      await refresh(client.id, again.refresh_token);
    });

    test("sent again after 30 seconds, or after its successor was used, revokes the grant", async () => {
      const { client, redeem } = await allowed();
      const { refresh_token } = await redeem();
      const next = await refresh(client.id, refresh_token);
      await refresh(client.id, next.refresh_token);
      expect(await errorOf(refresh(client.id, refresh_token))).toBe("invalid_grant");
      const late = await allowed();
      const first = (await late.redeem()).refresh_token;
      await refresh(late.client.id, first);
      clock.advance(30_000);
      expect(await errorOf(refresh(late.client.id, first))).toBe("invalid_grant");
    });

    test("sent again revokes its successors", async () => {
      const { client, redeem } = await allowed();
      const { refresh_token } = await redeem();
      const next = await refresh(client.id, refresh_token);
      revoked.length = 0;
      clock.advance(30_000);
      expect(await errorOf(refresh(client.id, refresh_token))).toBe("invalid_grant");
      expect(revoked).toEqual([`key ${keys}: its refresh token was sent twice`]);
      expect(await errorOf(refresh(client.id, next.refresh_token))).toBe("invalid_grant");
    });

    test("works for 90 days, for its own program and this service, and while the key exists", async () => {
      const { client, redeem } = await allowed();
      const { refresh_token } = await redeem();
      clock.advance(90 * DAY - 1);
      const { refresh_token: second } = await refresh(client.id, refresh_token);
      expect(await errorOf(refresh(client.id, second, { resource: "https://other.example" }))).toBe("invalid_target");
      clock.advance(90 * DAY);
      expect(await errorOf(refresh(client.id, second))).toBe("invalid_grant");
      for (const [id, token] of [
        ["another", true],
        [undefined, true],
        [client.id, false],
      ] as const) {
        const other = await allowed();
        const given = await other.redeem();
        expect(
          await errorOf(refresh(id === client.id ? other.client.id : id, token ? given.refresh_token : undefined)),
        ).toBe("invalid_grant");
      }
      const gone = await allowed();
      const tokens = await gone.redeem();
      isKeyGone = true;
      expect(await errorOf(refresh(gone.client.id, tokens.refresh_token))).toBe("invalid_grant");
      isKeyGone = false;
    });
  });

  test("either token revokes the grant; an unknown token changes nothing", async () => {
    const { redeem } = await allowed();
    const { refresh_token } = await redeem();
    revoked.length = 0;
    await oauth.revoke("unknown");
    expect(revoked).toEqual([]);
    await oauth.revoke(refresh_token);
    await oauth.revoke(refresh_token);
    expect(revoked).toEqual([`key ${keys}: the program let go of it`]);
  });

  test("expired records are deleted", async () => {
    await (await allowed()).redeem();
    await allowed();
    clock.advance(91 * DAY);
    const { code } = await allowed();
    const codes = await store.db.selectFrom("oauth_codes").select("hash").execute();
    expect(codes).toEqual([{ hash: hashSecret(code) }]);
    expect(await store.db.selectFrom("oauth_grants").selectAll().execute()).toEqual([]);
  });

  test("other grant types are rejected", async () => {
    expect(await errorOf(oauth.token({ grant_type: "password" }))).toBe("unsupported_grant_type");
  });
});
