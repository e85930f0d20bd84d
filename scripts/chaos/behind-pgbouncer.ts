import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureProgram, pgbouncer } from "../../test/support/programs.ts";
import { freePort } from "../../test/support/store/postgres-cluster.ts";
import type { Row } from "./experiments.ts";
import { Load } from "./load.ts";
import { exitOf, type World } from "./world.ts";

/** One more process, whose database is a pgbouncer in transaction mode with fewer connections than the process opens. */
export async function behindPgbouncer(world: World): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-pgbouncer-"));
  const [port, servicePort] = [await freePort(), await freePort()];
  const target = new URL(world.databaseUrl);
  await writeFile(join(folder, "users.txt"), `"${target.username}" ""\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
postgres = host=127.0.0.1 port=${target.port} dbname=postgres user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 4
logfile = ${join(folder, "log")}
`,
  );
  const isRoot = process.getuid?.() === 0;
  const program = await ensureProgram(pgbouncer);
  // It refuses to run as root.
  const asNobody = isRoot ? ["runuser", "-u", "postgres", "--", program] : [program];
  if (isRoot) await import("node:fs/promises").then(({ chmod }) => chmod(folder, 0o777));
  const pooler = spawn(asNobody[0]!, [...asNobody.slice(1), join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  const service = await world.start(servicePort, {
    DATABASE_URL: Object.assign(new URL(world.databaseUrl), { port: String(port) }).href,
    DATABASE_POOLER: "transaction",
  });
  const load = new Load({ url: service.url, key: world.key }, 16);
  await Promise.all(Array.from({ length: 300 }, () => load.call()));
  await load.close();
  service.child.kill("SIGKILL");
  await exitOf(service.child);
  pooler.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
  return [
    {
      test: "behind pgbouncer in transaction mode, 4 server connections",
      promised: "300 of 300 answered",
      measured: `${load.count(200)} of 300`,
      holds: load.count(200) === 300,
    },
  ];
}
