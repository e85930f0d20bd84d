import type { RecordedExchange } from "./recording.ts";

/** The replacement for a secret. */
export const REDACTED = "REDACTED";

/** Bounded on both sides: a page full of such words must not take minutes to search. */
const AROUND = "[\\w.-]{0,60}";
const SECRET_NAME = "token|secret|passw(?:or)?d|api[_-]?key|authori[sz]ation|csrf|xsrf|session[_-]?id|signature";
const SECRET_HEADER = new RegExp(`^(?:cookie|set-cookie|proxy-authorization|.*(?:${SECRET_NAME}).*)$`, "i");
const SECRET_PARAMETER = new RegExp(SECRET_NAME, "i");
/** `"csrfToken": "..."`, also inside a script's string; and the same in a form or an HTML tag. */
const IN_JSON = new RegExp(`("${AROUND}(?:${SECRET_NAME})${AROUND}"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)(")`, "gi");
const IN_ESCAPED_JSON = new RegExp(
  `(\\\\"${AROUND}(?:${SECRET_NAME})${AROUND}\\\\"\\s*:\\s*\\\\")([^"\\\\]*)(\\\\")`,
  "gi",
);
const IN_FORM = new RegExp(`(^|&)(${AROUND}(?:${SECRET_NAME})${AROUND}=)([^&\\s]+)`, "gi");
const IN_TAG = new RegExp(
  `(name=["']${AROUND}(?:${SECRET_NAME})${AROUND}["'][^>]{0,300}?(?:value|content)=["'])([^"']*)(["'])`,
  "gi",
);
/** Shorter values occur in pages for other reasons. */
const SHORTEST_SECRET = 8;

/** Removes cookies, tokens and other secrets from headers, addresses, forms and pages. */
export function redacted(exchanges: RecordedExchange[]): RecordedExchange[] {
  const secrets = [...new Set(exchanges.flatMap(secretsOf))].filter((value) => value.length >= SHORTEST_SECRET);
  const withoutValues = (text: string) =>
    secrets.reduce((clean, secret) => (clean.includes(secret) ? clean.replaceAll(secret, REDACTED) : clean), text);
  return exchanges.map((exchange) => ({
    ...exchange,
    url: withoutValues(redactedUrl(exchange.url)),
    requestHeaders: redactedHeaders(exchange.requestHeaders, withoutValues),
    requestBody: exchange.requestBody === null ? null : withoutValues(redactedText(exchange.requestBody)),
    headers: redactedHeaders(exchange.headers, withoutValues),
    setCookies: exchange.setCookies.map((cookie) => cookie.replace(/=[^;]*/, `=${REDACTED}`)),
    body: redactedBody(exchange, withoutValues),
  }));
}

/** A token that the source remembers is as secret as one on a page; replay does not compare it. */
export const redactedMemory = (remembered: ReadonlyMap<string, unknown>): Array<[key: string, value: unknown]> =>
  [...remembered].flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [[key, SECRET_PARAMETER.test(key) ? REDACTED : value]];
  });

/** The values of cookies and secret headers, which are removed wherever else they occur. */
function secretsOf({ requestHeaders, headers, setCookies }: RecordedExchange): string[] {
  const cookies = [
    ...setCookies.map((cookie) => cookie.replace(/;.*/s, "")),
    ...(requestHeaders.cookie ?? "").split("; "),
  ];
  const values = [requestHeaders, headers].flatMap((set) =>
    Object.entries(set).flatMap(([name, value]) =>
      SECRET_HEADER.test(name) && !/cookie$/.test(name) ? [value, value.replace(/^\w+ /, "")] : [],
    ),
  );
  return [...values, ...cookies.map((pair) => pair.slice(pair.indexOf("=") + 1))];
}

export function redactedUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const secret = url && [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  if (!url || !secret?.length) return address;
  for (const name of secret) url.searchParams.set(name, REDACTED);
  return url.href;
}

export const redactedText = (text: string): string =>
  text
    .replace(IN_JSON, `$1${REDACTED}$3`)
    .replace(IN_ESCAPED_JSON, `$1${REDACTED}$3`)
    .replace(IN_TAG, `$1${REDACTED}$3`)
    .replace(IN_FORM, `$1$2${REDACTED}`);

function redactedHeaders(headers: Record<string, string>, withoutValues: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (SECRET_HEADER.test(name)) return [name, REDACTED];
      return [name, withoutValues(name === "location" ? redactedUrl(value) : value)];
    }),
  );
}

/** Treats bytes of any charset as Latin-1, one character per byte, so that everything else survives unchanged. */
function redactedBody({ body, headers }: RecordedExchange, withoutValues: (text: string) => string): Uint8Array {
  const type = headers["content-type"] ?? "";
  if (!/text|json|xml|javascript|form/i.test(type) && type !== "") return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  const clean = withoutValues(redactedText(text));
  return clean === text ? body : Buffer.from(clean, "latin1");
}
