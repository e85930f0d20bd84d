import type { CookieJar } from "tough-cookie";
import { Blocked } from "../contract/errors.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import { makeAnswer } from "./answer.ts";
import type { EndedExchange } from "./recording/recorder.ts";
import { cookieHeader, cookieName, keepCookies, newJar } from "./route-cookies.ts";
import { isSameSite } from "./same-site.ts";
import { pageMemory } from "./transport/page-memory.ts";
import type { RawAnswer, Transport } from "./transport/transport.ts";
import { ACCEPTED_ENCODINGS } from "./transport/unpack.ts";

const MAX_HOPS = 10;

export interface SessionDeps {
  transport: Transport;
  /** Headers of the manifest, sent with every request. */
  headers: Record<string, string>;
  maxBytes: number;
  originOf(name: string): string;
  /** Whether a response is a wall: a browser waits until it passes. */
  isWall(answer: Answer): boolean;
  /** Whether a hop is allowed; called before each. */
  mayFetch(url: URL): boolean;
  /** Redirects that are followed. */
  maxHops?: number;
  /** Cookies that outlive the session, by language; by default, the session's own. */
  jarFor?: ((language: string) => CookieJar) | undefined;
}

export interface Watch {
  signal: AbortSignal;
  /** How long a browser may wait for a wall. */
  patienceMs: number;
  onBytes(count: number): void;
  /** Called after every hop with a response. */
  onExchange?: ((exchange: EndedExchange) => void) | undefined;
}

/** One visitor of a site: keeps its cookies and follows redirects itself, checking each hop. */
export interface Session {
  send(request: SiteRequest, watch: Watch): Promise<Answer>;
}

export function openSession(deps: SessionDeps): Session {
  const own = newJar();
  return {
    async send(request, watch) {
      const origin = deps.originOf(request.origin ?? "site");
      let url = new URL(request.path, origin);
      let method = request.method ?? "GET";
      let body = request.body ?? null;
      const language = headersOf(request)["accept-language"] ?? "";
      const jar = deps.jarFor?.(language) ?? own;
      const { maxHops = MAX_HOPS } = deps;
      for (let hop = 0; hop <= maxHops; hop++) {
        if (!deps.mayFetch(url)) throw new Blocked(`sent to ${url.origin}, which is not an origin of the source`);
        const requestHeaders = headersFor(url);
        const raw = await deps.transport.send({
          url,
          method,
          body,
          headers: requestHeaders,
          signal: watch.signal,
          maxBytes: deps.maxBytes,
          ...(request.as && { as: request.as }),
          patienceMs: watch.patienceMs,
          isWall: (raw) => deps.isWall(answerAt(url, raw)),
          onBytes: watch.onBytes,
        });
        keepCookies(jar, url, raw);
        if (watch.onExchange) watch.onExchange({ url: url.href, method, requestHeaders, requestBody: body, ...raw });
        else if (raw.packed) pageMemory.free(raw.packed);
        const next = redirectTarget(raw, url);
        const hasMoved = next !== null && isMoveOf(url, next);
        if (!next || (request.redirects === "show" && !hasMoved)) return answerAt(url, raw);
        if (!hasMoved && (raw.status === 303 || (method === "POST" && raw.status < 307))) {
          method = "GET";
          body = null;
        }
        url = next;
      }
      throw new Blocked(`more than ${maxHops} redirects`);

      function headersFor(to: URL): Record<string, string> {
        const headers = headersOf(request);
        const cookie = cookieHeader(headers.cookie, jar, to.href);
        if (cookie) headers.cookie = cookie;
        headers["accept-encoding"] = ACCEPTED_ENCODINGS;
        if (body === null) delete headers["content-type"];
        return headers;
      }
    },
  };

  function headersOf(request: SiteRequest): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const set of [deps.headers, request.headers ?? {}]) {
      for (const [name, value] of Object.entries(set)) headers[name.toLowerCase()] = value;
    }
    return headers;
  }
}

const answerAt = ({ href }: URL, { status, headers, body, setCookies }: RawAnswer): Answer =>
  makeAnswer({ url: href, status, headers, body, setCookies: setCookies.map(cookieName) });

/** The same page at the site's other name (`www`): the request is resent unchanged. */
const isMoveOf = (from: URL, to: URL): boolean =>
  from.origin !== to.origin &&
  isSameSite(from.origin, to.origin) &&
  `${from.pathname}${from.search}` === `${to.pathname}${to.search}`;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function redirectTarget({ status, headers }: RawAnswer, from: URL): URL | null {
  const { location } = headers;
  if (!REDIRECTS.has(status) || !location) return null;
  if (!URL.canParse(location, from.href)) throw new Blocked("redirected to something that is not an address");
  return new URL(location, from.href);
}
