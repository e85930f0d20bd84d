import {
  isObserving,
  knownOrigins,
  type Look,
  type Looks,
  leaves,
  looking,
  type Origin,
  type Origins,
  type Place,
  pageObserved,
  withOrigins,
} from "../../contract/provenance.ts";
import { cleanText, toNumber } from "../../contract/values.ts";
import { parseAmount } from "../written/numbers.ts";

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

/** Longer texts of a page are cut: a script may be the place of a number. */
const MAX_RAW = 1_000;
/** Places listed for a computed value. */
const MAX_FROM = 12;
/** Shorter values may be on a page by chance, so they do not tell which of several places has them. */
const MIN_TELLING = 3;

/** The one look that has the value, or all that the value was computed from. A place that lacks the value is never given. */
function foundIn(value: unknown, { looks }: Looks): { place: Place | null; from: Place[] } {
  const close = looks.map((look) => ({ look, closeness: closeness(look.raw, value) }));
  const best = Math.max(0, ...close.map(({ closeness }) => closeness));
  const having = close.filter(({ closeness }) => closeness === best && best > 0).map(({ look }) => look);
  const [only] = having;
  const isTelling = looks.length === 1 || (typeof value !== "boolean" && String(value).length >= MIN_TELLING);
  if (only && having.length === 1 && isTelling) return { place: written(only), from: [] };
  return { place: null, from: (having.length > 0 ? having : looks).slice(0, MAX_FROM).map(written) };
}

function written(look: Look): Place {
  const { raw } = look;
  return {
    ...look.place(),
    raw: typeof raw === "string" && raw.length > MAX_RAW ? `${raw.slice(0, MAX_RAW)}…` : raw,
  };
}

/** How much of the value the page's text is: itself, the same text, the value among others, or nothing. */
function closeness(raw: Look["raw"], value: unknown): number {
  if (raw === value) return 4;
  if (typeof value === "boolean" || typeof raw === "boolean") return 0;
  const text = cleanText(raw);
  if (text === null) return 0;
  if (text === String(value)) return 3;
  if (typeof value === "number") return toNumber(raw) === value || parseAmount(raw) === value ? 2 : 0;
  if (typeof value !== "string") return 0;
  if (text.toLowerCase() === value.toLowerCase()) return 2;
  // A link is completed with the site's address.
  if (/^https?:/.test(value) && text.length > 1 && value.endsWith(text.replace(/^\/*/, "/"))) return 2;
  return text.includes(value) ? 1 : 0;
}
