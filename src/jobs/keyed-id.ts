import { createHash, randomUUID } from "node:crypto";

/**
 * The id of what a call makes. With an Idempotency-Key it comes from the key, so that the call sent again makes the same
 * thing, which is there already; without one it is new.
 */
export const keyedId = (what: string, ownerId: string, key: string | null): string =>
  key === null ? randomUUID() : uuidOf(`${what} ${ownerId} ${key}`);

/** The same text has the same UUID, on every process (version 8 of RFC 9562). */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
