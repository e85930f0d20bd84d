import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { openPool } from "./postgres-pool.ts";

const run = promisify(execFile);
let folder: string;
let url: string;

/** A self-signed certificate for a name, which is its own CA. */
async function certificate(name: string, subject: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await run("openssl", [
    ...request,
    "-subj",
    "/CN=winnow",
    "-addext",
    `subjectAltName=${subject}`,
    "-keyout",
    key,
    "-out",
    cert,
  ]);
  return { cert, key };
}

/** Makes the run's PostgreSQL offer TLS with this certificate; clients without TLS see no difference. */
async function serveWith({ cert, key }: { cert: string; key: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("show data_directory");
  const { uid, gid } = await stat(rows[0].data_directory);
  await chmod(folder, 0o711);
  await chmod(key, 0o600);
  await chown(key, uid, gid);
  for (const [name, value] of [
    ["ssl_cert_file", cert],
    ["ssl_key_file", key],
    ["ssl", "on"],
  ]) {
    await client.query(`alter system set ${name} = '${value}'`);
  }
  await client.query("select pg_reload_conf()");
  await client.end();
}

/** Whether a connection is encrypted, or why it failed. */
async function connect(sslmode: string, sslrootcert?: string): Promise<boolean | string> {
  const words = new URLSearchParams({ sslmode, ...(sslrootcert && { sslrootcert }) });
  const pool = openPool(`${url}?${words}`, 1);
  try {
    const { rows } = await pool.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    return rows[0].ssl;
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  } finally {
    await pool.end();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-tls-"));
  url = await freshDatabase();
});
afterAll(async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of ["ssl", "ssl_cert_file", "ssl_key_file"]) await client.query(`alter system reset ${name}`);
  await client.query("select pg_reload_conf()");
  await client.end();
  await rm(folder, { recursive: true, force: true });
});

test("sslmode in the address: no-verify encrypts, verify-full rejects another CA and another name, disable stays plain", async () => {
  const own = await certificate("own", "IP:127.0.0.1");
  const other = await certificate("other", "IP:127.0.0.1");
  await serveWith(own);
  // The new settings apply once the server has read them.
  await expect.poll(() => connect("no-verify")).toBe(true);
  expect(await connect("disable")).toBe(false);
  expect(await connect("verify-full", own.cert)).toBe(true);
  expect(await connect("verify-full", other.cert)).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY|CERT/);
  expect(await connect("verify-full")).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY|CERT/);
  expect(await connect("verify-full", join(folder, "missing.crt"))).toBe("ENOENT");
  const elsewhere = await certificate("elsewhere", "DNS:db.example");
  await serveWith(elsewhere);
  await expect.poll(() => connect("verify-full", elsewhere.cert)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(await connect("no-verify")).toBe(true);
});
