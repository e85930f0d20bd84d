import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { ensureProgram, postgres } from "../programs.ts";

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

export interface Cluster {
  /** Address of a database, by name. */
  url(database: string): string;
  /** Stops it, with every connection, and starts it again. */
  restart(): Promise<void>;
  /** All its process ids, for tests that pause and resume them. */
  pids(): Promise<number[]>;
  stop(): Promise<void>;
}

export interface ClusterSettings {
  /** Off is faster; what a crash of our own process loses does not depend on it. */
  fsync: boolean;
}

/** A separate PostgreSQL in a temporary folder, on a free port on loopback. */
export async function startCluster(settings: ClusterSettings): Promise<Cluster> {
  const place = await newPlace();
  const { data, asOwner } = place;
  await asOwner("initdb", ["-D", data, "-U", "winnow", "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
  return startServer(place, settings);
}

/** A second PostgreSQL that has every commit of the first before its client is told of it, and can take over. */
export async function startStandby(first: Cluster): Promise<Cluster & { promote(): Promise<unknown> }> {
  const place = await newPlace();
  const { data, asOwner } = place;
  const url = first.url("postgres");
  await asOwner("pg_basebackup", ["-D", data, "-R", "-X", "stream", "-c", "fast", "-d", url]);
  const standby = await startServer(place, { fsync: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query("select pg_reload_conf()");
  await client.end();
  return { ...standby, promote: () => asOwner("pg_ctl", ["-D", data, "-w", "promote"]) };
}

type Place = Awaited<ReturnType<typeof newPlace>>;

async function newPlace() {
  const bin = await ensureProgram(postgres);
  const folder = await mkdtemp(join(tmpdir(), "winnow-postgres-"));
  await chmod(folder, 0o700);
  const owner = isRoot ? await userPostgres() : null;
  if (owner) await chown(folder, owner.uid, owner.gid);
  const asOwner = (program: string, args: string[]) => run(join(bin, program), args, { cwd: folder, ...owner });
  return { folder, data: join(folder, "data"), asOwner };
}

async function startServer({ folder, data, asOwner }: Place, { fsync }: ClusterSettings): Promise<Cluster> {
  const port = await freePort();
  // The WAL contains everything ever written: secrets are searched for there at the end of the suite.
  const seen = process.env.WINNOW_SEEN;
  if (seen) await symlink(join(data, "pg_wal"), join(seen, `wal-${port}`));
  const options = [
    `-p ${port}`,
    "-c listen_addresses=127.0.0.1",
    `-c unix_socket_directories=${folder}`,
    "-c max_connections=200",
    "-c log_min_messages=fatal",
    ...(fsync ? [] : ["-c fsync=off", "-c full_page_writes=off"]),
    ...(seen ? ["-c wal_keep_size=8GB", "-c wal_compression=off"] : []),
  ].join(" ");
  const start = () => asOwner("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"]);
  await start();
  const stop = async () => {
    await asOwner("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]);
    await rm(folder, { recursive: true, force: true });
  };
  return {
    async restart() {
      await asOwner("pg_ctl", ["-D", data, "-w", "-m", "fast", "stop"]);
      await start();
    },
    async pids() {
      const [first] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
      const { stdout } = await run("ps", ["-o", "pid=", "--ppid", first!]);
      return [Number(first), ...stdout.split("\n").map(Number).filter(Boolean)];
    },
    url: (database) => `postgres://winnow@127.0.0.1:${port}/${database}`,
    stop,
  };
}

/** PostgreSQL refuses to run as root. */
async function userPostgres(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(["-u", "-g"].map((which) => run("id", [which, "postgres"])));
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) };
}
