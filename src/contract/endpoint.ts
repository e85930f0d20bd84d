import type { Readable } from "node:stream";
import { type Static, type TObject, type TSchema, Type } from "typebox";
import type { ErrorCode } from "./catalogue.ts";
import { WinnowError } from "./errors.ts";
import { uuid } from "./shapes.ts";

/**
 * One endpoint, described once. Its route and checks, OpenAPI, the docs page, the clients' methods and types, the
 * dashboard's types and the statuses that its tests must cover are derived from it.
 */
export interface Endpoint<Context = unknown> {
  /** The operation id in OpenAPI, such as `createWebhook`. */
  id: string;
  group: string;
  /** The kind of thing at this address, in one word: "There is no such webhook." */
  thing: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** In OpenAPI syntax: `/webhooks/{id}`. */
  path: string;
  summary: string;
  /** By default, the summary as a sentence. */
  description?: string;
  callers: readonly CallerKind[];
  /** For a session: what the person's role in the account must allow (`accounts/roles.ts`). */
  needs?: string;
  /** For a session: the password must have been entered recently. */
  recent?: boolean;
  /** For a key: it must have access to every source of its account. */
  wholeAccount?: boolean;
  /** For a key: it must be allowed to manage webhooks, destinations and signing secrets. */
  managesDelivery?: boolean;
  params?: Fields;
  query?: Fields;
  /** Former parameter names, with their replacements. */
  gone?: Record<string, string>;
  /** A missing body counts as `{}` if none of its fields are required. */
  body?: Fields;
  /** The handler streams the body, in any of these media types besides JSON. */
  upload?: readonly string[];
  headers?: Record<string, { description: string; schema?: object }>;
  answer: Answer;
  /** Error codes besides those that every endpoint has (`commonErrors`). */
  errors?: readonly ErrorCode[];
  /** Rows of `limits.ts` that can affect a caller of this endpoint. */
  limits: readonly string[];
  /**
   * When a client may resend a request that got no response: `safe` at any time, `idempotency-key` with the same key,
   * `unsafe` never.
   */
  retry: Retry;
  /** Valid bodies or queries. */
  examples?: ReadonlyArray<Record<string, unknown>>;
  /** The clients' method; null if none is generated. */
  client: ClientMethod | null;
  /** Returns null if there is no such thing: a 404. */
  handle(call: EndpointCall<unknown>, context: Context): unknown;
}

/**
 * `key`: the access-token header. `session`: a user of the dashboard. `admin`: an administrator there. `operator`: a caller
 * with the operator's token; for anybody else the address does not exist. `nobody`: no key needed.
 */
export type CallerKind = "key" | "session" | "admin" | "operator" | "nobody";
export type Retry = "safe" | "idempotency-key" | "unsafe";

export interface ClientMethod {
  /** In camel case; Python uses snake case. */
  method: string;
  /** Fields of the body or query that become arguments; the others become options. */
  args?: readonly string[];
  /** The one field of the response that the method returns. */
  pick?: string;
}

export type Answer =
  | {
      kind: "json";
      status: number;
      schema: TSchema;
      description: string;
      location?(body: unknown): string;
      headers?: Record<string, string>;
      /** A constant body that replaces whatever the handler returns. */
      always?: unknown;
    }
  | { kind: "page"; status: 200; row: TSchema; description: string }
  /** Written by the handler. `isLive`: while something happens, instead of read from the store. */
  | {
      kind: "content";
      status: 200;
      types: readonly [string];
      schema?: undefined;
      description: string;
      isLive?: boolean;
    }
  /** Stored records in one of these types; `schema` describes the JSON form. Their length and tag can be asked for. */
  | {
      kind: "file";
      status: 200;
      types: readonly string[];
      /** Those that can be read in parts. */
      inParts: readonly string[];
      schema?: TSchema;
      description: string;
      headers?: string[];
    };

export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

