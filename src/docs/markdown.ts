import { catalogue } from "../contract/catalogue.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Operation } from "../contract/operation.ts";
import type { Entry, Registry } from "../service/registry.ts";
import { proofWords, sizeWords } from "./proof-words.ts";

/** Markdown pages generated from the same schemas: for `docs/` and for agents at `/docs/<operation>.md`. */

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (value: unknown): string =>
  `\`${typeof value === "string" && value !== "" ? value : JSON.stringify(value)}\``;

/** Longer lists are replaced by their length; the schema has the values. */
const LONG_LIST = 30;

function typeWords(field: JsonSchema): string {
  if (field.$ref) return field.$ref;
  if (field.anyOf) return field.anyOf.map(typeWords).join(" or ");
  if (field.const !== undefined) return code(field.const);
  if (field.title) return field.title;
  if (field.enum) {
    return field.enum.length > LONG_LIST
      ? `one of ${field.enum.length} values (see /openapi.json)`
      : `one of ${field.enum.map(code).join(", ")}`;
  }
  if (field.items) return `list of ${typeWords(field.items)}`;
  if (field.format === "date") return "date";
  return Array.isArray(field.type) ? field.type.join(" or ") : (field.type ?? "any");
}

function rangeWords(minimum: number | undefined, maximum: number | undefined): string | null {
  if (minimum === undefined) return maximum === undefined ? null : `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`;
}

function ruleWords(field: JsonSchema): string {
  const bounds = field.anyOf?.find((option) => option.type !== "null") ?? field;
  const { minimum, maximum, minLength, maxLength } = bounds;
  return [
    rangeWords(minimum, maximum),
    lengthWords(minLength, maxLength),
    field.maxItems !== undefined ? `at most ${field.maxItems} entries` : null,
    "default" in field ? `default ${code(field.default)}` : "**required**",
  ]
    .filter((words) => words !== null)
    .join("; ");
}

function lengthWords(minLength: number | undefined, maxLength: number | undefined): string | null {
  const words = rangeWords(minLength, maxLength);
  return words && `${words} ${words === "at least 1" ? "character" : "characters"}`;
}

const fieldRows = (properties: Record<string, JsonSchema>, rules: boolean): string[][] =>
  Object.entries(properties).map(([name, field]) => [
    code(name),
    typeWords(field),
    ...(rules ? [ruleWords(field)] : []),
    [field.description, lookupWords(field)].filter(Boolean).join(" "),
  ]);

const lookupWords = ({ "x-lookup": lookup }: JsonSchema): string =>
  lookup ? `Look it up with \`POST ${lookup.operation}\`: use the \`${lookup.field}\` of a record.` : "";

/** How long results are cached, for the reference. */
export const cacheWords = ({ cache }: Operation): string =>
  cache
    ? ` Results are cached for ${cache.seconds / 3600} hours and a cached result is free (\`age\` is its age in seconds); send \`cache-control: no-cache\` for a new one.`
    : "";

interface TitledRecord {
  title: string;
  properties: Record<string, JsonSchema>;
}

/** The record types inside a record, at any depth, each once: each gets its own table. */
function subRecords(record: TitledRecord, found = new Map<string, TitledRecord>()): TitledRecord[] {
  for (const field of Object.values(record.properties)) {
    for (const inside of [field.items, ...(field.anyOf ?? []), field]) {
      const { title, properties } = inside ?? {};
      if (!title || !properties || title === record.title || found.has(title)) continue;
      found.set(title, { title, properties });
      subRecords({ title, properties }, found);
    }
  }
  return [...found.values()];
}

/** What shows that a response answers the request, completely. */
function proofSection(operation: Operation): string {
  const rows = proofWords(operation).map(({ about, words }) => [
    about.map((field) => (field === "page" ? "page" : code(field))).join(", "),
    words,
  ]);
  const size = sizeWords(operation);
  return `## Proof

Winnow compares each page of the source with the request that it answers. A page for another request, or one that lacks rows, is 500 and free.${size === null ? "" : ` ${size}`}

${table(["request", "what shows it"], rows)}
`;
}

export function operationPage({ operation, name, source }: Entry, baseUrl = "http://127.0.0.1:8080"): string {
  const { record } = operation;
  const inner = subRecords(record);
  return `# ${operation.summary}

\`POST ${operation.path}\` (source \`${source.name}\`, name \`${name}\`). ${operation.description}

**Price:** ${operation.price.words}. Only status 200 is charged.${cacheWords(operation)}${
    operation.unavailableWhen ? ` **412** when ${operation.unavailableWhen}.` : ""
  }${Object.entries(operation.warnings ?? {})
    .map(([code, meaning]) => ` **Warning** \`${code}\`: ${meaning}`)
    .join("")}

\`\`\`sh
curl -X POST ${baseUrl}${operation.path} \\
  -H "access-token: $WINNOW_KEY" -H "content-type: application/json" \\
  -d '${JSON.stringify(operation.examples[0]).replaceAll("'", "'\\''")}'
\`\`\`

## Request

${table(["field", "type", "rule", "meaning"], fieldRows(operation.request.properties, true))}

## Record: ${record.title}

${table(["field", "type", "meaning"], fieldRows(record.properties, false))}
${inner.map(({ title, properties }) => `\n### ${title}\n\n${table(["field", "type", "meaning"], fieldRows(properties, false))}\n`).join("")}
${proofSection(operation)}`;
}

/** The operations with their prices, for the README. */
export const operationsTable = (registry: Registry): string =>
  table(
    ["operation", "", "price"],
    [
      ...registry.entries.map(({ operation: { path, summary, price } }) => [
        code(`POST ${path}`),
        summary,
        price.words,
      ]),
      [code("GET /token/..."), "keys, points, request history and evidence of the account", "free"],
    ],
  );

export function errorsPage(): string {
  const rows = Object.entries(catalogue).map(([name, { status, text, advice }]) => [
    String(status),
    code(name),
    text,
    advice,
  ]);
  return `# Errors

Every error has a JSON body \`{"detail": ...}\`. The detail is a sentence, or on 422 a list of items in FastAPI's shape
(\`type\`, \`loc\`, \`msg\`, \`input\`, \`ctx\`). The header \`x-error\` has the detail in ASCII; \`x-error-code\` has the code below.
With \`application/problem+json\` in \`accept\`, an error whose detail is a sentence has the form of RFC 9457: \`type\`, \`title\`,
\`status\`, \`detail\` and \`code\`. A list of items stays as it is.
Errors are never charged. Winnow checks in this order: path, key, permission, body, rate windows, points, then the source.

${table(["status", "code", "message", "what to do"], rows)}
`;
}

export function pricesPage(registry: Registry): string {
  return `# Prices

Prices are in credits, and an account's balance is in points: 1 credit is 1 point.

- Only status 200 is charged. Every error is free.
- A price per results is charged for the results you get. No results cost nothing.
- A price per request is charged once for each 200.
- Before a request starts, the most it can cost is held. When it ends, the rest is released.
- \`?dry_run=true\` shows the most a request can cost, free. The header \`x-max-cost: N\` refuses a request that could cost more.
- Lookup results are cached for a day. A cached result is free ([calling.md](calling.md)).

${table(
  ["operation", "price", "412 when"],
  registry.entries.map(({ operation }) => [
    code(operation.path),
    operation.price.words,
    operation.unavailableWhen ?? "",
  ]),
)}
`;
}
