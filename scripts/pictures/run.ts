import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { readConfig } from "../../src/app/config.ts";
import { startWinnow } from "../../src/app/start-server.ts";
import { ensureDashboardBuilt } from "../../src/cli/bundle/build-dashboard.ts";
import { builtFolder } from "../../src/entry/dashboard/built-folder.ts";
import { pagesIn } from "../../src/entry/dashboard/pages.ts";
import { fillAccount } from "../../test/support/dashboard/sample-account.ts";
import { chromium as chromiumProgram, ensureProgram } from "../../test/support/programs.ts";
import { options } from "../support/options.ts";
import { type Picture, pictures } from "./pictures.ts";

/**
 * Takes a picture of every page of the dashboard with sample data: at four widths in both colour schemes (`--out folder`),
 * or those shown in docs/dashboard.md (`--docs`). `--only keys,usage` takes some of them.
 */
const wanted = options({ out: join(tmpdir(), "winnow-pictures"), docs: false, only: "" });
const WIDTHS = [1440, 1024, 768, 390];
const SCHEMES = ["light", "dark"] as const;
const DOCS = join(import.meta.dirname, "../../docs/pictures");
const TALLEST = 1_800;
/** The docs show a picture at a third of a page's width. */
const DOCS_SCALE = 0.5;
const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

const folder = wanted.docs ? DOCS : wanted.out;
const page = await readFile(join(import.meta.dirname, "../../docs/dashboard.md"), "utf8");
const shown = wanted.docs ? [...page.matchAll(/pictures\/([\w-]+)\.webp/g)].map(([, name]) => name) : null;
const only = wanted.only === "" ? shown : wanted.only.split(",");

async function shoot(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const size = (await page.evaluate(
    "({ width: innerWidth, height: Math.max(innerHeight, document.documentElement.scrollHeight) })",
  )) as { width: number; height: number };
  const height = wanted.docs ? 900 : Math.min(TALLEST, size.height);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 60,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: size.width, height, scale: wanted.docs ? DOCS_SCALE : 1 },
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, "base64"));
}

async function open(page: Page, { path, act }: Picture): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.addStyleTag({ content: STILL }).catch(() => {});
  await act?.(page);
}

async function take(page: Page, picture: Picture): Promise<void> {
  const widths = wanted.docs ? [1440] : WIDTHS;
  const schemes = wanted.docs ? (["light"] as const) : SCHEMES;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: widths[0]!, height: 900 });
  await open(page, picture);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
      // Tables measure themselves after a resize, and the page follows the colour scheme one frame later.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      const name = wanted.docs ? picture.name : `${picture.name}-${width}-${colorScheme}`;
      await shoot(page, join(folder, `${name}.webp`));
    }
  }
  console.info(picture.name);
}

async function contextFor(browser: Browser, baseURL: string, cookie: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL });
  context.setDefaultTimeout(30_000);
  const cookies = (cookie ?? "").split("; ").filter(Boolean);
  await context.addCookies(
    cookies.map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: baseURL };
    }),
  );
  return context;
}

await mkdir(folder, { recursive: true });
await ensureDashboardBuilt({ info() {}, error: (_context, message) => console.error(message) });
const data = join(tmpdir(), `winnow-pictures-data-${process.pid}`);
const config = readConfig({ PORT: "0", DATA_DIR: data, LOG_LEVEL: "silent", ADMIN_EMAIL: "ada@people.example" });
const running = await startWinnow(config);
const browser = await chromium.launch({
  executablePath: await ensureProgram(chromiumProgram),
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
try {
  const account = await fillAccount(running, data);
  const failed: string[] = [];
  for (const signedIn of [false, true]) {
    const context = await contextFor(browser, running.address, signedIn ? account.cookie : null);
    for (const picture of pictures(pagesIn(builtFolder), account).filter((one) => one.signedIn === signedIn)) {
      if (only && !only.includes(picture.name)) continue;
      const page = await context.newPage();
      await take(page, picture).catch((error: Error) => failed.push(`${picture.name}: ${error.message}`));
      await page.close();
    }
    await context.close();
  }
  for (const fault of failed) console.error(fault);
  console.info(`${folder}${failed.length > 0 ? `, ${failed.length} not taken` : ""}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await running.close();
  await rm(data, { recursive: true, force: true });
}