export interface Content {
  type: string;
  headers?: Record<string, string>;
  body: string | Uint8Array | Readable;
}

export interface FileContent extends Omit<Content, "body"> {
  body: StoredFile;
}

/** Stored bytes, which can be sent more than once. */
export interface StoredFile {
  /** Weak if another version of the program could write other bytes for it. */
  etag: string;
  /** Where the file is written as it is sent, this writes it once, unless the caller disconnects. */
  size(signal: AbortSignal): Promise<number>;
  whole(): Readable;
  /** The bytes from `start` up to `end`, which is not in it. Missing if the file is written as it is sent. */
  part?(start: number, end: number): Readable;
}

export const json = <S extends TSchema>(status: number, schema: S, description: string) =>
  ({ kind: "json", status, schema, description }) as const;
export const created = <S extends TSchema>(
  status: number,
  schema: S,
  description: string,
  location: (body: Static<S>) => string,
) => ({ kind: "json" as const, status, schema, description, location });
export const page = <S extends TSchema>(row: S, description: string) =>
  ({ kind: "page", status: 200, row, description }) as const;
export const content = (type: string, description: string, more: { isLive?: boolean } = {}) =>
  ({ kind: "content", status: 200, types: [type], description, ...more }) as const;
export const storedFile = (
  files: Pick<Extract<Answer, { kind: "file" }>, "types" | "inParts">,
  description: string,
  more: { schema?: TSchema; headers?: string[] } = {},
) => ({ kind: "file" as const, status: 200 as const, ...files, description, ...more });

/** All statuses of an answer that is not an error. */
export const answerStatuses = ({ kind, status }: Answer): number[] => (kind === "file" ? [status, 206, 304] : [status]);

type Of<S> = S extends TSchema ? Static<S> : Record<never, never>;

type Answered<A> = A extends { always: unknown }
  ? unknown
  : A extends { kind: "json"; schema: infer S extends TSchema }
    ? Static<S>
    : A extends { kind: "page"; row: infer R extends TSchema }
      ? Page<Static<R>>
      : A extends { kind: "file" }
        ? FileContent
        : Content;

/** The input of a handler, whoever calls it and however it is mounted. */
export interface EndpointCall<Caller, P = unknown, Q = unknown, B = unknown> {
  caller: Caller;
  params: P;
  query: Q;
  body: B;
  accept: string | undefined;
  idempotencyKey: string | null;
  /** For an `upload`: its chunks and their media type. */
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  contentType: string | undefined;
  /** Aborted when the caller disconnects or the server closes. */
  signal: AbortSignal;
}

export type Route = `${Endpoint["method"]} /${string}`;
export type IdRoute = `${Endpoint["method"]} /${string}{id}${string}`;

type Derived = "group" | "method" | "path" | "params" | "query" | "body" | "answer" | "handle";
type Shared = "callers" | "thing" | "limits" | "retry";

/** The parameters of a path: as described, or the id of its thing. */
export type ParamsOf<R, P> = Fields extends P
  ? R extends `${string}{id}${string}`
    ? { id: string }
    : Record<never, never>
  : Of<P>;

type Described<Context, Caller, R, P, Q, B, A> = Omit<Endpoint<Context>, Derived | Shared> & {
  callers?: readonly CallerKind[];
  thing?: string;
  /** Besides those of the group. */
  limits?: readonly string[];
  /** By default `safe` for GET and DELETE, which do nothing the second time, and `unsafe` for the others. */
  retry?: Retry;
  /** By default `id`, if the path has one: the UUID of the thing. */
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  handle: Handler<Context, Caller, ParamsOf<R, P>, Q, B, A>;
};

export type Handler<Context, Caller, Params, Q, B, A> = (
  call: EndpointCall<Caller, Params, Of<Q>, Of<B>>,
  context: Context,
) => Answered<A> | null | Promise<Answered<A> | null>;

export type Fields = TObject | undefined;

