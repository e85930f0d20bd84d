import type { Browser, BrowserContext, Page, Request, Response } from "playwright-core";
import type { Clock } from "../../base/clock.ts";
import { errorMessage } from "../../base/thrown.ts";
import { Blocked, NotResponding, Unreadable, WinnowError } from "../../contract/errors.ts";
import type { Exchange, RawAnswer, Transport } from "./transport.ts";

/** Headers that the browser sets better itself: it has its own cache. The language belongs to the context. */
const BROWSERS_OWN =
  /^(accept|accept-encoding|accept-language|cookie|if-none-match|if-modified-since|user-agent|host|connection|content-length|sec-.*|upgrade-insecure-requests)$/;

/** A context with its cookies is closed after this long without use. */
const CONTEXT_IDLE_MS = 10 * 60_000;
/** How long an interstitial may take to admit the browser, within the deadline. */
const WALL_MS = 20_000;
const LOOK_AGAIN_MS = 250;

interface Kept {
  context: Promise<BrowserContext>;
  closeLater(): void;
}

/**
 * A remote browser over CDP, for pages that need one. A page is opened in a tab and returned as rendered, once it is no
 * longer an interstitial; data is fetched from inside a tab of the site. There is one context per origin and language, so
 * that cookies last until the next exchange. The browser is another process: we connect on first use and disconnect without
 * closing it. Each context has its own proxy, so one browser serves routes through several.
 */
export function browserTransport(endpoint: string, proxy: URL | null, clock: Clock): Transport {
  let joining: Promise<Browser> | null = null;
  const contexts = new Map<string, Kept>();

  async function join(): Promise<Browser> {
    joining ??= import("playwright-core").then(({ chromium }) => chromium.connectOverCDP(endpoint));
    try {
      const browser = await joining;
      if (browser.isConnected()) return browser;
    } catch (error) {
      forget();
      throw error;
    }
    forget();
    throw new NotResponding("the browser has gone");
  }

  function forget(): void {
    joining = null;
    for (const { closeLater } of contexts.values()) closeLater();
    contexts.clear();
  }

  function contextFor(origin: string, locale: string | null): Promise<BrowserContext> {
    const key = `${origin} ${locale ?? ""}`;
    const kept = contexts.get(key);
    kept?.closeLater();
    const context =
      kept?.context ??
      join().then((browser) => browser.newContext({ ...(locale && { locale }), ...proxyOptions(proxy) }));
    const callOff = clock.after(CONTEXT_IDLE_MS, () => {
      contexts.delete(key);
      void context.then((opened) => opened.close()).catch(() => {});
    });
    contexts.set(key, { context, closeLater: callOff });
    context.catch(() => {
      callOff();
      contexts.delete(key);
    });
    return context;
  }

  return {
    async send(exchange) {
      const { signal, url, headers } = exchange;
      let page: Page | null = null;
      const leave = () => void page?.close().catch(() => {});
      signal.addEventListener("abort", leave, { once: true });
      try {
        await join();
        const context = await contextFor(url.origin, localeOf(headers["accept-language"]));
        signal.throwIfAborted();
        await context.addCookies(cookiesOf(headers.cookie, url));
        page = await context.newPage();
        await keepToOrigin(page, url.origin);
        const answer = await (isPage(exchange)
          ? openPage(page, url.href, exchange, clock)
          : fetchInside(page, exchange, clock));
        exchange.onBytes(answer.body.length);
        if (answer.body.length > exchange.maxBytes) {
          throw new Unreadable(`the body is larger than ${exchange.maxBytes} bytes`);
        }
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof WinnowError) throw error;
        throw new NotResponding(`browser: ${errorMessage(error).split("\n")[0]}`, error);
      } finally {
        signal.removeEventListener("abort", leave);
        leave();
      }
    },
    async close() {
      const browser = await joining?.catch(() => null);
      forget();
      await browser?.close();
    },
  };
}

