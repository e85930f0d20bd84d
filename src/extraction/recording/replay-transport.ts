import { Unreadable } from "../../contract/errors.ts";
import type { Exchange, RawAnswer, Transport } from "../transport/transport.ts";
import type { RecordedExchange } from "./recording.ts";
import { redactedText, redactedUrl } from "./redact.ts";

/** A request without a response in the recording. */
export class NotRecorded extends Unreadable {
  constructor(method: string, url: string) {
    super("");
    this.message = `the recording has no answer to ${method} ${url}: the site gave none, or the request is new. Record it again.`;
  }
}

/** Responds from a recording, without a network. Equal requests get their responses in order, and then the last one again. */
export function replayTransport(exchanges: readonly RecordedExchange[]): Transport {
  const given = new Map<string, number>();
  return {
    async send(exchange) {
      exchange.signal.throwIfAborted();
      const key = keyOf(exchange.method, exchange.url.href, exchange.body);
      const same = exchanges.filter(({ method, url, requestBody }) => keyOf(method, url, requestBody) === key);
      const times = given.get(key) ?? 0;
      const found = same[Math.min(times, same.length - 1)];
      if (!found) throw new NotRecorded(exchange.method, exchange.url.href);
      given.set(key, times + 1);
      exchange.onBytes(found.body.byteLength);
      return rawAnswer(found);
    },
    async close() {},
  };
}

const keyOf = (method: Exchange["method"], url: string, body: string | null) =>
  `${method} ${redactedUrl(url)} ${redactedText(body ?? "")}`;

const rawAnswer = ({ status, headers, setCookies, body }: RecordedExchange): RawAnswer => ({
  status,
  headers,
  setCookies,
  body,
});
