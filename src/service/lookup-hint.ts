import { didYouMean } from "../contract/did-you-mean.ts";
import { hintFor, WinnowError } from "../contract/errors.ts";
import type { RequestFields } from "../contract/fields.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { fieldLookup } from "../contract/lookup.ts";

/**
 * A body that does not match the schema gets FastAPI's response word for word. If a lookup provides the values of the
 * faulty field, a hint beside the response names the lookup and the nearest values of a closed list.
 */
export function withLookupHint(error: unknown, properties: RequestFields): unknown {
  if (!(error instanceof WinnowError) || typeof error.detail === "string") return error;
  const hints = error.detail.flatMap(({ type, loc, input }) => {
    const name = String(loc[1]);
    const field: JsonSchema = properties[name] ?? {};
    const body = type === "missing" && SEARCH_TEXTS.includes(name) && input instanceof Map ? input : undefined;
    const sent = body && SEARCH_TEXTS.find((other) => body.has(other) && !(other in properties));
    if (sent) return [{ loc: loc.slice(1), hint: `This operation has ${name} for ${sent}.` }];
    const lookup = fieldLookup(field);
    if (!lookup) return [];
    const known = (closedList(field) ?? []).map((value) => ({ value: String(value) }));
    const [isShort, all] = [known.length > 0 && known.length <= MAX_LISTED, known.map(({ value }) => value).join(", ")];
    const hint = didYouMean(words(input), known, isShort ? null : lookup.operation);
    return [{ loc: loc.slice(1), hint: isShort ? `${hint} Valid values: ${all}.`.trim() : hint }];
  });
  if (hints.length === 0) return error;
  return new WinnowError(error.code, error.detail, { ...hintFor(hints), cause: error });
}

/** The hint names a short closed list in full: a lookup of it would cost a credit. */
const MAX_LISTED = 10;

/** What operations and other services call the text of a search. */
const SEARCH_TEXTS = ["query", "keyword", "find_text", "estate", "text", "search", "q"];

const words = (input: unknown): string => (["string", "number"].includes(typeof input) ? String(input) : "");

/** The values of a field, or of its items, if they are enumerated. */
export const closedList = ({ enum: values, items, anyOf }: JsonSchema): unknown[] | undefined =>
  values ?? items?.enum ?? anyOf?.find((option) => option.enum)?.enum;
