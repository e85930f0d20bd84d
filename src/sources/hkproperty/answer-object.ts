import { isObject, type Json, parseJson } from "../../source-kit/json.ts";
import { type Answer, NoSuchThing, Throttled, Unreadable } from "../../source-kit/source.ts";

/** How long the site's quota is waited for; public code waits as long. */
const QUOTA_WAIT_MS = 60_000;

/** The answer's object. An empty body is the site's "there is none", an `error` its quota. */
export const answerObject = (answer: Answer, none: string): Json => checked(bodyOf(answer, none));

/** The same of a saved answer, of which somebody may have kept the rows alone. */
export function savedObject(answer: Answer, none: string): Json {
  const json = bodyOf(answer, none);
  return Array.isArray(json) && json.length > 0 ? { data: json } : checked(json);
}

function checked(json: unknown): Json {
  if (!isObject(json)) throw new Unreadable("not an object");
  if (json.error !== undefined && json.error !== null) throw new Throttled(`"${String(json.error)}"`, QUOTA_WAIT_MS);
  return json;
}

/** Any status but these says nothing of the thing that was asked for: 404 is as likely an address that is not there. */
function bodyOf(answer: Answer, none: string): unknown {
  const text = answer.text().trim();
  if (answer.status === 204) throw new NoSuchThing(none);
  if (answer.status !== 200) throw new Unreadable(`status ${answer.status}`);
  if (text === "" || text === "null") throw new NoSuchThing(none);
  return parseJson(text);
}
