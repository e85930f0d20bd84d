import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../src/app/config.ts";
import { withAccounts } from "../../src/app/open-accounts.ts";
import { startWinnow } from "../../src/app/start-server.ts";

/** One call of a data operation: its id in the document, its path, and a valid body. */
export interface Call {
  id: string;
  path: string;
  body: Record<string, unknown>;
}

/** A third-party tool: what to install, and what to do with it. The result is a few words; a failure throws. */
export interface Check {
  tool: string;
  packages: string[];
  run(world: World, folder: string): Promise<string>;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

const LONGEST_MS = 300_000;

/** A service on a free port with a powerful key, and a folder for tools. Everything is removed afterwards. */
export async function openWorld() {
  const home = await mkdtemp(join(tmpdir(), "winnow-ecosystem-"));
  const env = { PORT: "0", DATA_DIR: join(home, "data"), LOG_LEVEL: "silent" };
  const config = readConfig(env);
  const running = await startWinnow(config);
  const { address } = running;
  const { secret: key } = await withAccounts(config, async ({ accounts }) => {
    const account = await accounts.createAccount({
      email: "tools@test.example",
      plan: "enterprise",
      points: 1_000_000,
    });
    return accounts.createKey(account.id, { name: "tools" });
  });
  const document: any = await (await fetch(`${address}/openapi.json`)).json();
  document.servers = [{ url: address }];
  const calls: Call[] = running.registry.entries.map(({ operation }) => ({
    id: document.paths[operation.path].post.operationId,
    path: operation.path,
    body: operation.examples[0] as Record<string, unknown>,
  }));
  const data = new Set(calls.map(({ path }) => path));
  /** Every endpoint of the document except the data operations. */
  const endpoints = Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>)
    .filter(([path]) => !data.has(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => ({ id, path, method })),
    );

  return {
    address,
    key,
    calls,
    endpoints,
    async folderOf({ tool, packages }: Check): Promise<string> {
      const folder = join(home, tool.replace(/\W+/g, "-"));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "package.json"), '{"type":"module"}');
      await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
      const quiet = ["--no-audit", "--no-fund", "--silent", "--legacy-peer-deps"];
      if (packages.length > 0) await shell(folder, "npm", ["install", ...quiet, ...packages]);
      return folder;
    },
    async close() {
      await running.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Returns the output of a program; throws with the end of it if the program fails. A text has its arguments as words. */
export async function shell(
  folder: string,
  program: string,
  given: string | string[],
  env: Record<string, string> = {},
): Promise<string> {
  const args = typeof given === "string" ? given.split(" ") : given;
  const path = `${join(folder, "node_modules/.bin")}:${process.env.PATH}`;
  const options = { cwd: folder, timeout: LONGEST_MS, maxBuffer: 1e8, env: { ...process.env, ...env, PATH: path } };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(
      `${program} ${args.slice(0, 4).join(" ")}: ${`${stdout}\n${stderr}`.trim().slice(-40_000) || message}`,
    );
  }
}
