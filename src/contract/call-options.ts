import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "typebox";
import { invalidValue, WinnowError } from "./errors.ts";
import type { JsonSchema } from "./json-schema.ts";
import { practiceFaultNames, practiceFaults } from "./practice-faults.ts";
import { choice, integer, orNull, words } from "./shapes.ts";
import { readTags, TAGS_PATTERN, TAGS_RULE } from "./tags.ts";

/** Where an option holds: in calls that are waited for, in work that is stored, and who else offers it. */
type Place = "call" | "job" | "batch" | "schedule" | "mcp" | "clients" | "cli";

export interface CallOption {
  /** Its value in bodies, in what is stored and in the clients; its description is everybody's. */
  schema: TSchema;
  in: readonly Place[];
  header?: string;
  /** The directive of that header, which has several. */
  directive?: string;
  /** Whether it is a query parameter. */
  query?: true;
  /** What OpenAPI says of the header, where it also is a query parameter, and what clients say, where they do more. */
  ofHeader?: string;
  ofClients?: string;
  /** What a text must be, and what is read from it, where its schema does not say so. */
  form?: string;
  read?(text: string): string | null;
  /** Its argument in MCP, in few words; without one it is read from the header there. */
  agents?: TSchema;
  /** Read only with this other option. */
  with?: string;
  /** Other options that it cannot be combined with. */
  excludes?: Readonly<Record<string, () => WinnowError>>;
  /** Whether a job or a batch remembers it, and whether a body may have null for it. */
  isStored?: true;
  isNullable?: true;
  /** Seconds, of which `limits.freshness` is the maximum. */
  isAge?: true;
  /** Whether clients take a list of texts. */
  isList?: true;
}

const flag = (description: string) => Type.Unsafe<boolean>({ type: "boolean", description });
const refused = (sentence: string) => () => new WinnowError("bad_request", sentence);
const waitedFor = (what: string) =>
  refused(`${what} is for requests that are waited for: leave it out, or leave out Prefer: respond-async.`);

/** `x-retain: none` with something that has to be kept. */
export const keptAnyway = (why: string): WinnowError => invalidValue(["header", "x-retain"], why);

/**
 * What a caller can ask of a call besides its request. Reading, refusals, what jobs store, OpenAPI's parameters, the command
 * line's options, MCP's arguments and the TypeScript client's are derived from this table.
 */
