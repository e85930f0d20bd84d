import { createHash } from "node:crypto";
import type { Operation } from "../contract/operation.ts";
import type { Entry } from "./registry.ts";

export type OriginOf = (source: string, name: string) => string;

const schemas = new WeakMap<Operation, string>();

/** A digest of the records' schema, which is long and the same for every call. */
function schemaDigest(operation: Operation): string {
  const known = schemas.get(operation);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(JSON.stringify(operation.record)).digest("base64url");
  schemas.set(operation, digest);
  return digest;
}

/**
 * Hashes the values asked for, the site and the record schema: a source pointed elsewhere, or a release with different
 * records, does not get what was stored before. The time that a caller waits is not part of a question.
 */
export function questionKey(
  { source, operation }: Entry,
  request: Record<string, unknown>,
  originOf: OriginOf,
  value: (value: unknown, field: string) => unknown = (value) => value,
): string {
  const origins = Object.keys(source.origins).map((name) => originOf(source.name, name));
  const asked = Object.entries(request)
    .filter(([name]) => name !== "timeout")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, given]) => [name, value(given, name)]);
  const parts = [operation.path, origins, schemaDigest(operation), asked];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
