import { rm } from "node:fs/promises";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import type { ServiceOptions } from "../../src/app/open-service.ts";
import { type Running, startWinnow } from "../../src/app/start-server.ts";
import { ensureDashboardBuilt } from "../../src/cli/bundle/build-dashboard.ts";
import type { SignUpAnswer } from "../../src/endpoints/dashboard/types.ts";
import { quickPasswords } from "../support/dashboard/dashboard.ts";
import { freePort } from "../support/free-port.ts";
import { chromium as chromiumProgram, ensureProgram } from "../support/programs.ts";
import { suiteLog } from "../support/secrets/log.ts";
import { storeFolder } from "../support/store/store-folder.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Pages that poll every few seconds do so several times a second, because tests wait for the next poll. */
const QUICK_POLLS = `window.setInterval = ((own) => (run, ms, ...given) =>
  own(run, ms >= 1_000 && ms <= 10_000 ? 400 : ms, ...given))(window.setInterval)`;

/** One browser per worker: workers keep their modules from file to file. It ends with the worker. */
let launched: Promise<Browser> | undefined;

export const launchedBrowser = (): Promise<Browser> =>
  (launched ??= ensureProgram(chromiumProgram).then((executablePath) =>
    chromium.launch({ executablePath, args: flags }),
  ));

interface BrowserSuite extends Pick<ServiceOptions, "sourcesFolder" | "resolveTxt" | "building"> {
  environment?: Record<string, string>;
}

/** Starts a whole service with its built dashboard and a browser context of its own, for one suite. */
export function browserSuite({ environment = {}, ...options }: BrowserSuite = {}) {
  let running: Running;
  let folder: string;
  let browser: Browser;
  let page: Page;
  const contexts: BrowserContext[] = [];
  const newContext = async (as: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const viewport = { width: 1280, height: 860 };
    // Requests that pass a service worker cannot be held or changed by a test.
    const settings = { viewport, baseURL: running.address, reducedMotion: "reduce", serviceWorkers: "block" } as const;
    const context = await browser.newContext({ ...settings, ...as });
    contexts.push(context);
    operatorTokens.set(context, running.operatorToken);
    context.setDefaultTimeout(60_000);
    await context.addInitScript(QUICK_POLLS);
    return context;
  };

  const start = async (port: string): Promise<void> => {
    const config = readConfig({ PORT: port, DATA_DIR: folder, LOG_LEVEL: "trace", ...environment });
    running = await startWinnow(config, { logTo: suiteLog, passwordCost: quickPasswords, ...options });
  };
  /** Stops the service under the open pages. Returns how to start it again. */
  const stop = async (): Promise<() => Promise<void>> => {
    const { port } = new URL(running.address);
    await running.close();
    return () => start(port);
  };

  beforeAll(async () => {
    folder = await storeFolder("browser");
    await ensureDashboardBuilt({
      info() {},
      error: (_context, message) => {
        throw new Error(message);
      },
    });
    // One that no other suite is given while a test has stopped the service.
    await start(String(await freePort()));
    browser = await launchedBrowser();
    page = await (await newContext()).newPage();
  });

  // What a person would have seen, so that a failure in CI can be told from its log.
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const open of contexts.flatMap((context) => context.pages())) {
      console.error(`${open.url()}\n${await open.locator("body").ariaSnapshot({ timeout: 5_000 })}`);
    }
  });

  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await running?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    page: () => page,
    address: () => running.address,
    running: () => running,
    folder: () => folder,
    newContext,
    stop,
  };
}

const PASSWORD = "correct horse battery";
const operatorTokens = new WeakMap<BrowserContext, string>();

/**
 * Signs up a new user through the API, because the form takes seconds, and returns the first key. The next page is loaded
 * in full.
 */
export async function signUp(page: Page, email: string, name = "Ada Lovelace"): Promise<string> {
  await page.goto("about:blank");
  const answer = await page.context().request.post("/dashboard-api/sign-up", {
    headers: { "x-winnow-dashboard": "1", "x-operator-token": operatorTokens.get(page.context())! },
    data: { name, email, password: PASSWORD },
  });
  return ((await answer.json()) as SignUpAnswer).api_key;
}

/** Opens the outbox as the operator does: from the address that the service printed. */
export async function openOutbox(page: Page): Promise<void> {
  await page.goto(`/#outbox=${operatorTokens.get(page.context())}`);
  await page.goto("/outbox");
}

/** Opens the link in the newest mail with this text. Mails arrive a moment after what they are about. */
export async function openNewestMail(page: Page, text: string): Promise<void> {
  await openOutbox(page);
  await page.getByRole("article").filter({ hasText: text }).first().getByRole("link").click();
}

/**
 * Opens a page and waits until its data is shown. From another page it navigates like a link, a tenth of the work of a
 * load.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  const isOther = new URL(path, "http://winnow").pathname !== new URL(page.url(), "http://winnow").pathname;
  // The landing page is a document of its own.
  if (isOther && path !== "/" && (await page.evaluate("typeof __TSR_ROUTER__ === 'object'"))) return goOnTo(page, path);
  await loadPage(page, path);
}

/** Loads a page in full, as if its URL had been typed. */
export async function loadPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator(".boot").waitFor({ state: "detached" });
  await shown(page);
}

async function goOnTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`(async () => {
    document.title = "";
    await __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} });
  })()`);
  // The router reports when React has rendered the new page.
  await page.waitForFunction(`(({ state }) =>
    state.status === "idle" && state.resolvedLocation?.href === state.location.href)(__TSR_ROUTER__)`);
  await shown(page);
}

async function shown(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}
