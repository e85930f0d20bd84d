import { Unreadable } from "../../contract/errors.ts";
import type { Exchange, RawAnswer, Transport } from "../transport/transport.ts";
import type { RecordedExchange } from "./recording.ts";
import { redactedText, redactedUrl } from "./redact.ts";

/**
 * Answers from a recording, with no network: the same request gets the same answers in their order, and the last of
 * them from then on. What was never asked for is not there.
 */
export function replayTransport(exchanges: readonly RecordedExchange[]): Transport {
  const given = new Map<string, number>();
  return {
    async send(asked) {
      asked.signal.throwIfAborted();
      const key = keyOf(asked.method, asked.url.href, asked.body);
      const same = exchanges.filter(({ method, url, requestBody }) => keyOf(method, url, requestBody) === key);
      const times = given.get(key) ?? 0;
      const found = same[Math.min(times, same.length - 1)];
      if (!found) throw new Unreadable(`${asked.method} ${asked.url.href} is not in the recording`);
      given.set(key, times + 1);
      asked.onBytes(found.body.byteLength);
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
