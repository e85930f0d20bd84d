import { WinnowError } from "./errors.ts";
import type { Retry, Wait } from "./retrying.ts";

/** A logger for attempts; `console`, pino and others fit. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
}

/** How calls are sent, for a client or for one call. */
export interface TransferOptions {
  /** How often a failed attempt is retried; 3 by default. */
  maxRetries?: number;
  /** Seconds per attempt; by default the request's own `timeout` plus 15. */
  timeout?: number;
  /** Headers to add to each request. */
  headers?: Record<string, string>;
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof fetch;
  /** Logs each attempt, never the key. */
  logger?: Logger;
  /** Called before each wait for a retry. */
  onRetry?: (retry: Retry) => void;
}

export interface WinnowOptions extends TransferOptions {
  /** Address of the service, such as `http://127.0.0.1:8080`; `WINNOW_URL` by default. */
  url?: string;
  /** Your API key; `WINNOW_KEY` by default. */
  key?: string;
  /** The longest `Retry-After` to wait for, in seconds; 65 by default. */
  maxRetryAfter?: number;
  /** How to wait between attempts, so that a test can use its own clock. */
  wait?: Wait;
}

/** The address and the key, as given or from the environment. The error explains what to do if one is missing or malformed. */
export function addressAndKey(options: WinnowOptions): { url: string; key: string } {
  const url = options.url ?? environment("WINNOW_URL");
  const key = options.key ?? environment("WINNOW_KEY");
  if (!url) throw new WinnowError("There is no address: pass url, such as http://127.0.0.1:8080, or set WINNOW_URL.");
  if (key === undefined) throw new WinnowError("There is no key: pass key, or set WINNOW_KEY.");
  if (!/^https?:\/\/\S+$/.test(url)) throw new WinnowError(`The address must begin with http:// or https://: ${url}`);
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new WinnowError(
      "The key has invalid characters. Check that it is complete and has no quotes or line breaks.",
    );
  }
  return { url: url.replace(/\/+$/, ""), key };
}

/** Some runtimes have no environment, and some ask for permission to read it. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
