import { randomUUID } from "node:crypto";

/** A time-ordered UUID (version 7): neighbours in time are neighbours in the history's index. */
export function newRequestId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
