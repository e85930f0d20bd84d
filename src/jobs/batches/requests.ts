import { setImmediate } from "node:timers/promises";
import { errorMessage } from "../../base/thrown.ts";
import { invalidValue, type ValidationItem, WinnowError } from "../../contract/errors.ts";
import type { Splitter } from "../../files/splitters.ts";
import { limits } from "../../limits/limits.ts";
import { errorText } from "../../service/error-text.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";

export const MAX_ITEMS = limits.batchItems.max;
/** Faults listed in one response. */
export const MAX_FAULTS = 100;
/** How long requests are read before the event loop turns. */
const TURN_MS = 5;

type Place = Array<string | number>;

/** A line that is not run. */
export interface InvalidLine {
  line: number;
  faults: ValidationItem[];
}

export const onInvalid = ["refuse", "skip"] as const;
export type OnInvalid = (typeof onInvalid)[number];

/**
 * Reads the requests of a batch one by one. Throws as soon as there are too many requests or faults. Invalid ones are
 * collected and rejected or skipped at the end, because the setting may come after them.
 */
export class BatchRequests {
  readonly entry: Entry;
  readonly #service: Service;
  readonly #endEarly: boolean;
  readonly #read: Array<Record<string, unknown>> = [];
  readonly #invalid: InvalidLine[] = [];
  #faults = 0;
  #count = 0;

  /** `endEarly`: invalid requests will be rejected, so reading stops after as many faults as are listed. */
  constructor(service: Service, entry: Entry, { endEarly }: { endEarly: boolean }) {
    this.#service = service;
    this.entry = entry;
    this.#endEarly = endEarly;
  }

  /** `body` throws if the request cannot be read; `at` is its position, for a fault's `loc`. */
  add(at: Place, body: () => Buffer): void {
    if (++this.#count > MAX_ITEMS) throw wrongCount("more");
    try {
      this.#read.push(this.#service.readBody(this.entry, body(), "application/json"));
    } catch (error) {
      const faults = faultsAt(at, error);
      this.#invalid.push({ line: this.#count, faults });
      this.#faults += faults.length;
      if (this.#endEarly && this.#faults >= MAX_FAULTS) this.done("refuse");
    }
  }

  /** Rejects a batch whose requests are all invalid. */
  done(how: OnInvalid): { requests: Array<Record<string, unknown>>; invalid: InvalidLine[] } {
    if (this.#invalid.length > 0 && (how === "refuse" || this.#read.length === 0)) {
      const faults = this.#invalid.flatMap((line) => line.faults);
      throw new WinnowError("validation", faults.slice(0, MAX_FAULTS));
    }
    if (this.#count === 0) throw wrongCount("0");
    return { requests: this.#read, invalid: this.#invalid };
  }
}

export const wrongCount = (count: string): WinnowError =>
  invalidValue(["body", "requests"], `a batch has 1 to ${MAX_ITEMS} requests, this one ${count}`);

/** Moves the faults of one body to the position of that body. */
function faultsAt(place: Place, error: unknown): ValidationItem[] {
  if (!(error instanceof WinnowError)) throw error;
  if (typeof error.detail === "string") return [{ type: "value_error", loc: place, msg: errorText(error) }];
  return error.detail.map((item) => ({ ...item, loc: [...place, ...item.loc.slice(1)] }));
}

/** Returns the bytes of a request if they are JSON. */
export function jsonBytes(bytes: Buffer): Buffer {
  try {
    JSON.parse(bytes.toString());
    return bytes;
  } catch (error) {
    throw invalidValue(["body"], `is not JSON: ${errorMessage(error)}`);
  }
}

/** Takes each piece of an upload as it arrives. The event loop turns every few milliseconds. */
export async function forEachPiece(
  body: AsyncIterable<Buffer> | Iterable<Buffer>,
  splitter: Splitter,
  take: (piece: Buffer) => void,
): Promise<void> {
  let since = performance.now();
  async function takeAll(pieces: Iterable<Buffer>): Promise<void> {
    for (const piece of pieces) {
      take(piece);
      if (performance.now() - since < TURN_MS) continue;
      await setImmediate();
      since = performance.now();
    }
  }
  for await (const chunk of body) {
    await takeAll(splitter.push(chunk));
  }
  await takeAll(splitter.end());
}
