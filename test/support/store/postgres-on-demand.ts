import { createServer } from "node:http";
import pg from "pg";
import { openStore } from "../../../src/store/open-store.ts";
import { type Cluster, startCluster } from "./postgres-cluster.ts";

/** A migrated database without rows, to copy. */
export const MIGRATED = "migrated";

/** Serves the address of one PostgreSQL, which is installed if missing, and starts, on the first request. */
export async function postgresOnDemand(): Promise<{ address: string; close(): Promise<void> }> {
  let cluster: Promise<Cluster> | null = null;
  const server = createServer((_, response) => {
    cluster ??= startMigrated();
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

async function startMigrated(): Promise<Cluster> {
  const cluster = await startCluster({ fsync: false });
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  await client.query(`create database ${MIGRATED}`);
  await client.end();
  await (await openStore({ dataDir: "", url: cluster.url(MIGRATED) })).close();
  return cluster;
}
