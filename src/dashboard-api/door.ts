import type { FastifyInstance } from "fastify";
import { registerErrors } from "./errors.ts";
import { refuseForgery } from "./forgery.ts";
import type { DashboardParts } from "./parts.ts";
import { registerAccountRoutes } from "./routes/account.ts";
import { registerAdminRoutes } from "./routes/admin/index.ts";
import { registerKeyRoutes } from "./routes/keys.ts";
import { registerOpenRoutes } from "./routes/open.ts";
import { registerPlaygroundRoutes } from "./routes/playground.ts";
import { registerRequestRoutes } from "./routes/requests.ts";
import { registerSignInRoutes } from "./routes/sign-in.ts";
import { registerUsageRoutes } from "./routes/usage.ts";
import { registerSite } from "./site.ts";
import { registerValidation } from "./validation.ts";
import { doorkeeper } from "./visit.ts";

/** The dashboard as a door of the server: its API under `/dashboard-api`, and the web app's files. */
export const dashboardDoor =
  (parts: DashboardParts) =>
  async (server: FastifyInstance): Promise<void> => {
    await server.register(
      async (scope) => {
        registerErrors(scope);
        registerValidation(scope);
        refuseForgery(scope, parts.publicOrigin);
        scope.addHook("onSend", async (_request, reply) => {
          reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
        });
        const door = doorkeeper(scope, parts);
        registerOpenRoutes(door, parts);
        registerSignInRoutes(door, parts);
        registerAccountRoutes(door, parts);
        registerKeyRoutes(door, parts);
        registerUsageRoutes(door, parts);
        registerRequestRoutes(door, parts);
        registerPlaygroundRoutes(door, parts);
        registerAdminRoutes(door, parts);
      },
      { prefix: "/dashboard-api" },
    );
    await server.register(async (scope) => registerSite(scope, parts));
  };