export const callOptions = {
  dry_run: {
    schema: flag(
      "`true` checks everything and returns `max_cost`, `points` and `windows` without running the request. Free.",
    ),
    in: ["call"],
    query: true,
  },
  fields: {
    schema: words({
      description: "Returns only these fields, such as `id,name,price.amount`. An unknown field is 422.",
    }),
    in: ["call"],
    query: true,
  },
  provenance: {
    schema: flag(
      "`true` adds `_provenance` to each record: for each value the page (number, address, time), the place on it and the text there. Free. The header `x-provenance: true` means the same.",
    ),
    in: ["call"],
    query: true,
    header: "x-provenance",
    ofHeader: "`true` adds `_provenance` to each record, as `?provenance=true` does.",
    excludes: {
      respond_async: refused(
        "provenance is for requests that are waited for. Leave it out, and read GET /token/requests/{id}/provenance when the job has ended.",
      ),
    },
  },
  idempotency_key: {
    schema: words({
      pattern: "^[!-~]{1,255}$",
      description:
        "The same key within 24 hours returns the first response again, free. If a stream was interrupted, it gives all records for the rest of the price. The same key with another body is 422.",
    }),
    in: ["call", "job", "mcp", "clients"],
    header: "idempotency-key",
    form: "1 to 255 printable characters without blanks",
    ofClients: "Calls with the same key run and are charged once in 24 hours. Defaults to a new key for each call.",
    agents: Type.Unsafe<string>({
      type: "string",
      pattern: "^[\\x20-\\x7e]{1,255}$",
      form: "1 to 255 plain ASCII characters",
      description: "A repeat is free.",
    }),
  },
  respond_async: {
    schema: flag("Queues the call and returns a job."),
    in: ["job"],
    header: "prefer",
    directive: "respond-async",
  },
  wait: {
    schema: integer({ maximum: 999_999_999, description: "Seconds to wait for the job's end." }),
    in: ["job"],
    header: "prefer",
    directive: "wait",
    with: "respond_async",
  },
  partial: {
    schema: choice(["keep"], {
      description: "`keep`: a job that reaches its timeout keeps the records that it has, and is charged for them.",
    }),
    in: ["job", "batch", "clients", "cli"],
    header: "prefer",
    directive: "partial",
    with: "respond_async",
    isStored: true,
  },
  webhook: {
    schema: words({
      "x-client-name": "webhook_url",
      description:
        "With `respond-async`: URL that gets a webhook when the job ends, signed with the secret of `GET /webhooks/secret`.",
    }),
    in: ["job", "clients", "cli"],
    header: "webhook-url",
    ofClients: "URL that gets a webhook when the job ends, signed with the account's own secret.",
  },
  max_cost: {
    schema: integer({
      minimum: 0,
      maximum: 1e12,
      description: "Refuses a call or a batch (403) that could cost more points than this.",
    }),
    in: ["call", "job", "batch", "mcp", "clients", "cli"],
    header: "x-max-cost",
    agents: Type.Integer({ minimum: 0, description: "Refuse beyond." }),
    isStored: true,
    isNullable: true,
  },
  evidence: {
    schema: choice(["keep"], {
      description:
        "`keep` stores the site's responses for 7 days. `GET /token/requests/{id}/evidence` returns them as WARC, free.",
    }),
    in: ["call"],
    header: "x-evidence",
    excludes: { respond_async: waitedFor("Header x-evidence") },
  },
  retain: {
    schema: choice(["none"], {
      description:
        "`none` keeps nothing of the request and the response but the time, the operation, the status and the cost. A repeat with the same `Idempotency-Key` is then 422 `result_not_kept`. Not with `Prefer: respond-async` or `x-evidence`.",
    }),
    in: ["call", "clients", "cli"],
    header: "x-retain",
    excludes: {
      respond_async: () => keptAnyway("a job's request and records are stored; leave out Prefer: respond-async"),
      evidence: () => keptAnyway("x-evidence: keep stores the site's responses; leave one of them out"),
    },
  },
  tag: {
    schema: words({
      minLength: 1,
      maxLength: 130,
      pattern: TAGS_PATTERN,
      examples: ["team-a,nightly"],
      description: `For usage by tag (\`GET /token/tags\`): ${TAGS_RULE}.`,
    }),
    in: ["call", "job", "batch", "schedule", "mcp", "clients", "cli"],
    header: "x-tag",
    form: TAGS_RULE,
    read: readTags,
    isStored: true,
    isNullable: true,
    isList: true,
  },
  fault: {
    schema: choice(practiceFaultNames, {
      description: `For test keys (\`wnw_test_\`), to try your own handling of it. ${practiceFaultNames.map((name) => `\`${name}\`: ${practiceFaults[name]}.`).join(" ")}`,
    }),
    in: ["call", "job", "mcp", "clients", "cli"],
    header: "x-fault",
    ofClients: "With a test key: what goes wrong.",
    isStored: true,
  },
  stream_summary: {
    schema: flag(
      "`true` adds a last line of `@type` `WinnowSummary` to a stream (NDJSON), with its cost and how it ended.",
    ),
    in: ["call"],
    header: "x-stream-summary",
  },
  request_id: {
    schema: words({ format: "uuid", description: "Your own UUID for the request." }),
    in: ["call", "clients"],
    header: "x-request-id",
    ofClients: "Your own UUID for the request, as shown in the history.",
  },
  picker: {
    schema: Type.Unsafe<boolean>({
      type: "boolean",
      "x-client-name": "for_picker",
      description: "Marks the values as options for a person to pick from. A lookup at a stand-in is then free.",
    }),
    in: ["call", "clients"],
    header: "x-picker",
  },
  no_cache: {
    schema: flag("Calls the site even if a cached response, which would be free, exists."),
    in: ["call", "job", "mcp", "clients", "cli"],
    header: "cache-control",
    directive: "no-cache",
    agents: Type.Boolean(),
    isStored: true,
  },
  no_store: {
    schema: flag("Calls the site, and its answer is not given again."),
    in: ["call", "job"],
    header: "cache-control",
    directive: "no-store",
    isStored: true,
  },
  max_age: {
    schema: integer({
      minimum: 0,
      description:
        "Takes your account's own answer to an equal request of at most this many seconds ago, free. By default the site is asked.",
    }),
    in: ["call", "job", "batch", "mcp", "clients", "cli"],
    header: "cache-control",
    directive: "max-age",
    agents: Type.Integer({ description: "Free if this new (s)" }),
    isStored: true,
    isAge: true,
  },
  stale_if_error: {
    schema: integer({
      minimum: 0,
      description: "If the site fails, takes an answer that is older by at most this many seconds.",
    }),
    in: ["call", "job", "batch", "clients", "cli"],
    header: "cache-control",
    directive: "stale-if-error",
    isStored: true,
    isAge: true,
  },
  only_if_cached: {
    schema: flag("Never calls the site: 412 `not_cached` if there is no answer."),
    in: ["call"],
    header: "cache-control",
    directive: "only-if-cached",
    excludes: { respond_async: waitedFor("only-if-cached") },
  },
} as const satisfies Record<string, CallOption>;

/** What OpenAPI says of headers with several options. */
export const sharedHeaders: Record<string, string> = {
  prefer:
    "`respond-async` returns 202 and a job to poll; `respond-async, wait=N` returns 200 if it is done within N seconds (at most 300). `partial=keep`: a job that reaches its timeout keeps, and is charged for, the records that it has.",
  "cache-control":
    "Live is the default. `max-age=N` takes your account's own answer to an equal request of at most N seconds ago, free (`x-cache: hit`); `stale-if-error=N` takes one that is N seconds older if the site fails (`x-cache: stale`); `only-if-cached` never asks the site (412 `not_cached`). `no-cache` asks the site although a lookup is cached; `no-store` does too, and its answer is not given again.",
};

type Table = typeof callOptions;
export type OptionName = keyof Table;
/** The options of one call, by the names that bodies have for them. Whoever passes a call on passes this whole. */
export type CallOptions = { readonly [K in OptionName]?: Static<Table[K]["schema"]> | undefined };
type In<P extends Place> = { [K in OptionName]: P extends Table[K]["in"][number] ? K : never }[OptionName];

export const optionRows = Object.entries(callOptions) as Array<[OptionName, CallOption]>;
const rowsIn = (place: Place) => optionRows.filter(([, option]) => option.in.includes(place));

/** What the text of an option may be, as a pattern and in words. */
export function textForm({ schema, directive, form = "" }: CallOption): { pattern: string; words: string } {
  const { type, enum: values = [], pattern = "" }: JsonSchema = schema;
  if (type === "boolean") return { pattern: "^true$", words: "true" };
  if (type === "integer") {
    const words = directive ? `whole seconds, such as ${directive}=10` : "a whole number such as 100";
    return { pattern: "^[0-9]{1,12}$", words };
  }
  if (values.length === 0) return { pattern, words: form };
  if (values.length > 1) return { pattern: `^(${values.join("|")})$`, words: `one of ${values.join(", ")}` };
  return {
    pattern: `^${values[0]}$`,
    words: directive ? `${values[0]}, as in ${directive}=${values[0]}` : `${values[0]}`,
  };
}

/** Reads the text of an option; another than it can be is 400 with what it must be. */
function readText(option: CallOption, text: string): unknown {
  const { type, maximum = Number.POSITIVE_INFINITY }: JsonSchema = option.schema;
  if (type === "boolean" && option.directive) return true;
  const { pattern, words } = textForm(option);
  if (!new RegExp(pattern).test(text) || (type === "integer" && Number(text) > maximum)) {
    const place = option.directive ? `${option.header}: ${option.directive}` : option.header;
    throw new WinnowError("bad_request", `Header ${place} must be ${words}.`);
  }
  if (type === "boolean") return true;
  return type === "integer" ? Number(text) : (option.read?.(text) ?? text);
}

type Headers = Readonly<Record<string, unknown>>;

/** The option in the headers, if it was sent, once or repeated. */
export function optionIn<K extends OptionName>(name: K, headers: Headers): CallOptions[K] {
  const option: CallOption = callOptions[name];
  const raw = headers[option.header ?? ""];
  const text = raw === undefined || !option.directive ? raw : directives(raw).get(option.directive);
  return (
    text === undefined ? undefined : readText(option, [text].flat().join(option.isList ? "," : "\n"))
  ) as CallOptions[K];
}

/** The directives of a header such as `cache-control` (RFC 9111) or `prefer` (RFC 7240). Unknown ones are ignored. */
function directives(raw: unknown): Map<string, string> {
  const parts = [raw].flat().flatMap((line) => String(line).split(","));
  return new Map(
    parts.map((part) => {
      const [name = "", value = ""] = part.replace(/;.*/s, "").split("=");
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1")];
    }),
  );
}

/** All options in the headers of a call, or those that a call over MCP has in headers. */
export function optionsInHeaders(headers: Headers, place?: "mcp"): CallOptions {
  const options: Record<string, unknown> = {};
  for (const [name, option] of place ? rowsIn(place) : optionRows) {
    const isMissing = option.with !== undefined && options[option.with] === undefined;
    if (isMissing || (place && option.agents)) continue;
    const value = optionIn(name, headers);
    if (value !== undefined) options[name] = value;
  }
  return options;
}

/** The options among the fields of a body, a query or the arguments of a tool, which have been checked. */
export const optionsAmong = (fields: object, place: Place): CallOptions =>
  Object.fromEntries(
    rowsIn(place).flatMap(([name, { read }]) => {
      const value: unknown = Reflect.get(fields, name) ?? undefined;
      return value === undefined ? [] : [[name, read ? read(String(value)) : value]];
    }),
  );

/** Refuses options that cannot be combined. */
export function refuseExcluded(options: CallOptions): void {
  for (const [name, { excludes = {} }] of optionRows) {
    if (!options[name]) continue;
    for (const [other, error] of Object.entries(excludes)) if (options[other as OptionName]) throw error();
  }
}

/** The options that a job, a batch or a schedule remembers, as its row has them. */
export const storedOptions = (options: CallOptions): string =>
  JSON.stringify(
    Object.fromEntries(optionRows.flatMap(([name, { isStored }]) => (isStored ? [[name, options[name]]] : []))),
  );

export const optionsOfRow = ({ options }: { options: string }): CallOptions => JSON.parse(options);

type Field<K extends OptionName> = TOptional<
  Table[K] extends { isNullable: true } ? TUnsafe<Static<Table[K]["schema"]> | null> : Table[K]["schema"]
>;

/** The options as optional fields of a body. */
export const optionFields = <P extends Place>(place: P, maxAge = Number.MAX_SAFE_INTEGER): { [K in In<P>]: Field<K> } =>
  Object.fromEntries(
    rowsIn(place).map(([name, { schema, isNullable, isAge }]) => {
      const field = { ...schema, ...(isAge && { maximum: maxAge }) };
      return [name, Type.Optional(isNullable ? orNull(field) : field)];
    }),
  ) as never;

/** The arguments of a tool that runs an operation. */
export const agentArguments = Object.fromEntries(
  optionRows.flatMap(([name, { agents }]) => (agents ? [[name, Type.Optional(agents)]] : [])),
) as {
  [K in OptionName as Table[K] extends { agents: TSchema } ? K : never]: TOptional<
    Table[K] extends { agents: infer A extends TSchema } ? A : never
  >;
};
