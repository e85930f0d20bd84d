import type { Dispatcher } from "undici";
import { errorCode, errorMessage } from "../../base/thrown.ts";
import { NotResponding, WinnowError } from "../../contract/errors.ts";
import { pageMemory } from "./page-memory.ts";
import type { Exchange, RawAnswer } from "./transport.ts";
import { unpack } from "./unpack.ts";
import { wholeAnswer } from "./whole-answer.ts";

/** One exchange over an undici dispatcher; connection errors become a `SourceError`. */
export async function sendThrough(dispatcher: Dispatcher, exchange: Exchange): Promise<RawAnswer> {
  const { url, method, headers, body, signal, maxBytes } = exchange;
  try {
    const options = { origin: url.origin, path: url.pathname + url.search, method, headers, body };
    const { status, headers: received, body: packed } = await wholeAnswer(dispatcher, options, exchange);
    const plain = plainHeaders(received);
    const unpacked = await unpack(packed, plain["content-encoding"] ?? "", maxBytes, signal);
    const setCookies = [received["set-cookie"] ?? []].flat();
    return {
      status,
      headers: plain,
      setCookies,
      body: unpacked,
      ...(unpacked !== packed && { packed: pageMemory.own(packed) }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WinnowError) throw error;
    throw new NotResponding(`${errorCode(error) || "error"} ${errorMessage(error)}`, error);
  }
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== "set-cookie") plain[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}
