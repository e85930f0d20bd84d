import { createHash, hkdfSync, timingSafeEqual } from "node:crypto";
import { AccountProblem } from "../../accounts/account-problem.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import { base62, hashSecret, randomBase62, secretFrom } from "../../accounts/key-secret.ts";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { createOAuthClients } from "./clients.ts";
import { OAuthProblem } from "./oauth-problem.ts";

const PREFIX = "wnr_";
const FAMILY_LENGTH = 24;
const OWN_LENGTH = 40;
const SEED_BYTES = 4 * OWN_LENGTH;

/**
 * A refresh token begins with its family's prefix. So a used one is recognised however many have followed: a thief cannot
 * outrun the program by refreshing again and again.
 */
export const firstRefreshToken = (): string => `${PREFIX}${randomBase62(FAMILY_LENGTH)}${randomBase62(OWN_LENGTH)}`;

const beginning = (token: string): string => token.slice(0, PREFIX.length + FAMILY_LENGTH);

/**
 * The tokens that a refresh token is exchanged for. They are derived from it and from a secret of the service, so that a
 * program that lost the response gets the same ones, although the store has no token in clear.
 */
export function tokensAfter(token: string, secret: string): { refresh: string; access: string } {
  const seed = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `winnow oauth ${purpose} ${token}`, SEED_BYTES));
  return { refresh: `${beginning(token)}${base62(OWN_LENGTH, seed("refresh"))}`, access: secretFrom(seed("access")) };
}

/** The form in which it is stored. */
export const tokenFamily = (token: string): string => hashSecret(beginning(token));

export const ACCESS_SECONDS = 3600;
const REFRESH_MS = 90 * 24 * 3_600_000;
/** The old token works this long, so that a call in flight during renewal is not rejected. */
const OVERLAP_MS = 60_000;
/** A program that lost the response, or has two windows, may send its refresh token again within this time. */
const REPEAT_MS = 30_000;

export interface Tokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export type Params = Record<string, string | undefined>;

export interface OAuthDeps {
  store: Store;
  clock: Clock;
  accounts: Pick<Accounts, "createKey" | "renewKey" | "revokeKey">;
  secret: string;
  /** Fetches a program's own document if its id is an address. */
  fetchDocument(address: string): Promise<string>;
  /** The service's address, which is also the issuer. */
  origin(): string;
}

interface GrantDeps extends OAuthDeps {
  clients: ReturnType<typeof createOAuthClients>;
}

