import type { FastifyInstance } from "fastify";
import { endpoints } from "../../endpoints/index.ts";
import { refuseCsrf } from "./csrf.ts";
import { contextOf, mountForSessions } from "./endpoints.ts";
import { registerErrors } from "./errors.ts";
import { registerOAuthServer } from "./oauth-server.ts";
import type { DashboardParts } from "./parts.ts";
import { registerAccountRoutes } from "./routes/account.ts";
import { registerAdminRoutes } from "./routes/admin/index.ts";
import { registerAlertRoutes } from "./routes/alerts.ts";
import { registerKeyRoutes } from "./routes/keys.ts";
import { registerOAuthRoutes } from "./routes/oauth.ts";
import { registerOpenRoutes } from "./routes/open.ts";
import { registerPlaygroundRoutes } from "./routes/playground.ts";
import { registerRequestRoutes } from "./routes/requests.ts";
import { registerSavedCallRoutes } from "./routes/saved-calls.ts";
import { registerSecondFactorRoutes } from "./routes/second-factor.ts";
import { registerSignInRoutes } from "./routes/sign-in.ts";
import { registerStatementRoutes } from "./routes/statement.ts";
import { registerUsageRoutes } from "./routes/usage.ts";
import { guardedRoutes } from "./session.ts";
import { registerSite } from "./site.ts";
import { registerValidation } from "./validation.ts";

/** The dashboard as an entry point of the server: its API under `/dashboard-api`, and the web app's files. */
export const dashboardEntryPoint =
  (parts: DashboardParts) =>
  async (server: FastifyInstance): Promise<void> => {
    await server.register(
      async (scope) => {
        registerErrors(scope);
        registerValidation(scope);
        refuseCsrf(scope, parts.publicOrigin);
        scope.addHook("onSend", async (_request, reply) => {
          reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
        });
        const routes = guardedRoutes(scope, parts);
        registerOpenRoutes(routes, parts);
        registerSignInRoutes(routes, parts);
        registerAccountRoutes(routes, parts);
        registerSecondFactorRoutes(routes, parts);
        registerAlertRoutes(routes, parts);
        registerKeyRoutes(routes, parts);
        registerUsageRoutes(routes, parts);
        registerStatementRoutes(routes, parts);
        registerRequestRoutes(routes, parts);
        registerPlaygroundRoutes(routes, parts);
        registerSavedCallRoutes(routes, parts);
        mountForSessions(routes, endpoints, parts, contextOf(parts));
        registerOAuthRoutes(routes, parts);
        registerAdminRoutes(routes, parts);
      },
      { prefix: "/dashboard-api" },
    );
    await server.register(async (scope) => registerOAuthServer(scope, parts));
    server.addHook("onClose", () => parts.auth.close());
    await server.register(async (scope) => registerSite(scope, parts));
  };
