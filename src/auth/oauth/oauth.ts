import { createHash, timingSafeEqual } from "node:crypto";
import { AccountProblem } from "../../accounts/account-problem.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import { hashSecret, randomBase62 } from "../../accounts/key-secret.ts";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { createOAuthClients, type OAuthClient } from "./clients.ts";
import { OAuthProblem } from "./oauth-problem.ts";
import { isRegistered } from "./redirect-uris.ts";
import { familyOf, firstRefreshToken, nextRefreshToken } from "./refresh-token.ts";

const MINUTE = 60_000;
const CODE_MS = 5 * MINUTE;
export const ACCESS_SECONDS = 3600;
const REFRESH_MS = 90 * 24 * 60 * MINUTE;
/** A call that was under way while its token was renewed is not refused. */
const OVERLAP_MS = MINUTE;

export interface OAuthParts {
  store: Store;
  clock: Clock;
  accounts: Pick<Accounts, "createKey" | "renewKey" | "revokeKey">;
  /** What tokens are for: the address of the MCP entry point. */
  resource(): string;
}

/** What a program asks a person for; checked, so that they can be sent back to it. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  challenge: string;
  state: string | null;
  /** Names of sources, where it named some. */
  scopes: string[];
}

export interface Consent {
  accountId: string;
  /** Null for all. */
  sources: string[] | null;
  spendingCap: number | null;
}

export interface Tokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export type OAuth = ReturnType<typeof createOAuth>;

type Params = Record<string, string | undefined>;

/**
 * OAuth 2.1 for programs that connect to `/mcp`: authorization code with PKCE, for public clients. What a person allows
 * becomes a key of their account, for MCP alone, with the sources and the cap they chose; an access token is that key's
 * secret, and a refresh gives the key another. So limits, history and revocation are those of any key.
 */