/** Exchanges codes for tokens, and renews and revokes them. */
export function createGrants(deps: GrantDeps) {
  const { clock, accounts, clients, origin, secret } = deps;
  const { db } = deps.store;

  function refuseOtherResource(params: Params): void {
    const resource = mcpResource(origin());
    if (isForOther(params, resource))
      throw new OAuthProblem("invalid_target", `Tokens of this service are only for ${resource}.`);
  }

  async function redeem(params: Params): Promise<Tokens> {
    const wrong = new OAuthProblem("invalid_grant", "The code is wrong, used or too old. Connect again.");
    const hash = hashSecret(params.code ?? "");
    const code = await takeCode(deps, hash);
    if (!code) throw wrong;
    const fits =
      code.expires_at > clock.now() &&
      code.client_id === params.client_id &&
      code.redirect_uri === (params.redirect_uri ?? code.redirect_uri) &&
      isVerifierOf(code.challenge, params.code_verifier ?? "");
    if (!fits) throw wrong;
    refuseOtherResource(params);
    const client = await clients.find(code.client_id);
    if (!client) throw wrong;
    const person_id = code.person_id ?? code.account_id;
    await endEarlier({ accountId: code.account_id, personId: person_id, clientId: client.id });
    const sources = code.sources === null ? null : (JSON.parse(code.sources) as string[]);
    const settings = {
      person_id,
      name: client.name,
      usage_context: "mcp_only",
      sources,
      spending_cap: code.spending_cap,
    } as const;
    const made = await accounts
      .createKey(code.account_id, { ...settings, expires_at: clock.now() + ACCESS_SECONDS * 1000 })
      .catch((error: unknown) => {
        // The account has reached its limit of keys.
        throw error instanceof AccountProblem ? new OAuthProblem("invalid_grant", error.message) : error;
      });
    const refresh = firstRefreshToken();
    await db
      .insertInto("oauth_grants")
      .values({
        key_id: made.key.id,
        client_id: client.id,
        account_id: code.account_id,
        refresh_hash: hashSecret(refresh),
        previous_refresh_hash: null,
        family_hash: tokenFamily(refresh),
        refresh_ends_at: clock.now() + REFRESH_MS,
        created_at: clock.now(),
      })
      .execute();
    const first = db.updateTable("oauth_codes").where("hash", "=", hash).where("expires_at", ">", 0);
    if (!(await changesRow(first.set({ key_id: made.key.id })))) {
      await endGrants("key_id", made.key.id, "its authorization code was sent twice");
      throw wrong;
    }
    await clients.granted(client.id);
    return tokens(made.secret, refresh, sources);
  }

  /** A person's program that connects again has one key, not two. */
  async function endEarlier({ accountId, personId, clientId }: Record<"accountId" | "personId" | "clientId", string>) {
    const earlier = await db
      .selectFrom("oauth_grants")
      .leftJoin("api_keys", "api_keys.id", "oauth_grants.key_id")
      .where("oauth_grants.account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .where(({ fn }) => fn.coalesce("api_keys.person_id", "oauth_grants.account_id"), "=", personId)
      .select("key_id")
      .execute();
    for (const { key_id } of earlier) await endGrants("key_id", key_id, "the program connected again");
  }

  async function endGrants(column: "key_id" | "family_hash", value: string, reason: string): Promise<void> {
    const ended = await db.deleteFrom("oauth_grants").where(column, "=", value).returning("key_id").execute();
    for (const { key_id } of ended) await accounts.revokeKey(key_id, { reason });
  }

  /**
   * A refresh token works once. Sent again shortly after, it returns the same response. Sent again later, it was stolen, so
   * the grant is revoked.
   */
  async function refresh(params: Params): Promise<Tokens> {
    const wrong = new OAuthProblem("invalid_grant", "The refresh token is wrong, used or too old. Connect again.");
    const token = params.refresh_token ?? "";
    const hash = hashSecret(token);
    const now = clock.now();
    refuseOtherResource(params);
    const next = tokensAfter(token, secret);
    const first = await db
      .updateTable("oauth_grants")
      .set({ refresh_hash: hashSecret(next.refresh), previous_refresh_hash: hash, refresh_ends_at: now + REFRESH_MS })
      .where("refresh_hash", "=", hash)
      .where("client_id", "=", params.client_id ?? "")
      .where("refresh_ends_at", ">", now)
      .returning("key_id")
      .executeTakeFirst();
    const grant = first ?? (await repeated(hash, params.client_id ?? ""));
    if (!grant) {
      await endGrants("family_hash", tokenFamily(token), "its refresh token was sent twice");
      throw wrong;
    }
    const key = await accounts.renewKey(grant.key_id, {
      secret: next.access,
      expiresAt: now + ACCESS_SECONDS * 1000,
      overlapMs: OVERLAP_MS,
    });
    if (!key) throw wrong;
    return tokens(next.access, next.refresh, key.sources);
  }

  const repeated = (hash: string, clientId: string) =>
    db
      .selectFrom("oauth_grants")
      .where("previous_refresh_hash", "=", hash)
      .where("client_id", "=", clientId)
      .where("refresh_ends_at", ">", clock.now() - REPEAT_MS + REFRESH_MS)
      .select("key_id")
      .executeTakeFirst();

  /** RFC 7009: either token revokes the grant. An unknown token counts as revoked. */
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

  return { token, revoke };
}

/** A code works once. If it is sent again, it was stolen, so its grant is revoked. */
async function takeCode({ store: { db }, clock, accounts }: GrantDeps, hash: string) {
  const code = await db
    .updateTable("oauth_codes")
    .set({ used_at: clock.now() })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (code) return code;
  // Also changes the expiry, so that a first exchange still in progress notices.
  const used = await db
    .updateTable("oauth_codes")
    .set({ expires_at: 0 })
    .where("hash", "=", hash)
    .returning("key_id")
    .executeTakeFirst();
  if (used?.key_id) await accounts.revokeKey(used.key_id, { reason: "its authorization code was sent twice" });
  return null;
}

/** The resource that tokens are for: the MCP entry point. */
export const mcpResource = (origin: string): string => `${origin}/mcp`;

export const isForOther = (params: Params, resource: string): boolean =>
  params.resource !== undefined && params.resource.replace(/\/$/, "") !== resource;

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
