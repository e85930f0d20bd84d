import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { installTools } from "../scripts/support/install-tools.ts";
import { readConfig } from "../src/app/config.ts";
import { type Running, startWinnow } from "../src/app/start-server.ts";
import { ensureDashboardBuilt } from "../src/cli/bundle/build-dashboard.ts";
import { Visitor } from "../test/support/dashboard/dashboard.ts";
import { chromium as chromiumProgram, ensureProgram } from "../test/support/programs.ts";
import type { Suite, Table } from "./support/suite.ts";

/** Targets. */
const MIN_FRAMES = 50;
const MIN_SCORE = 95;
const MIN_ON_PHONE = 75;
const RECORDS = 10_000;

interface Bench {
  running: Running;
  browser: Browser;
  port: number;
  visitor: Visitor;
}

/** A service with its built dashboard, a signed-in user, and a browser that Lighthouse can reach. */
async function withBench<T>(work: (bench: Bench) => Promise<T>, sourcesFolder?: string): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-bench-dashboard-"));
  await ensureDashboardBuilt({ info() {}, error: (_context, message) => console.error(message) });
  const config = readConfig({ PORT: "0", DATA_DIR: folder, LOG_LEVEL: "silent" });
  const running = await startWinnow(config, sourcesFolder ? { sourcesFolder } : {});
  const port = 20_000 + (process.pid % 20_000);
  const browser = await chromium.launch({
    executablePath: await ensureProgram(chromiumProgram),
    args: ["--headless", "--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    const visitor = new Visitor(running);
    await visitor.signUp("ada@people.example");
    await visitor.confirm("ada@people.example");
    return await work({ running, browser, port, visitor });
  } finally {
    await browser.close();
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface TraceEvent {
  name: string;
  ts: number;
}

/** Frames drawn while scrolling, from Chromium's own trace. */
async function scroll(page: Page): Promise<{ perSecond: number; frames: number; seconds: number }> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const grid = page.getByRole("region", { name: "Records", exact: true });
  const box = (await grid.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline.frame"] },
  });
  // Scrolls the frame a little on every animation frame, from the first record to the last thousand.
  await grid.evaluate(
    (frame: any) =>
      new Promise<void>((done) => {
        const start = performance.now();
        const step = (now: number) => {
          frame.scrollTop += 120;
          if (now - start > 5_000) done();
          else (globalThis as any).requestAnimationFrame(step);
        };
        (globalThis as any).requestAnimationFrame(step);
      }),
  );
  const ended = new Promise<void>((done) => session.once("Tracing.tracingComplete", () => done()));
  await session.send("Tracing.end");
  await ended;
  const drawn = events.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts);
  const seconds = (Math.max(...drawn) - Math.min(...drawn)) / 1e6;
  return { frames: drawn.length, seconds, perSecond: (drawn.length - 1) / seconds };
}

async function grid(): Promise<Table> {
  const { frames, seconds, perSecond } = await withBench(
    async ({ browser, running, visitor }) => {
      const context = await browser.newContext({ baseURL: running.address, viewport: { width: 1440, height: 900 } });
      await context.addCookies(cookies(visitor, running.address));
      const page = await context.newPage();
      await page.goto("/playground?operation=/api/lots/records");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("View in history").waitFor({ timeout: 120_000 });
      return scroll(page);
    },
    join(import.meta.dirname, "support/dashboard-sources"),
  );
  const met = perSecond >= MIN_FRAMES ? "met" : "NOT MET";
  return {
    title: `The grid with ${RECORDS.toLocaleString("en-US")} records, scrolled 120 px a frame`,
    columns: ["frames drawn", "seconds", "frames a second"],
    rows: [[frames, seconds, perSecond]],
    notes: [
      `${met}: at least ${MIN_FRAMES} frames a second, of the 60 that Chromium gives; measured ${perSecond.toFixed(1)}`,
    ],
  };
}

function cookies(visitor: Visitor, url: string) {
  return visitor.cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
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
  run: async () => [await grid(), await scores()],
} satisfies Suite;
