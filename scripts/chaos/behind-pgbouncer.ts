import { startPgbouncer } from "../../test/support/store/pgbouncer.ts";
import { freePort } from "../../test/support/store/postgres-cluster.ts";
import type { Row } from "./experiments.ts";
import { Load } from "./load.ts";
import { exited, type World } from "./world.ts";

/** Adds a process whose database is pgbouncer in transaction mode, with fewer connections than the process opens. */
export async function behindPgbouncer(world: World): Promise<Row[]> {
  const pooler = await startPgbouncer(world.databaseUrl, 4);
  const service = await world.start(await freePort(), { DATABASE_URL: pooler.url, DATABASE_POOLER: "transaction" });
  const load = new Load({ url: service.url, key: world.key }, 16);
  await Promise.all(Array.from({ length: 300 }, () => load.call()));
  await load.close();
  service.child.kill("SIGKILL");
  await exited(service.child);
  await pooler[Symbol.asyncDispose]();
  return [
    {
      test: "behind pgbouncer in transaction mode, 4 server connections",
      promised: "300 of 300 answered",
      measured: `${load.count(200)} of 300`,
      holds: load.count(200) === 300,
    },
  ];
}
