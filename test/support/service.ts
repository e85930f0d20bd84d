import { rm } from "node:fs/promises";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { readConfig } from "../../src/app/config.ts";
import type { ServiceOptions } from "../../src/app/open-service.ts";
import { startWinnow } from "../../src/app/start-server.ts";
import { noteSecret, suiteLog } from "./secrets/log.ts";
import { storeFolder } from "./store/store-folder.ts";

export interface TestKey {
  plan?: string;
  points?: number;
  sources?: string[];
  usage_context?: "standard" | "mcp_only";
  retain?: "usual" | "none";
  mode?: "live" | "test";
}

interface PostOptions {
  key?: string;
  headers?: Record<string, string>;
  query?: string;
}

/** The whole service on a fresh embedded store and a free port, with its stand-in sites. */
export async function startTestService({ env, ...options }: ServiceOptions & { env?: Record<string, string> } = {}) {
  const dataDir = await storeFolder("test");
  const config = readConfig({
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "trace",
    // Packing pages takes a thread of its own: tests about it switch it on.
    KEPT_PAGES_MB: "0",
    ...env,
  });
  const running = await startWinnow(config, { logTo: suiteLog, ...options });
  const { accounts } = running;
  let people = 0;

  const inject = (request: InjectOptions): Promise<LightMyRequestResponse> => running.server.inject(request);
  return {
    ...running,
    config,
    inject,
    demoKey: running.demoKey as string,
    /** A key of a new account. */
    async createKey({ plan = "pro", points, ...key }: TestKey = {}): Promise<string> {
      people += 1;
      const email = `person-${people}@test.example`;
      const account = await accounts.createAccount({ email, plan, points: points ?? null });
      return noteSecret("API key", (await accounts.createKey(account.id, { name: "test", ...key })).secret);
    },
    makeAdmin: (accountId: string) => accounts.setRole(accountId, "admin"),
    post: (path: string, body: unknown, { key, headers = {}, query = "" }: PostOptions = {}) =>
      inject({
        method: "POST",
        url: `${path}${query}`,
        headers: { "content-type": "application/json", ...(key && { "access-token": key }), ...headers },
        payload: typeof body === "string" ? body : JSON.stringify(body),
      }),
    get: (path: string, key?: string) =>
      inject({ method: "GET", url: path, headers: key ? { "access-token": key } : {} }),
    async close() {
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;
