import { isObserving, noteDocument, noteLook } from "../../contract/provenance.ts";
import type { Json } from "../shallow-json.ts";

/** The stand-ins of objects that are observed. One object has one stand-in, so that readers can compare them. */
const standIns = new WeakMap<object, object>();

/** JSON of a page. While the page is observed, each value that a reader takes from it is noted with its path. */
export function observed<T>(json: T, inside: string | null = null): T {
  if (!isObserving() || typeof json !== "object" || json === null) return json;
  noteDocument({ json, inside });
  return standInFor(json, "$", inside) as T;
}

function standInFor(target: object, path: string, inside: string | null): object {
  const known = standIns.get(target);
  if (known) return known;
  const isList = Array.isArray(target);
  const made = new Proxy(target, {
    get(own, key) {
      const value: unknown = Reflect.get(own, key);
      if (typeof key === "symbol" || value === null || value === undefined || typeof value === "function") return value;
      if (typeof value === "object") return standInFor(value, path + step(key, isList), inside);
      if (isList && key === "length") return value;
      noteLook({
        owner: own,
        key,
        raw: value as string | number | boolean,
        place: () => ({ place: path + step(key, isList), ...(inside !== null && { inside }) }),
      });
      return value;
    },
  });
  standIns.set(target, made);
  return made;
}

/** Some keys are whole queries: the start of one is enough to find it. */
const MAX_KEY = 60;

const step = (key: string, isList: boolean): string => {
  if (isList) return `[${key}]`;
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return `.${key}`;
  return `[${JSON.stringify(key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key)}]`;
};

/** A row made of what functions read. While the page is observed, each is called when a field needs its value. */
export function lazily<const M extends Record<string, unknown>>(members: M): Read<M> {
  const row: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(members)) {
    const isRead = typeof member === "function";
    if (isRead && isObserving()) Object.defineProperty(row, key, { enumerable: true, get: () => member() });
    else row[key] = isRead ? member() : member;
  }
  return row as Read<M>;
}

type Read<M> = { [K in keyof M]: M[K] extends () => infer T ? T : M[K] };

/** One object with the members of several, the later ones first. Members are read when a field needs them. */
export function merged(...parts: ReadonlyArray<Json | null>): Json {
  if (!isObserving()) return Object.assign({}, ...parts);
  const all: Record<string, unknown> = {};
  for (const part of parts) {
    for (const key of Object.keys(part ?? {}))
      Object.defineProperty(all, key, { enumerable: true, configurable: true, get: () => part?.[key] });
  }
  return all;
}
