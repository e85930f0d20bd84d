import { createHash, randomUUID } from "node:crypto";

/** Id of a new resource: derived from the Idempotency-Key, so that a repeated call finds it, or random without one. */
export const keyedId = (what: string, ownerId: string, key: string | null): string =>
  key === null ? randomUUID() : keyedUuid(`${what} ${ownerId} ${key}`);

/** Maps equal texts to equal UUIDs in every process (version 8 of RFC 9562). */
export function keyedUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
