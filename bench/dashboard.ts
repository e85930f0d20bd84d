import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { installTools } from "../scripts/support/install-tools.ts";
import { readConfig } from "../src/app/config.ts";
import { type Running, startWinnow } from "../src/app/start-server.ts";
import { ensureDashboardBuilt } from "../src/cli/bundle/build-dashboard.ts";
import { Visitor } from "../test/support/dashboard/dashboard.ts";
import { chromium as chromiumProgram, ensureProgram } from "../test/support/programs.ts";
import type { Suite, Table } from "./support/suite.ts";

/** Targets. */
const MIN_SCORE = 95;
const MIN_ON_PHONE = 75;

interface Bench {
  running: Running;
  /** Where Lighthouse reaches the browser. */
  port: number;
  visitor: Visitor;
}

/** A service with its built dashboard, a signed-in user, and a browser. */
async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-bench-dashboard-"));
  await ensureDashboardBuilt({ info() {}, error: (_context, message) => console.error(message) });
  const running = await startWinnow(readConfig({ PORT: "0", DATA_DIR: folder, LOG_LEVEL: "silent" }));
  const port = 20_000 + (process.pid % 20_000);
  const browser = await chromium.launch({
    executablePath: await ensureProgram(chromiumProgram),
    args: ["--headless", "--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    const visitor = new Visitor(running);
    await visitor.signUp("ada@people.example");
    await visitor.confirm("ada@people.example");
    return await work({ running, port, visitor });
  } finally {
    await browser.close();
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const pages = [
  ["/", "landing"],
  ["/sign-in", "sign-in"],
  ["/status", "status"],
  ["/overview", "overview"],
  ["/playground", "playground"],
] as const;
const signedIn: readonly string[] = ["/overview", "/playground"];

async function scores(): Promise<Table> {
  installTools(import.meta.dirname);
  const { default: lighthouse, desktopConfig } = await import("lighthouse");
  const rows = await withBench(async ({ running, port, visitor }) => {
    const measured: Array<Array<string | number>> = [];
    for (const device of ["desktop", "phone"] as const) {
      for (const [path, name] of pages) {
        const result = await lighthouse(
          `${running.address}${path}`,
          { port, logLevel: "error", ...(signedIn.includes(path) && { extraHeaders: { cookie: visitor.cookie } }) },
          device === "desktop" ? desktopConfig : undefined,
        );
        const { categories, audits, environment } = result!.lhr;
        const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
        measured.push([
          name,
          device,
          ...["performance", "accessibility", "best-practices", "seo"].map((id) => String(score(id))),
          ...[
            "first-contentful-paint",
            "largest-contentful-paint",
            "total-blocking-time",
            "cumulative-layout-shift",
          ].map((id) => audits[id]?.displayValue ?? ""),
          String(Math.round(environment.benchmarkIndex)),
        ]);
        if (process.env.BENCH_DETAILS) console.error(name, device, failing(audits));
      }
    }
    return measured;
  });
  const onPhone = rows.filter(([, device]) => device === "phone").map(([, , performance]) => Number(performance));
  const others = rows.flatMap(([, device, ...scores]) => scores.slice(device === "phone" ? 1 : 0, 4).map(Number));
  return {
    title: "Lighthouse",
    columns: [
      "page",
      "device",
      "performance",
      "accessibility",
      "best practices",
      "SEO",
      "FCP",
      "LCP",
      "TBT",
      "CLS",
      "machine",
    ],
    rows,
    notes: [
      minimum(
        `performance of at least ${MIN_ON_PHONE} on a phone, which Lighthouse makes four times as slow`,
        onPhone,
        MIN_ON_PHONE,
      ),
      minimum(`at least ${MIN_SCORE} in everything else`, others, MIN_SCORE),
    ],
  };
}

const minimum = (what: string, scores: number[], min: number): string =>
  `${Math.min(...scores) >= min ? "met" : "NOT MET"}: ${what}; the least is ${Math.min(...scores)}`;

/** Audits that lost points. */
const failing = (audits: Record<string, { id: string; score: number | null; displayValue?: string }>): string =>
  Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, score, displayValue }) => `${id} ${score} ${displayValue ?? ""}`)
    .join("\n  ");

export default {
  name: "The dashboard",
  run: async () => [await scores()],
} satisfies Suite;
