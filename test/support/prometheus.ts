import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./free-port.ts";
import { ensureProgram, prometheus } from "./programs.ts";

export interface RunningPrometheus {
  /** Evaluates a query now: values by their labels. */
  query(text: string): Promise<Array<{ metric: Record<string, string>; value: number }>>;
  /** promtool's findings on the text of a scrape; empty if there are none. */
  lint(metrics: string): Promise<string>;
  close(): Promise<void>;
}

/** A separate Prometheus that scrapes one target five times a second. */
export async function startPrometheus(target: string, token: string): Promise<RunningPrometheus> {
  const program = await ensureProgram(prometheus);
  const folder = await mkdtemp(join(tmpdir(), "winnow-prometheus-"));
  const port = await freePort();
  const config = `scrape_configs:\n  - job_name: winnow\n    scrape_interval: 200ms\n    scrape_timeout: 200ms\n    authorization: { credentials: "${token}" }\n    static_configs:\n      - targets: ["${target}"]\n`;
  await writeFile(join(folder, "prometheus.yml"), config);
  const args = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ];
  const server = spawn(program, args, { stdio: "ignore" });
  const api = `http://127.0.0.1:${port}/api/v1/query`;
  return {
    async query(text) {
      const answer = await fetch(`${api}?${new URLSearchParams({ query: text })}`).catch(() => null);
      if (!answer?.ok) return [];
      const { data } = (await answer.json()) as { data: { result: Array<{ metric: any; value: [number, string] }> } };
      return data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    lint: (metrics) => said(spawn(join(dirname(program), "promtool"), ["check", "metrics"]), metrics),
    async close() {
      const ended = once(server, "exit");
      if (server.exitCode === null) server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function said(child: ChildProcess, input: string): Promise<string> {
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (output += chunk));
  child.stdin!.end(input);
  await once(child, "close");
  return output;
}
