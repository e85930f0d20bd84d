import type { FastifyInstance, FastifyRequest } from "fastify";
import { OAuthProblem } from "../../auth/oauth/oauth-problem.ts";
import { addressNetwork } from "../../base/network/addresses.ts";
import { limits, windowSeconds } from "../../limits/limits.ts";
import type { DashboardDependencies } from "./dependencies.ts";

const MAX_BODY_BYTES = limits.oauthBody.max;
/** Statuses of errors other than the caller's 400. */
const STATUSES: Readonly<Record<string, number>> = { temporarily_unavailable: 429, invalid_client: 401 };

type Params = Record<string, string | undefined>;

/**
 * The endpoints with which programs connect to `/mcp` by OAuth: discovery (RFC 9728, RFC 8414), registration (RFC 7591),
 * tokens and their revocation (RFC 7009). They read no cookie. The user grants access on a page of the dashboard.
 */
export function registerOAuthServer(
  scope: FastifyInstance,
  { oauth, service, publicOrigin }: DashboardDependencies,
): void {
  const scopes = service.registry.sources.map(({ name }) => name);

  scope.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => {
      const params = [...new URLSearchParams(body)];
      const named = Object.fromEntries(params);
      const isTwice = Object.keys(named).length < params.length;
      done(isTwice ? new OAuthProblem("invalid_request", "A parameter appears more than once.") : null, named);
    },
  );
  scope.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OAuthProblem)) throw error;
    return reply.code(STATUSES[error.error] ?? 400).send({ error: error.error, error_description: error.message });
  });
  scope.addHook("onSend", async (_request, reply) => {
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  });

  const limited = (of: "oauthRegistrations" | "oauthTokenCalls") => async (request: FastifyRequest) => {
    const { max, unit } = limits[of];
    if (scope.windows.use(`${of} ${addressNetwork(request.ip)}`, windowSeconds[unit] * 1000) <= max) return;
    throw new OAuthProblem("temporarily_unavailable", `At most ${max} ${unit}. Try again later.`);
  };

  const resource = () => ({
    resource: `${publicOrigin()}/mcp`,
    authorization_servers: [publicOrigin()],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Winnow",
  });
  scope.get("/.well-known/oauth-protected-resource", resource);
  scope.get("/.well-known/oauth-protected-resource/mcp", resource);
  scope.get("/.well-known/oauth-authorization-server", () => ({
    issuer: publicOrigin(),
    authorization_endpoint: `${publicOrigin()}/oauth/authorize`,
    token_endpoint: `${publicOrigin()}/oauth/token`,
    registration_endpoint: `${publicOrigin()}/oauth/register`,
    revocation_endpoint: `${publicOrigin()}/oauth/revoke`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: scopes,
  }));

  scope.post(
    "/oauth/register",
    { onRequest: limited("oauthRegistrations"), bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      const client = await oauth.register((request.body ?? {}) as Record<string, unknown>);
      return reply.code(201).send({
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
    },
  );
  scope.post("/oauth/token", { onRequest: limited("oauthTokenCalls"), bodyLimit: MAX_BODY_BYTES }, ({ body }) =>
    oauth.token(paramsOf(body)),
  );
  scope.post(
    "/oauth/revoke",
    { onRequest: limited("oauthTokenCalls"), bodyLimit: MAX_BODY_BYTES },
    async ({ body }) => {
      await oauth.revoke(paramsOf(body).token ?? "");
      return {};
    },
  );
}

function paramsOf(body: unknown): Params {
  if (typeof body !== "object" || body === null) {
    throw new OAuthProblem("invalid_request", "Send application/x-www-form-urlencoded.");
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === "string"));
}
