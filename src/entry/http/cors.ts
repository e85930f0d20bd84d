import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { headerCatalogue } from "../../docs/headers.ts";

const isApi = (url: string): boolean => /^\/(api|token|jobs|batches|openapi\.json)(\/|\?|$)/.test(url);

/**
 * Lets pages of these origins call the API from a browser, with their own key; by default none may. The dashboard's API and
 * MCP stay closed to them.
 */
export async function registerCors(server: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return;
  await server.register(cors, {
    delegator: ({ url }, done) =>
      done(null, {
        origin: isApi(url) ? origins : false,
        methods: ["GET", "POST", "DELETE"],
        exposedHeaders: Object.keys(headerCatalogue),
        maxAge: 600,
      }),
  });
}
