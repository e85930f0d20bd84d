/**
 * `npm run readers [-- --readers 500 --links 20 --seconds 120 --format csv]`: readers without a key open links to 5,000
 * records and do not read, all on 127.0.0.1. Prints memory and the latency of `/health` before and meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { options } from "../../scripts/support/options.ts";
import { percentile } from "../../scripts/support/percentile.ts";
import { processorMs, residentMb } from "../../scripts/support/process-figures.ts";
import { openReaders } from "../../test/drills/readers/unread-readers.ts";
import { StartedService } from "../support/started-service.ts";

const values = options({ readers: 500, links: 20, networks: 100, seconds: 120, records: 5_000, format: "csv" });

Object.assign(process.env, {
  WINNOW_RURETAIL_ORIGIN: "stand-in",
  WINNOW_RURETAIL_PER_SECOND: "10000",
  WINNOW_RURETAIL_CONCURRENCY: "16",
});
const service = await StartedService.start(process.env.DATABASE_URL ?? "");
const address = `http://127.0.0.1:${service.port}`;

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(address + path, {
    method,
    headers: { "access-token": service.key, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function linkedJob(): Promise<string[]> {
  const request = { query: "а", count: values.records };
  const submitted = await call("POST", "/api/ruretail/products/search", request, { prefer: "respond-async, wait=60" });
  const job = submitted.headers.get("location")!;
  const bytes = (await submitted.arrayBuffer()).byteLength;
  console.log(`${submitted.headers.get("x-results-count")} records, ${(bytes / 2 ** 20).toFixed(1)} MiB as JSON`);
  const made = Array.from({ length: values.links }, () => call("POST", `${job}/link`, { format: values.format }));
  const links = (await Promise.all((await Promise.all(made)).map((answer) => answer.json()))) as Array<{ url: string }>;
  return links.map(({ url }) => url);
}

/** Samples the service every 100 ms. */
async function watch(seconds: number) {
  const [latencies, memory]: [number[], number[]] = [[], []];
  const cpu = processorMs([service.pid]);
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; ) {
    const began = performance.now();
    const { status } = await fetch(`${address}/health`, { headers: { connection: "close" } });
    if (status !== 200) throw new Error(`/health: ${status}`);
    latencies.push(performance.now() - began);
    memory.push(residentMb(service.pid));
    await sleep(100);
  }
  return { latencies, memory, cpu: processorMs([service.pid]) - cpu };
}

function report(name: string, { latencies, memory, cpu }: Awaited<ReturnType<typeof watch>>): void {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)].map((ms) => ms.toFixed(1));
  const max = Math.max(...memory);
  console.log(
    `${name}: RSS up to ${max.toFixed(0)} MB; /health p50 ${p50} ms, p99 ${p99} ms; ${cpu.toFixed(0)} ms CPU`,
  );
}

try {
  const urls = await linkedJob();
  // A whole read first, so that what is loaded once does not count.
  await (await fetch(urls[0]!)).arrayBuffer();
  const quiet = await watch(10);
  report("quiet", quiet);
  const attack = openReaders(urls, { readers: values.readers, networks: values.networks });
  const loaded = await watch(values.seconds);
  report(`${values.readers} readers of ${urls.length} links`, loaded);
  const opened = attack.opened();
  console.log(`connections opened: ${opened}; at the end: ${JSON.stringify(await attack.end())}`);
  const grown = Math.max(...loaded.memory) - Math.max(...quiet.memory);
  console.log(`grown by ${grown.toFixed(0)} MB`);
  await service.close();
} catch (error) {
  // The readers keep the service from ending.
  console.error(error);
  process.exitCode = 1;
  service.kill();
}
process.exit();
