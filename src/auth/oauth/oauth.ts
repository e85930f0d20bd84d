import { hashSecret, randomBase62 } from "../../accounts/key-secret.ts";
import { createOAuthClients, type OAuthClient } from "./clients.ts";
import { createGrants, isForOther, mcpResource, type OAuthDeps, type Params } from "./grants.ts";
import { OAuthProblem } from "./oauth-problem.ts";
import { isRegistered } from "./redirect-uris.ts";

const MINUTE = 60_000;
const CODE_MS = 5 * MINUTE;
/** An authorization request, checked so that the user can be sent back to the program. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  challenge: string;
  state: string | null;
  /** Names of sources, if it named any. */
  scopes: string[];
}

export interface Consent {
  accountId: string;
  /** Who gives it: a member of the account. */
  personId: string;
  /** Null for all. */
  sources: string[] | null;
  spendingCap: number | null;
}

export type OAuth = ReturnType<typeof createOAuth>;

/**
 * OAuth 2.1 for programs that connect to `/mcp`: authorization code with PKCE, for public clients. A grant becomes an
 * MCP-only key of the account, with the sources and the cap its user chose; an access token is that key's secret, and a
 * refresh replaces the secret. So limits, history and revocation are those of any key.
 */
export function createOAuth(deps: OAuthDeps) {
  const { store, clock, origin, fetchDocument } = deps;
  const { db } = store;
  const clients = createOAuthClients(store, clock, fetchDocument);
  const grants = createGrants({ ...deps, clients });

  /**
   * Checks the client and its address first: a browser is never redirected for an unknown program. Every later error is
   * redirected to the program (RFC 6749, section 4.1.2.1).
   */
  async function readRequest(params: Params): Promise<AuthorizationRequest> {
    const client = params.client_id ? await clients.identify(params.client_id) : null;
    if (!client) throw new OAuthProblem("invalid_client", "This program is not registered here. Connect it again.");
    const [only = "", ...others] = client.redirectUris;
    const redirectUri = params.redirect_uri ?? (others.length === 0 ? only : "");
    if (!isRegistered(redirectUri, client.redirectUris)) {
      throw new OAuthProblem("invalid_request", "The program asks to be sent to an address that it did not register.");
    }
    const state = params.state ?? null;
    const problem = problemOf(params, mcpResource(origin()));
    if (problem) {
      const { error, message } = problem;
      throw new OAuthProblem(error, message, backTo({ redirectUri, state }, { error, error_description: message }));
    }
    const scopes = (params.scope ?? "").split(" ").filter((scope) => scope !== "");
    return { client, redirectUri, challenge: params.code_challenge!, state, scopes };
  }

  /** The address the user returns to with the code. */
  async function allow(request: AuthorizationRequest, consent: Consent): Promise<string> {
    const code = `wnc_${randomBase62(40)}`;
    const now = clock.now();
    await db.deleteFrom("oauth_codes").where("expires_at", "<", now).execute();
    await db.deleteFrom("oauth_grants").where("refresh_ends_at", "<", now).execute();
    await db
      .insertInto("oauth_codes")
      .values({
        hash: hashSecret(code),
        client_id: request.client.id,
        account_id: consent.accountId,
        person_id: consent.personId,
        redirect_uri: request.redirectUri,
        challenge: request.challenge,
        sources: consent.sources && JSON.stringify(consent.sources),
        spending_cap: consent.spendingCap,
        expires_at: now + CODE_MS,
        used_at: null,
        key_id: null,
      })
      .execute();
    return backTo(request, { code });
  }

  const deny = (request: AuthorizationRequest): string =>
    backTo(request, { error: "access_denied", error_description: "The user denied access." });

  function backTo(
    { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
    params: Record<string, string>,
  ): string {
    const url = new URL(redirectUri);
    const all = { ...params, iss: origin(), ...(state !== null && { state }) };
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    return url.href;
  }

  return { register: clients.register, readRequest, allow, deny, ...grants };
}

function problemOf(params: Params, resource: string): OAuthProblem | null {
  if (params.response_type !== "code") return new OAuthProblem("unsupported_response_type", "response_type is code.");
  if (params.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(params.code_challenge ?? "")) {
    return new OAuthProblem("invalid_request", "PKCE is required: a code_challenge with the method S256.");
  }
  return isForOther(params, resource)
    ? new OAuthProblem("invalid_target", `Tokens of this service are only for ${resource}.`)
    : null;
}
