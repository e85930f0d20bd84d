import {
  isObserving,
  knownOrigins,
  leaves,
  looking,
  type Origin,
  type Origins,
  pageObserved,
  withOrigins,
} from "../../contract/provenance.ts";
import { foundIn } from "./containing.ts";

/** For the origins of a record; null if nobody wants them. */
export const newOrigins = (): Map<string, Origin> | null => (isObserving() ? new Map() : null);

/** What several fields of a record are read from: made once, unless each field is to tell where it comes from. */
export function shared<T>(read: () => T): () => T {
  if (isObserving()) return read;
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: read() };
    return made.value;
  };
}

/** Reads one field of a record and notes where each value inside it comes from. */
export function tracedField(name: string, origins: Map<string, Origin>, read: () => unknown): unknown {
  const [value, looks] = looking(read);
  const { locator } = looks;
  const page = pageObserved();
  const inner = new Map(innerOrigins(value, name));
  for (const [path, leaf] of leaves(value, name)) {
    const known = inner.get(path);
    const isKnown = known !== undefined && (known.place !== null || known.from.length > 0);
    origins.set(path, isKnown ? known : { page, value: leaf, locator, ...foundIn(leaf, looks) });
  }
  return value;
}

/** Records inside a value know their own origins. */
function* innerOrigins(value: unknown, path: string): Generator<[string, Origin]> {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* innerOrigins(item, `${path}[${index}]`);
  } else for (const [inner, origin] of knownOrigins(value)) yield [`${path}.${inner}`, origin];
}

/** The record with some fields read from elsewhere on the page, each by its function. */
export function complete<R extends object, const F extends { [K in keyof R]?: () => R[K] }>(record: R, fields: F): R {
  const origins = isObserving() ? new Map(knownOrigins(record)) : null;
  const read = Object.entries<() => unknown>(fields as Record<string, () => unknown>).map(([name, value]) => [
    name,
    origins ? tracedField(name, origins, value) : value(),
  ]);
  const completed: R = { ...record, ...Object.fromEntries(read) };
  return origins ? withOrigins(completed, origins) : completed;
}

const isNone = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** The record with its empty fields filled from another one of the same kind. */
export function filledFrom<R extends object>(record: R, other: R): R {
  const missing = Object.entries(other).filter(([name]) => isNone(Reflect.get(record, name)));
  const filled: R = { ...record, ...Object.fromEntries(missing) };
  const origins = new Map([...knownOrigins(other), ...knownOrigins(record)]);
  return origins.size > 0 ? withOrigins(filled, origins) : filled;
}

/** The record made from another object, some of whose values it has under other names. */
export function derivedFrom<R extends object>(record: R, from: object, names: { [K in keyof R & string]?: string }): R {
  const known = knownOrigins(from);
  if (known.size === 0) return record;
  const renamed: Origins = new Map(
    Object.entries<string | undefined>(names).flatMap(([name, before]) => {
      const origin = before === undefined ? undefined : known.get(before);
      return origin ? [[name, origin] as const] : [];
    }),
  );
  return withOrigins(record, new Map([...knownOrigins(record), ...renamed]));
}
