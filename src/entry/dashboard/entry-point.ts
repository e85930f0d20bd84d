import type { FastifyInstance } from "fastify";
import { refuseCsrf } from "./csrf.ts";
import type { DashboardDependencies } from "./dependencies.ts";
import { mountDashboard } from "./endpoints.ts";
import { registerErrors } from "./errors.ts";
import { registerOAuthServer } from "./oauth-server.ts";
import { registerSite } from "./site.ts";

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
