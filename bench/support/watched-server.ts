import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { startWinnow } from "../../src/main.ts";
import { withAccounts } from "../../src/open-accounts.ts";

/** Started as a process of its own, with the site's port, the collector's and how it is watched; says its processor time when asked. */
const [sitePort, collectorPort, watching] = process.argv.slice(2);
const limits = { ten_second: 1e7, minutely: 1e7, hourly: 1e7, daily: 1e8, monthly: 1e8 };
const folder = await mkdtemp(join(tmpdir(), "winnow-bench-"));
const plans = join(folder, "plans.json");
await writeFile(plans, JSON.stringify({ growth: { points: 1e9, once: false, ...limits } }));
const config = readConfig({
  PORT: "0",
  DATA_DIR: folder,
  LOG_LEVEL: "warn",
  PLANS_FILE: plans,
  WINNOW_NLRETAIL_ORIGIN: `http://127.0.0.1:${sitePort}`,
  WINNOW_NLRETAIL_CONCURRENCY: "64",
  WINNOW_NLRETAIL_PER_SECOND: "10000",
  ...(watching!.startsWith("traced") && { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` }),
  ...(watching === "traced" && { OTEL_TRACES_SAMPLER_ARG: "0.1" }),
});
const key = await withAccounts(config, async ({ accounts }) => {
  const { id } = await accounts.createAccount({ email: "bench@people.example", plan: "growth" });
  return (await accounts.createKey(id, { name: "bench" })).secret;
});
const running = await startWinnow(config, { watched: watching !== "unwatched" });
process.on("message", () => process.send!({ cpu: process.cpuUsage() }));
process.on("disconnect", async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
  process.exit();
});
process.send!({ port: Number(new URL(running.address).port), key });
