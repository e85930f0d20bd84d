import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { ensureProgram, postgres } from "../../../test/support/programs.ts";
import { type Cluster, startCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Asked once per suite: answers with the address of the run's PostgreSQL, which the first question starts. */
    postgresAt: string;
  }
}

/** One PostgreSQL for the whole run, and none where no suite asks for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Installed here where it is missing, so that no suite's time limit runs meanwhile; a failure is told to who asks.
  const installed = ensureProgram(postgres);
  await installed.catch(() => {});
  let cluster: Promise<Cluster> | null = null;
  const server = createServer((_, response) => {
    cluster ??= installed.then(() => startCluster({ fsync: false }));
    cluster.then(
      (started) => response.end(started.url("postgres")),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("postgresAt", `http://127.0.0.1:${(server.address() as { port: number }).port}/`);
  return async () => {
    server.close();
    await (await cluster?.catch(() => null))?.stop();
  };
}
