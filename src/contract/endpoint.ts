import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { ErrorCode } from "./catalogue.ts";

/**
 * One endpoint, described once. The route with its checks, OpenAPI, the docs page, the clients' methods and types, the
 * dashboard's types and the statuses that its tests must cover are derived from it.
 */
export interface Endpoint<Context = unknown> {
  /** The name in OpenAPI, such as `createWebhook`. */
  id: string;
  group: string;
  /** What its address is of, in one word: "There is no such webhook." */
  thing: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** In OpenAPI's form: `/webhooks/{id}`. */
  path: string;
  summary: string;
  /** The summary as a sentence unless given. */
  description?: string;
  callers: readonly CallerKind[];
  /** For a session: the password was given of late. */
  recent?: boolean;
  /** For a key: one that may use every source of its account. */
  wholeAccount?: boolean;
  params?: Fields;
  query?: Fields;
  /** Names that were once taken, and what to use instead. */
  gone?: Record<string, string>;
  /** A body that is left out counts as `{}` where no field of it is required. */
  body?: Fields;
  /** The handler reads the body as it arrives, in any of these types besides JSON. */
  upload?: readonly string[];
  headers?: Record<string, { description: string; schema?: object }>;
  answer: Answer;
  /** Codes of the catalogue besides those that every endpoint has (`commonErrors`). */
  errors?: readonly ErrorCode[];
  /** Rows of `limits.ts` that a caller can meet here. */
  limits: readonly string[];
  /**
   * How a client may send it again when no answer came: `safe` any time, `idempotency-key` with the same key, `unsafe` never.
   */
  retry: Retry;
  /** Bodies or queries that work. */
  examples?: ReadonlyArray<Record<string, unknown>>;
  /** The method of the clients; null where none is generated. */
  client: ClientMethod | null;
  handle(call: EndpointCall<unknown>, context: Context): unknown;
}

/**
 * `key`: the access-token header. `session`: a person at the dashboard. `admin`: an administrator there. `operator`: who has the
 * operator's token; for anybody else the address does not exist. `nobody`: no key.
 */
export type CallerKind = "key" | "session" | "admin" | "operator" | "nobody";
export type Retry = "safe" | "idempotency-key" | "unsafe";

export interface ClientMethod {
  /** In camel case; Python has it in snake case. */
  method: string;
  /** Fields of body or query that are arguments of their own; the others are options. */
  args?: readonly string[];
  /** The one field of the answer that the method gives. */
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
      /** The one body it ever has, whatever the handler returns. */
      always?: unknown;
    }
  | { kind: "page"; status: 200; row: TSchema; description: string }
  /** Written by the handler, in one of these types; `schema` is of the JSON form where there is one. */
  | {
      kind: "content";
      status: 200;
      types: readonly string[];
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
export const content = (
  types: readonly string[],
  description: string,
  more: { schema?: TSchema; headers?: string[] } = {},
) => ({ kind: "content" as const, status: 200 as const, types, description, ...more });

type Of<S> = S extends TSchema ? Static<S> : Record<never, never>;

type Answered<A> = A extends { always: unknown }
  ? unknown
  : A extends { kind: "json"; schema: infer S extends TSchema }
    ? Static<S>
    : A extends { kind: "page"; row: infer R extends TSchema }
      ? Page<Static<R>>
      : Content;

/** What a handler is given, whoever calls and however it is mounted. */
export interface EndpointCall<Caller, P = unknown, Q = unknown, B = unknown> {
  caller: Caller;
  params: P;
  query: Q;
  body: B;
  accept: string | undefined;
  idempotencyKey: string | null;
  /** Of an `upload`: its chunks and their type. */
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  contentType: string | undefined;
  /** Aborted when the caller disconnects or the server closes. */
  signal: AbortSignal;
}

type Described<Context, Caller, P, Q, B, A> = Omit<
  Endpoint<Context>,
  "params" | "query" | "body" | "answer" | "handle" | "group" | "thing" | "limits"
> & {
  thing?: string;
  limits?: readonly string[];
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  handle: Handler<Context, Caller, P, Q, B, A>;
};

export type Handler<Context, Caller, P, Q, B, A> = (
  call: EndpointCall<Caller, Of<P>, Of<Q>, Of<B>>,
  context: Context,
) => Answered<A> | Promise<Answered<A>>;

export type Fields = TObject | undefined;

/** A `defineEndpoint` for one group of endpoints, whose handlers are given this context. */
export const endpointGroup =
  <Context, Caller>(group: string, thing: string, limits: readonly string[]) =>
  <P extends Fields, Q extends Fields, B extends Fields, const A extends Answer>(
    described: Described<Context, Caller, P, Q, B, A>,
  ): Endpoint<Context> => ({
    ...{ thing, ...described, group, limits: [...limits, ...(described.limits ?? [])] },
    headers: { ...(described.retry === "idempotency-key" && idempotencyKeyHeader), ...described.headers },
  });

/** Of every endpoint that takes one: the clients send it by themselves. */
const idempotencyKeyHeader = {
  "idempotency-key": {
    description: "A call sent again with the same key is done once.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
};

/** What every endpoint can answer with. */
export const commonErrors: readonly ErrorCode[] = [
  "bad_request",
  "not_found",
  "method_not_allowed",
  "validation",
  "rate_limited",
  "internal",
  "unavailable",
];
/** Besides, of the dashboard's API. */
export const sessionErrors: readonly ErrorCode[] = ["key_missing", "source_forbidden", "body_too_large"];
/** Besides, where a key is needed. */
export const keyErrors: readonly ErrorCode[] = [
  "key_missing",
  "key_invalid",
  "key_expired",
  "key_revoked",
  "network_forbidden",
  "mcp_only",
];
