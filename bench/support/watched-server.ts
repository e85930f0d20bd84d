import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trace } from "@opentelemetry/api";
import { readConfig } from "../../src/config.ts";
import { startWinnow } from "../../src/main.ts";
import { withAccounts } from "../../src/open-accounts.ts";
import { traceWith } from "../../src/tracing.ts";
import { startProfile } from "./profiled-share.ts";

/**
 * One process with the service twice, unwatched and watched, so that both share what a process happens to be given;
 * started with the site's port, the collector's, the traces a second and which of the two starts first. Told which of the two is to
 * be asked next, it says its processor time up to then. Told to, it profiles itself and says what share of it was watching.
 */
type Started = Awaited<ReturnType<typeof start>>;
const [sitePort, collectorPort, traces, first] = process.argv.slice(2);
const limits = { ten_second: 1e7, minutely: 1e7, hourly: 1e7, daily: 1e8, monthly: 1e8 };
const folder = await mkdtemp(join(tmpdir(), "winnow-bench-"));
const plans = join(folder, "plans.json");
await writeFile(plans, JSON.stringify({ growth: { points: 1e9, once: false, ...limits } }));

async function start(watched: boolean) {
  const config = readConfig({
    PORT: "0",
    DATA_DIR: join(folder, String(watched)),
    LOG_LEVEL: "warn",
    PLANS_FILE: plans,
    WINNOW_NLRETAIL_ORIGIN: `http://127.0.0.1:${sitePort}`,
    WINNOW_NLRETAIL_CONCURRENCY: "64",
    WINNOW_NLRETAIL_PER_SECOND: "10000",
    ...(watched &&
      traces !== "none" && {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
        ...(traces !== "default" && { TRACES_PER_SECOND: traces }),
      }),
  });
  const key = await withAccounts(config, async ({ accounts }) => {
    const { id } = await accounts.createAccount({ email: "bench@people.example", plan: "growth" });
    return (await accounts.createKey(id, { name: "bench" })).secret;
  });
  const running = await startWinnow(config, { watched });
  return { running, about: { port: Number(new URL(running.address).port), key } };
}

const begun = [await start(first === "watched"), await start(first !== "watched")];
const [unwatched, watched] = (first === "watched" ? begun.reverse() : begun) as [Started, Started];
let endProfile: (() => Promise<number>) | undefined;
process.on("message", async (next: "unwatched" | "watched" | "profile" | "share") => {
  if (next === "profile") {
    endProfile = await startProfile();
    return process.send!({});
  }
  if (next === "share") return process.send!({ share: await endProfile!() });
  // The tracer is the process's own: without this the unwatched service would be traced too.
  if (traces !== "none") traceWith(next === "watched" ? trace.getTracer("winnow") : null);
  return process.send!({ cpu: process.cpuUsage() });
});
process.on("disconnect", async () => {
  for (const { running } of [unwatched, watched]) await running.close();
  await rm(folder, { recursive: true, force: true });
  process.exit();
});
process.send!({ unwatched: unwatched.about, watched: watched.about });
