import { buildConnector, type errors, Pool } from "undici";
import { NotResponding, SourceError } from "../../contract/errors.ts";
import { readBody } from "./read-body.ts";
import type { Exchange, RawAnswer, Transport } from "./transport.ts";
import { unpack } from "./unpack.ts";

type Connector = buildConnector.connector;

const KEEP_ALIVE_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Straight to the site: one pool of kept-alive connections per origin. */
export function directTransport(
  connect: Connector = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS }),
): Transport {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (!pool) {
      // HTTP/1.1 alone, so that calling off a request closes its socket. Waiting is timed by the engine's clock.
      pool = new Pool(origin, {
        connect,
        allowH2: false,
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      pools.set(origin, pool);
    }
    return pool;
  };
  return {
    send: (exchange) => sendThrough(poolOf(exchange.url.origin), exchange),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

/** One exchange over an undici dispatcher; what goes wrong on the wire becomes a `SourceError`. */
export async function sendThrough(pool: Pick<Pool, "request">, exchange: Exchange): Promise<RawAnswer> {
  const { url, method, headers, body, signal, maxBytes, onBytes } = exchange;
  try {
    const answer = await pool.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body,
      signal,
    });
    const packed = await readBody(answer.body, maxBytes, onBytes);
    const plain = plainHeaders(answer.headers);
    return {
      status: answer.statusCode,
      headers: plain,
      setCookies: [answer.headers["set-cookie"] ?? []].flat(),
      body: await unpack(packed, plain["content-encoding"] ?? "", maxBytes),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    const { code, message } = error as errors.UndiciError;
    throw new NotResponding(`${code ?? "error"} ${message}`, error);
  }
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== "set-cookie") plain[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}
