import { WinnowError } from "./errors.ts";
import type { Retry, Wait } from "./retrying.ts";

/** Where lines about attempts go: `console`, pino and others fit. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
}

/** How calls are sent: for all of a client, or for one call. */
export interface TransferOptions {
  /** How often a failed attempt is repeated; 3 unless given. */
  maxRetries?: number;
  /** Seconds that an attempt may take; the request's own `timeout` and 15 seconds unless given. */
  timeout?: number;
  /** Sent along with each request. */
  headers?: Record<string, string>;
  /** Instead of the runtime's own `fetch`. */
  fetch?: typeof fetch;
  /** Told of each attempt, never of the key. */
  logger?: Logger;
  /** Told before each wait for another attempt. */
  onRetry?: (retry: Retry) => void;
}

export interface WinnowOptions extends TransferOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`; `WINNOW_URL` unless given. */
  url?: string;
  /** Your API key; `WINNOW_KEY` unless given. */
  key?: string;
  /** The longest `Retry-After` that is waited for, in seconds; 65 unless given. */
  maxRetryAfter?: number;
  /** How to wait between attempts: a test gives its own clock. */
  wait?: Wait;
}

/** The address and the key, as given or from the environment; says what to do where one is missing or cannot be right. */
export function addressAndKey(options: WinnowOptions): { url: string; key: string } {
  const url = options.url ?? environment("WINNOW_URL");
  const key = options.key ?? environment("WINNOW_KEY");
  if (!url) throw new WinnowError("There is no address: give url, such as http://127.0.0.1:8080, or set WINNOW_URL.");
  if (key === undefined) throw new WinnowError("There is no key: give key, or set WINNOW_KEY.");
  if (!/^https?:\/\/\S+$/.test(url)) throw new WinnowError(`The address must begin with http:// or https://: ${url}`);
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new WinnowError("The key has characters that no key has: is it whole, and without quotes and line breaks?");
  }
  return { url: url.replace(/\/+$/, ""), key };
}

/** Not every runtime has an environment, and some ask before they show it. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