/** The request's own setting, or else its accept header: a request that accepts anything opens a page. */
const isPage = ({ as, method, headers }: Exchange): boolean =>
  as ? as === "page" : method === "GET" && /^(text\/html|\*\/\*|$)/.test(headers.accept ?? "");

const proxyOptions = (proxy: URL | null) =>
  proxy && {
    proxy: {
      server: `${proxy.protocol}//${proxy.host}`,
      ...(proxy.username && {
        username: decodeURIComponent(proxy.username),
        password: decodeURIComponent(proxy.password),
      }),
    },
  };

const localeOf = (acceptLanguage: string | undefined): string | null =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?/.exec(acceptLanguage ?? "")?.[0] ?? null;

const cookiesOf = (header: string | undefined, url: URL) =>
  (header ?? "").split(";").flatMap((pair) => {
    const [, name, value = ""] = /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? [];
    return name === undefined ? [] : [{ name, value: value.trim(), url: url.origin }];
  });

/** The tab stays at its origin: a redirect elsewhere is blocked before it happens. Pictures and fonts are not loaded. */
async function keepToOrigin(page: Page, origin: string): Promise<void> {
  await page.route("**/*", (route, request) => {
    const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame() && !isAt(request, origin);
    return leaves || /^(image|font|media)$/.test(request.resourceType()) ? route.abort() : route.continue();
  });
}

const isAt = (request: Request, origin: string) => new URL(request.url()).origin === origin;

async function openPage(page: Page, href: string, exchange: Exchange, clock: Clock): Promise<RawAnswer> {
  const { headers, isWall, signal, patienceMs = WALL_MS } = exchange;
  await page.setExtraHTTPHeaders(withoutBrowsersOwn(headers));
  let main = null as Response | null;
  page.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) main = response;
  });
  const endsAt = clock.now() + Math.min(WALL_MS, patienceMs);
  const left = () => Math.max(1, endsAt - clock.now());
  // A page that never finishes loading is read as it is.
  await page.goto(href, { waitUntil: "load", timeout: left() }).catch((error: Error) => {
    if (error.name !== "TimeoutError") throw error;
  });
  for (;;) {
    const isLate = clock.now() >= endsAt;
    // Between two documents there is nothing to read, so it is checked again.
    const answer = main && (await read(page, main).catch(() => null));
    signal.throwIfAborted();
    if (answer && (isLate || !isWall?.(answer))) return answer;
    if (isLate) throw new Blocked("the browser showed no page");
    await page.waitForTimeout(LOOK_AGAIN_MS);
    await page.waitForLoadState("load", { timeout: left() }).catch(() => {});
  }
}

async function read(page: Page, response: Response): Promise<RawAnswer> {
  const answered = response.headers();
  const isHtml = /html/.test(answered["content-type"] ?? "");
  return {
    status: response.status(),
    headers: { ...answered, ...(isHtml && { "content-type": "text/html; charset=utf-8" }) },
    setCookies: [],
    body: isHtml ? Buffer.from(await page.content()) : await response.body(),
  };
}

/** Opens the site's own page first, where an interstitial is resolved. */
async function fetchInside(page: Page, exchange: Exchange, clock: Clock): Promise<RawAnswer> {
  const { url, method, headers, body } = exchange;
  const entered = await openPage(page, `${url.origin}/`, exchange, clock);
  if (exchange.isWall?.(entered)) return entered;
  const fetched = await page.evaluate(
    async (call) => {
      const answer = await fetch(call.href, { method: call.method, headers: call.headers, body: call.body });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      let binary = "";
      for (let at = 0; at < bytes.length; at += 32_768) {
        binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      }
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: btoa(binary) };
    },
    { href: url.href, method, headers: { ...withoutBrowsersOwn(headers), ...acceptOf(headers) }, body },
  );
  return { ...fetched, setCookies: [], body: Buffer.from(fetched.body, "base64") };
}

const acceptOf = ({ accept }: Record<string, string>) => (accept ? { accept } : {});

const withoutBrowsersOwn = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !BROWSERS_OWN.test(name)));
