import { createServer } from "node:http";
import { ensureProgram, postgres } from "../programs.ts";
import { type Cluster, startCluster } from "./postgres-cluster.ts";

/** Answers whoever asks with the address of one PostgreSQL, which the first question starts. */
export async function postgresOnDemand(): Promise<{ address: string; close(): Promise<void> }> {
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
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await (await cluster?.catch(() => null))?.stop();
    },
  };
}
