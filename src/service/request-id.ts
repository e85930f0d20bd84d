import { randomFillSync } from "node:crypto";

const BYTES = 16;
/** Random bytes for many ids at once: asking for sixteen costs as much as asking for thousands. */
const pool = Buffer.alloc(BYTES * 256);
let used = pool.length;

/** A UUID that grows with time (version 7): neighbours in time are neighbours in the history's index. */
export function newRequestId(now: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + BYTES);
  used += BYTES;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
