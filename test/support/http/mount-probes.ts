import type { FastifyInstance } from "fastify";
import type { PublicContext } from "../../../src/endpoints/context.ts";
import { serviceEndpoints } from "../../../src/endpoints/service.ts";
import type { ServerDependencies } from "../../../src/entry/http/dependencies.ts";
import { mountForKeys } from "../../../src/entry/http/endpoints.ts";
import type { Lifecycle } from "../../../src/entry/http/lifecycle.ts";
import { createProbes } from "../../../src/entry/http/server.ts";

/** The probes alone, on an otherwise empty server. */
export function mountProbes(
  server: FastifyInstance,
  canAdmit: () => Promise<boolean>,
  lifecycle: Lifecycle,
  stalledSources: () => string[] = () => [],
): void {
  const probes = createProbes({ canAdmit, lifecycle, stalledSources } as ServerDependencies);
  mountForKeys(server, serviceEndpoints, { probes } as unknown as PublicContext);
}
