import type { Browser, BrowserContext, Page, Request, Response } from "playwright-core";
import { Blocked, NotResponding, Unreadable, WinnowError } from "../../contract/errors.ts";
import type { Exchange, RawAnswer, Transport } from "./transport.ts";

/** Headers that the browser sets by itself, and better. */
const BROWSERS_OWN =
  /^(accept-encoding|cookie|user-agent|host|connection|content-length|sec-|upgrade-insecure-requests)/;

/**
 * A remote browser over CDP, for pages that need one. A GET that may be a page is opened in a tab, and what comes
 * back is the page as rendered; anything else is fetched from inside a tab of the site, with its cookies. The
 * browser is somebody else's process: it is joined when first needed and left, not closed.
 */
export function browserTransport(endpoint: string): Transport {
  let joining: Promise<Browser> | null = null;
  const join = () => {
    joining ??= import("playwright-core").then(({ chromium }) => chromium.connectOverCDP(endpoint));
    joining.catch(() => {
      joining = null;
    });
    return joining;
  };
  return {
    async send(exchange) {
      const { signal } = exchange;
      let context: BrowserContext | null = null;
      const leave = () => void context?.close().catch(() => {});
      signal.addEventListener("abort", leave, { once: true });
      try {
        const browser = await join();
        if (!browser.isConnected()) {
          joining = null;
          throw new NotResponding("the browser has gone");
        }
        signal.throwIfAborted();
        context = await browser.newContext();
        const page = await context.newPage();
        await keepToOrigin(page, exchange.url.origin);
        const answer = wantsPage(exchange) ? await openPage(page, exchange) : await fetchInside(page, exchange);
        exchange.onBytes(answer.body.length);
        if (answer.body.length > exchange.maxBytes) {
          throw new Unreadable(`the body is larger than ${exchange.maxBytes} bytes`);
        }
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof WinnowError) throw error;
        throw new NotResponding(`browser: ${(error as Error).message.split("\n")[0]}`, error);
      } finally {
        signal.removeEventListener("abort", leave);
        leave();
      }
    },
    async close() {
      const browser = await joining?.catch(() => null);
      await browser?.close();
    },
  };
}

const wantsPage = ({ method, headers }: Exchange) => method === "GET" && !/json/.test(headers.accept ?? "");

/** The tab stays at its origin: a redirect elsewhere is refused before it is made. Pictures and fonts are not loaded. */
async function keepToOrigin(page: Page, origin: string): Promise<void> {
  await page.route("**/*", (route, request) => {
    const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame() && !isAt(request, origin);
    return leaves || /^(image|font|media)$/.test(request.resourceType()) ? route.abort() : route.continue();
  });
}

const isAt = (request: Request, origin: string) => new URL(request.url()).origin === origin;

async function openPage(page: Page, { url, headers }: Exchange): Promise<RawAnswer> {
  await page.setExtraHTTPHeaders(withoutBrowsersOwn(headers));
  let main: Response | null = null;
  page.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) main = response;
  });
  const first = await page.goto(url.href, { waitUntil: "load", timeout: 0 });
  const last = (main ?? first) as Response | null;
  if (!last) throw new Blocked("the browser showed no page");
  const answered = last.headers();
  const isPage = /html/.test(answered["content-type"] ?? "");
  return {
    status: last.status(),
    headers: { ...answered, ...(isPage && { "content-type": "text/html; charset=utf-8" }) },
    setCookies: [],
    body: isPage ? Buffer.from(await page.content()) : await last.body(),
  };
}

async function fetchInside(page: Page, { url, method, headers, body }: Exchange): Promise<RawAnswer> {
  await page.goto(url.origin, { waitUntil: "load", timeout: 0 });
  const fetched = await page.evaluate(
    async (asked) => {
      const answer = await fetch(asked.href, { method: asked.method, headers: asked.headers, body: asked.body });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      let binary = "";
      for (let at = 0; at < bytes.length; at += 32_768) {
        binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      }
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: btoa(binary) };
    },
    { href: url.href, method, headers: withoutBrowsersOwn(headers), body },
  );
  return { ...fetched, setCookies: [], body: Buffer.from(fetched.body, "base64") };
}

const withoutBrowsersOwn = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !BROWSERS_OWN.test(name)));
