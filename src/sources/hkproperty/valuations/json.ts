import { NoSuchThing, Throttled, Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a key holds, where it holds an object; an empty one otherwise. */
export const within = (json: Json, key: string): Json => (isObject(json[key]) ? json[key] : {});

/** The objects of a list; none where there is no list. */
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** How long the site's quota is waited for; public code waits as long. */
const QUOTA_WAIT_MS = 60_000;

/** The answer's object. An empty body is the site's "there is none", an `error` its quota. */
export function objectOf(answer: Answer, none: string): Json {
  return checked(jsonOf(answer, none));
}

/** The same of a saved answer, of which somebody may have kept the rows alone. */
export function savedObjectOf(answer: Answer, none: string): Json {
  const json = jsonOf(answer, none);
  return Array.isArray(json) && json.length > 0 ? { data: json } : checked(json);
}

function checked(json: unknown): Json {
  if (!isObject(json)) throw new Unreadable("not an object");
  if (json.error !== undefined && json.error !== null) throw new Throttled(`"${String(json.error)}"`, QUOTA_WAIT_MS);
  return json;
}

function jsonOf(answer: Answer, none: string): unknown {
  const text = answer.text().trim();
  if (answer.status === 404 || answer.status === 204 || text === "" || text === "null") throw new NoSuchThing(none);
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("not JSON");
  }
}
