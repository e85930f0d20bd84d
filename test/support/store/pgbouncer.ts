import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../free-port.ts";
import { ensureProgram, pgbouncer } from "../programs.ts";

/**
 * Starts Debian's pgbouncer in transaction mode in front of a database, with the given number of connections to it. Returns
 * its address for that database.
 */
export async function startPgbouncer(databaseUrl: string, serverConnections: number) {
  const program = await ensureProgram(pgbouncer);
  const folder = await mkdtemp(join(tmpdir(), "winnow-pgbouncer-"));
  const port = await freePort();
  const target = new URL(databaseUrl);
  const file = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users.txt"), `"${target.username}" ""\n`);
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
logfile = ${join(folder, "log")}
`,
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chmod(folder, 0o777);
  const [command, ...words] = [...(isRoot ? ["setpriv", "--reuid=postgres", "--clear-groups"] : []), program, file];
  const child = spawn(command!, words, { stdio: ["ignore", "ignore", "pipe"] });
  // It first prints its addresses, and last that it is ready.
  for await (const line of createInterface({ input: child.stderr })) if (line.includes("process up")) break;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
