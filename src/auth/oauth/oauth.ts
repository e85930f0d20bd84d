import { hashSecret, randomBase62 } from "../../accounts/key-secret.ts";
import { createOAuthClients, type OAuthClient } from "./clients.ts";
import { createGrants, type OAuthParts, type Params, refuseOtherResource } from "./grants.ts";
import { OAuthProblem } from "./oauth-problem.ts";
import { isRegistered } from "./redirect-uris.ts";

const MINUTE = 60_000;
const CODE_MS = 5 * MINUTE;
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

export type OAuth = ReturnType<typeof createOAuth>;

/**
 * OAuth 2.1 for programs that connect to `/mcp`: authorization code with PKCE, for public clients. What a person allows
 * becomes a key of their account, for MCP alone, with the sources and the cap they chose; an access token is that key's
 * secret, and a refresh gives the key another. So limits, history and revocation are those of any key.
 */
export function createOAuth({ store, clock, accounts, resource }: OAuthParts) {
  const { db } = store;
  const clients = createOAuthClients(store, clock);
  const grants = createGrants({ store, clock, accounts, clients, resource });

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
    refuseOtherResource(params, resource());
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

  return { register: clients.register, readRequest, allow, deny, ...grants };
}

function backTo({ redirectUri, state }: AuthorizationRequest, params: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...params, ...(state !== null && { state }) })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}