export function createOAuth({ store, clock, accounts, resource }: OAuthParts) {
  const { db } = store;
  const clients = createOAuthClients(store, clock);

  function refuseOtherResource(params: Params): void {
    if (params.resource !== undefined && params.resource.replace(/\/$/, "") !== resource()) {
      throw new OAuthProblem("invalid_target", `Tokens of this service are for ${resource()} alone.`);
    }
  }

  /** The client and its address come first: who is not known is never redirected to. */
  async function readRequest(params: Params): Promise<AuthorizationRequest> {
    const client = params.client_id ? await clients.find(params.client_id) : null;
    if (!client) throw new OAuthProblem("invalid_client", "This program is not registered here. Connect it anew.");
    const redirectUri = params.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : "");
    if (!isRegistered(redirectUri, client.redirectUris)) {
      throw new OAuthProblem("invalid_request", "The program asks to be sent to an address that it did not register.");
    }
    if (params.response_type !== "code") {
      throw new OAuthProblem("unsupported_response_type", "response_type is code.");
    }
    if (params.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(params.code_challenge ?? "")) {
      throw new OAuthProblem("invalid_request", "PKCE is required: a code_challenge with the method S256.");
    }
    refuseOtherResource(params);
    const scopes = (params.scope ?? "").split(" ").filter((scope) => scope !== "");
    return { client, redirectUri, challenge: params.code_challenge!, state: params.state ?? null, scopes };
  }

  /** Where the person goes with what they have allowed. */
  async function allow(request: AuthorizationRequest, consent: Consent, issuer: string): Promise<string> {
    const code = `wnc_${randomBase62(40)}`;
    const now = clock.now();
    await db.deleteFrom("oauth_codes").where("expires_at", "<", now).execute();
    await db.deleteFrom("oauth_grants").where("refresh_ends_at", "<", now).execute();
    await db
      .insertInto("oauth_codes")
      .values({
        ...{ hash: hashSecret(code), client_id: request.client.id, account_id: consent.accountId },
        ...{ redirect_uri: request.redirectUri, challenge: request.challenge },
        ...{ sources: consent.sources && JSON.stringify(consent.sources), spending_cap: consent.spendingCap },
        ...{ expires_at: now + CODE_MS, used_at: null, key_id: null },
      })
      .execute();
    return backTo(request, { code, iss: issuer });
  }

  const deny = (request: AuthorizationRequest, issuer: string): string =>
    backTo(request, { error: "access_denied", error_description: "The person said no.", iss: issuer });

  /** A code is good once; one that comes again was stolen by somebody, so what it gave ends. */
  async function redeem(params: Params): Promise<Tokens> {
    const wrong = new OAuthProblem("invalid_grant", "The code is wrong, used or too old. Connect again.");
    const hash = hashSecret(params.code ?? "");
    const code = await db
      .updateTable("oauth_codes")
      .set({ used_at: clock.now() })
      .where("hash", "=", hash)
      .where("used_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (!code) {
      // Its end is moved too, for the first to notice where it is still at work.
      const used = await db
        .updateTable("oauth_codes")
        .set({ expires_at: 0 })
        .where("hash", "=", hash)
        .returning("key_id")
        .executeTakeFirst();
      if (used?.key_id) await accounts.revokeKey(used.key_id, { reason: "its authorization code came twice" });
      throw wrong;
    }
    const fits =
      code.expires_at > clock.now() &&
      code.client_id === params.client_id &&
      code.redirect_uri === (params.redirect_uri ?? code.redirect_uri) &&
      isVerifierOf(code.challenge, params.code_verifier ?? "");
    if (!fits) throw wrong;
    refuseOtherResource(params);
    const client = await clients.find(code.client_id);
    if (!client) throw wrong;
    await endEarlier(code.account_id, client.id);
    const sources = code.sources === null ? null : (JSON.parse(code.sources) as string[]);
    const wish = { name: client.name, usage_context: "mcp_only", sources, spending_cap: code.spending_cap } as const;
    const { secret, key } = await accounts
      .createKey(code.account_id, { ...wish, expires_at: clock.now() + ACCESS_SECONDS * 1000 })
      .catch((error: unknown) => {
        // As many keys as an account may have.
        throw error instanceof AccountProblem ? new OAuthProblem("invalid_grant", error.message) : error;
      });
    const refresh = firstRefreshToken();
    await db
      .insertInto("oauth_grants")
      .values({
        ...{ key_id: key.id, client_id: client.id, account_id: code.account_id },
        ...{ refresh_hash: hashSecret(refresh), previous_refresh_hash: null, family_hash: familyOf(refresh) },
        ...{ refresh_ends_at: clock.now() + REFRESH_MS, created_at: clock.now() },
      })
      .execute();
    const { numUpdatedRows } = await db
      .updateTable("oauth_codes")
      .set({ key_id: key.id })
      .where("hash", "=", hash)
      .where("expires_at", ">", 0)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      await endGrants("key_id", key.id, "its authorization code came twice");
      throw wrong;
    }
    await clients.granted(client.id);
    return tokens(secret, refresh, sources);
  }

  /** A program that connects again has one key, not two. */
  async function endEarlier(accountId: string, clientId: string): Promise<void> {
    const earlier = await db
      .selectFrom("oauth_grants")
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .select("key_id")
      .execute();
    for (const { key_id } of earlier) await endGrants("key_id", key_id, "the program connected again");
  }

  async function endGrants(column: "key_id" | "family_hash", value: string, reason: string): Promise<void> {
    const ended = await db.deleteFrom("oauth_grants").where(column, "=", value).returning("key_id").execute();
    for (const { key_id } of ended) await accounts.revokeKey(key_id, { reason });
  }

  /** A refresh token is good once; one that comes again was stolen by somebody, so the grant ends. */
  async function refresh(params: Params): Promise<Tokens> {
    const wrong = new OAuthProblem("invalid_grant", "The refresh token is wrong, used or too old. Connect again.");
    const hash = hashSecret(params.refresh_token ?? "");
    refuseOtherResource(params);
    const next = nextRefreshToken(params.refresh_token ?? "");
    const grant = await db
      .updateTable("oauth_grants")
      .set({ refresh_hash: hashSecret(next), refresh_ends_at: clock.now() + REFRESH_MS })
      .where("refresh_hash", "=", hash)
      .where("client_id", "=", params.client_id ?? "")
      .where("refresh_ends_at", ">", clock.now())
      .returning("key_id")
      .executeTakeFirst();
    if (!grant) {
      await endGrants("family_hash", familyOf(next), "its refresh token came twice");
      throw wrong;
    }
    const renewed = await accounts.renewKey(grant.key_id, {
      expiresAt: clock.now() + ACCESS_SECONDS * 1000,
      overlapMs: OVERLAP_MS,
    });
    if (!renewed) throw wrong;
    return tokens(renewed.secret, next, renewed.key.sources);
  }

  /** RFC 7009: either token ends the grant. What is not known is as good as ended. */
  async function revoke(token: string): Promise<void> {
    const hash = hashSecret(token);
    const key = await db.selectFrom("api_keys").where("hash", "=", hash).select("id").executeTakeFirst();
    const grant = await db
      .deleteFrom("oauth_grants")
      .where((row) => row.or([row("refresh_hash", "=", hash), row("key_id", "=", key?.id ?? "")]))
      .returning("key_id")
      .executeTakeFirst();
    if (grant) await accounts.revokeKey(grant.key_id, { reason: "the program let go of it" });
  }

  async function token(params: Params): Promise<Tokens> {
    if (params.grant_type === "authorization_code") return redeem(params);
    if (params.grant_type === "refresh_token") return refresh(params);
    throw new OAuthProblem("unsupported_grant_type", "grant_type is authorization_code or refresh_token.");
  }

  return { register: clients.register, readRequest, allow, deny, token, revoke };
}

const tokens = (access: string, refresh: string, sources: string[] | null): Tokens => ({
  access_token: access,
  token_type: "Bearer",
  expires_in: ACCESS_SECONDS,
  refresh_token: refresh,
  scope: sources === null ? "all" : sources.join(" "),
});

function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const given = createHash("sha256").update(verifier).digest();
  const wanted = Buffer.from(challenge, "base64url");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function backTo({ redirectUri, state }: AuthorizationRequest, params: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...params, ...(state !== null && { state }) })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}
