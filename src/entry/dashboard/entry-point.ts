import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { AccountProblem } from "../../accounts/account-problem.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { TooManyAttempts } from "../../auth/sign-in-throttle.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { DashboardDependencies } from "./dependencies.ts";
import { mountDashboard } from "./endpoints.ts";
import { registerOAuthServer } from "./oauth-server.ts";
import { registerSite } from "./site.ts";

const HEADER = "x-winnow-dashboard";

/**
 * Keeps other sites from acting with a visitor's cookie. A change must carry a header that a form cannot send, and must not
 * declare another origin. The cookie itself is SameSite=Strict; either alone would do.
 */
function refuseCsrf(scope: FastifyInstance, publicOrigin: () => string): void {
  scope.addHook("onRequest", async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    if (request.headers[HEADER] === undefined || fromElsewhere(request, publicOrigin())) {
      throw new WinnowError("source_forbidden", "This call did not come from the dashboard.");
    }
  });
}

function fromElsewhere({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  const { origin } = headers;
  if (origin === undefined || origin === publicOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

const landingFacts = ({ service, plans, preparedSearches }: DashboardDependencies) => ({
  sources: service.registry.sources,
  plans,
  preparedSearches,
});

/** The dashboard as an entry point of the server: its API under `/dashboard-api`, and the web app's files. */
export const dashboardEntryPoint =
  (dependencies: DashboardDependencies) =>
  async (server: FastifyInstance): Promise<void> => {
    await server.register(
      async (scope) => {
        registerErrors(scope);
        refuseCsrf(scope, dependencies.publicOrigin);
        scope.addHook("onSend", async (_request, reply) => {
          reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
        });
        mountDashboard(scope, dependencies);
      },
      { prefix: "/dashboard-api" },
    );
    await server.register(async (scope) => registerOAuthServer(scope, dependencies));
    server.addHook("onClose", () => dependencies.auth.close());
    await server.register(async (scope) =>
      registerSite(scope, { ...dependencies, landing: landingFacts(dependencies) }),
    );
  };

/** The dashboard's errors, all as `{detail}`. */
function registerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, detail } = shown(error);
    if (status >= 500) request.log.error({ err: error }, "the dashboard's API failed");
    if (error instanceof TooManyAttempts) reply.header("retry-after", String(error.retryAfterSeconds));
    if (error instanceof WinnowError) reply.headers(error.headers);
    const reason = error instanceof AuthFailure ? error.reason : null;
    return reply.code(status).send({ detail, ...(reason && { reason }) });
  });
}

function shown(error: FastifyError): { status: number; detail: unknown } {
  if (error instanceof WinnowError) return { status: error.status, detail: error.detail };
  if (error instanceof AuthFailure) return { status: error.status, detail: error.message };
  if (error instanceof TooManyAttempts) return { status: 429, detail: error.message };
  if (error instanceof AccountProblem) return { status: error.statusCode, detail: error.message };
  if (error.statusCode !== undefined && error.statusCode < 500)
    return { status: error.statusCode, detail: error.message };
  return { status: 500, detail: "Something went wrong on our side. Please try again." };
}
