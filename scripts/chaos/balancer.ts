import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../test/support/free-port.ts";
import { ensureProgram, haproxy } from "../../test/support/programs.ts";

/**
 * Starts HAProxy with `deploy/haproxy.cfg`, without TLS, for the processes at these ports (or, without any, for those it
 * finds by name). Lines can be replaced.
 */
export async function startBalancer(
  folder: string,
  ports: number[],
  replaced: Record<string, string> = {},
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  let shipped = await readFile(new URL("../../deploy/haproxy.cfg", import.meta.url), "utf8");
  for (const [line, other] of Object.entries(replaced)) {
    if (!shipped.includes(line)) throw new Error(`deploy/haproxy.cfg has no line "${line}"`);
    shipped = shipped.replaceAll(line, other);
  }
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, settingsFor(shipped, port, ports));
  const child = spawn(await ensureProgram(haproxy), ["-f", file, "-db"], { stdio: ["ignore", "ignore", "inherit"] });
  return { url: `http://127.0.0.1:${port}`, child };
}

function settingsFor(shipped: string, port: number, ports: number[]): string {
  const servers = ports.map((one, at) => `  server s${at} 127.0.0.1:${one}\n`).join("");
  const byName = / {2}server-template .*\n/g;
  return (
    shipped
      // One of two CPUs is enough for it; a second thread would only compete with the processes it balances.
      .replace("global\n", "global\n  nbthread 1\n")
      // Limited by the open files allowed here.
      .replace("maxconn 20000", "maxconn 9000")
      .replace(/^frontend plain\n(?: {2}.*\n)+/m, "")
      .replace(/bind :8443 .*/, `bind 127.0.0.1:${port}`)
      .replace(byName, (line) => servers || line)
  );
}
