import Negotiator from "negotiator";

/** Content negotiation by RFC 9110: q-values, specificity, wildcards, any case. */

export const formats = { json: "application/json", ndjson: "application/x-ndjson", csv: "text/csv" } as const;
export type Format = keyof typeof formats;

/** Includes the charset that we send, so that both `text/csv` and `text/csv; charset=utf-8` match. */
const offered: Record<string, Format> = {
  "application/json;charset=utf-8": "json",
  "application/x-ndjson;charset=utf-8": "ndjson",
  "application/ndjson;charset=utf-8": "ndjson",
  "text/csv;charset=utf-8": "csv",
};

/** The format of a response. There is no 406: a caller that accepts none of the three gets JSON. */
export const acceptedFormat = remembered((accept): Format => {
  if (accept === "*/*" || accept === "application/json") return "json";
  return bestOf(accept, offered) ?? "json";
}, "json");

/** Offers `more` formats than the three; null for a caller that accepts none of them, to be rejected. */
export const formatOrNull = <More extends string>(
  accept: string | undefined,
  more: Record<string, More>,
): Format | More | null => (accept ? bestOf<Format | More>(accept, { ...offered, ...more }) : "json");

function bestOf<T>(accept: string, types: Record<string, T>): T | null {
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(Object.keys(types));
  return types[best ?? ""] ?? null;
}

export const PROBLEM = "application/problem+json";

/** Whether errors may have the form of RFC 9457. Only a caller that names it knows that form: wildcards do not count. */
export const acceptsProblem = remembered(
  (accept): boolean =>
    new Negotiator({ headers: { accept } }).mediaTypes().some((type) => type.toLowerCase() === PROBLEM),
  false,
);

/** In our order of preference, for callers without one. */
export const encodings = ["zstd", "br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}

/** How to compress a response; null for no compression, also without the header. */
export const acceptedEncoding = remembered((accepted): Encoding | null => {
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } }) as unknown as WithPreference;
  const best = negotiator.encoding([...encodings, "identity"], { preferred: [...encodings, "identity"] });
  return encodings.find((encoding) => encoding === best) ?? null;
}, null);

/** Caches results by header, because there are few clients and each sends one header. */
function remembered<T>(work: (header: string) => T, without: T): (header: string | undefined) => T {
  const known = new Map<string, T>();
  return (header) => {
    if (header === undefined || header === "") return without;
    const found = known.get(header);
    if (found !== undefined) return found;
    const value = work(header);
    if (known.size >= 200) known.clear();
    known.set(header, value);
    return value;
  };
}

/** Whether the browser's copy is still current (`If-None-Match`: a list, `*`, weak or strong). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => strong(tag) === strong(etag));
}
