import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { readConfig } from "../../src/app/config.ts";
import { startWinnow } from "../../src/app/start-server.ts";

/** Started as a process of its own: the service on its stand-ins, and a Fastify that answers a constant. */
export interface Served {
  service: string;
  constant: string;
  key: string;
}

const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
const limits = { ten_second: 1e6, minutely: 1e6, hourly: 1e6, daily: 1e6, monthly: 1e6 };
const plansFile = join(folder, "plans.json");
writeFileSync(plansFile, JSON.stringify({ growth: { points: 1e8, once: false, ...limits } }));
const config = readConfig({ PORT: "0", DATA_DIR: folder, LOG_LEVEL: "silent", PLANS_FILE: plansFile });
const running = await startWinnow(config);

/** The body is told once it is known, so that both answer the same. */
let answer = "[]";
const constant = Fastify();
constant.post("/constant", (_request, reply) => reply.type("application/json").send(answer));
await constant.listen({ port: 0, host: "127.0.0.1" });
const { port } = constant.server.address() as { port: number };

process.on("message", (told: string) => {
  answer = told;
});
process.on("disconnect", async () => {
  await Promise.all([constant.close(), running.close()]);
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({
  service: running.address,
  constant: `http://127.0.0.1:${port}`,
  key: running.demoKey ?? "",
} satisfies Served);
