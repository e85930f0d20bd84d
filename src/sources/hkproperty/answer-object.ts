import { isObject, type Json, parseJson } from "../../source-kit/json.ts";
import { type Answer, NoSuchThing, Throttled, Unreadable } from "../../source-kit/source.ts";

/** How long to wait for the site's quota; published code waits as long. */
const QUOTA_WAIT_MS = 60_000;

/** The response's object. An empty body means that there is none, an `error` that the quota is exhausted. */
export const answerObject = (answer: Answer, none: string): Json => checked(bodyOf(answer, none));

/** The same for a saved response, which may consist of its rows alone. */
export function savedObject(answer: Answer, none: string): Json {
  const json = bodyOf(answer, none);
  return Array.isArray(json) && json.length > 0 ? { data: json } : checked(json);
}

function checked(json: unknown): Json {
  if (!isObject(json)) throw new Unreadable("not an object");
  if (json.error !== undefined && json.error !== null) throw new Throttled(`"${String(json.error)}"`, QUOTA_WAIT_MS);
  return json;
}

/** Any other status says nothing about the requested item: a 404 may also be a wrong address. */
function bodyOf(answer: Answer, none: string): unknown {
  const text = answer.text().trim();
  if (answer.status === 204) throw new NoSuchThing(none);
  if (answer.status !== 200) throw new Unreadable(`status ${answer.status}`);
  if (text === "" || text === "null") throw new NoSuchThing(none);
  return parseJson(text);
}