/** What the type of a described endpoint says of its route and answer. No value has it. */
export type Typed<R, A> = { typed?: { route: R; answer: Answered<A> } };

/** Returns a `defineEndpoint` for one group of endpoints, whose handlers receive this context. */
export const endpointGroup =
  <Context, Caller>(
    group: string,
    thing: string,
    shared: Pick<Endpoint, "callers" | "recent" | "wholeAccount" | "managesDelivery" | "limits"> & {
      /** What a session needs to change something; to read something of an account it needs `read`. */
      changes?: string;
    },
  ) =>
  <const R extends Route, P extends Fields, Q extends Fields, B extends Fields, const A extends Answer>(
    route: R,
    described: Described<Context, Caller, R, P, Q, B, A>,
  ): Endpoint<Context> & Typed<R, A> => {
    const [method, path] = route.split(" ") as [Endpoint["method"], string];
    const retry: Retry = method === "GET" || method === "DELETE" ? "safe" : "unsafe";
    const { changes, ...rest } = shared;
    const needs = changes !== undefined && changes !== "self" && method === "GET" ? "read" : changes;
    const endpoint = {
      method,
      path,
      thing,
      retry,
      ...(needs !== undefined && { needs }),
      ...rest,
      ...described,
      group,
    };
    return {
      ...(path.includes("{id}") && { params: idParameter(endpoint.thing) }),
      ...endpoint,
      errors: [...(described.errors ?? []), ...impliedErrors(endpoint)],
      limits: [...shared.limits, ...(described.limits ?? []), ...readerLimits(endpoint)],
      headers: { ...(endpoint.retry === "idempotency-key" && idempotencyKeyHeader), ...described.headers },
      async handle(...call: Parameters<typeof described.handle>) {
        const answered = await described.handle(...call);
        if (answered === null) throw noSuch(endpoint.thing);
        return answered;
      },
    };
  };

/** Errors that follow from the rest of a description. */
const impliedErrors = ({
  managesDelivery,
  method,
  answer,
}: Pick<Endpoint, "managesDelivery" | "method" | "answer">): ErrorCode[] => [
  ...(managesDelivery ? (["permission_missing"] as const) : []),
  // One that wants no body reads it all the same, up to the limit.
  ...(method === "GET" ? [] : (["body_too_large"] as const)),
  ...(answer.kind === "file" ? (["range_outside"] as const) : []),
];

/** Whatever sends something stored is limited, whether its description remembers that or not. */
const readerLimits = ({ answer, callers }: Pick<Endpoint, "answer" | "callers">): string[] => {
  if (answer.kind !== "file" && (answer.kind !== "content" || answer.isLive)) return [];
  return [
    ...(callers.includes("nobody") ? ["readersOfALink", "readersOfANetwork"] : ["readersOfAnAccount"]),
    "readers",
  ];
};

export const idParameter = (thing: string) => Type.Object({ id: uuid({ description: `The ${thing}'s id.` }) });

export const noSuch = (thing: string): WinnowError => new WinnowError("not_found", `There is no such ${thing}.`);

/** For every endpoint that accepts the header. The clients send it automatically. */
const idempotencyKeyHeader = {
  "idempotency-key": {
    description: "A call sent again with the same key is done once.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
};

/** Errors that every endpoint can return. */
export const commonErrors: readonly ErrorCode[] = [
  "bad_request",
  "not_found",
  "method_not_allowed",
  "validation",
  "rate_limited",
  "internal",
  "unavailable",
];
/** Additional errors of the dashboard's API. */
export const sessionErrors: readonly ErrorCode[] = ["key_missing", "source_forbidden"];
/** Additional errors of endpoints that need a key. */
export const keyErrors: readonly ErrorCode[] = [
  "key_missing",
  "key_invalid",
  "key_expired",
  "key_revoked",
  "network_forbidden",
  "mcp_only",
];
