import { Type } from "typebox";
import { Value } from "typebox/value";
import type { JsonSchema } from "./json-schema.ts";
import type { ExampleBody, Operation } from "./operation.ts";
import { upcoming } from "./upcoming-examples.ts";

/** A call that must always work, and what must be true of its records. */
export interface Canary extends Lookups {
  /** Dates in it that have passed move on by whole years. */
  request: ExampleBody;
  /** So many records at the least; 1 unless given. */
  atLeast?: number;
  /** What must be true of a field wherever it is filled, in one record at the least: whether the site applied a filter. */
  every?: Record<string, Condition>;
  /** Whether the site applied a sort. */
  sorted?: { field: string; order: "ascending" | "descending" };
  /** `winnow go-live` sends it, the regular check does not. */
  goLiveOnly?: boolean;
}

/**
 * Fields of the request whose values the site is asked for first: the body of the lookup that feeds the field (`fedBy`).
 * The first record found gives the value, so no canary depends on a number that the site may drop.
 */
export interface Lookups {
  find?: Record<string, { request: ExampleBody } & Lookups>;
}

export interface Condition {
  min?: number;
  max?: number;
  equals?: string | number | boolean;
  startsWith?: string;
}

/** By operation, named without its source: `products/search`. */
export type Canaries = Record<string, Canary[]>;

export interface SourceCanaries {
  /** On the live site. Each operation has one at least. */
  live: Canaries;
  /** On the stand-in; the operation's first example unless given. */
  standIn?: Canaries;
}

const Body = Type.Record(Type.String(), Type.Unknown());
const closed = { additionalProperties: false };
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const conditionSchema = Type.Object(
  {
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    equals: Type.Optional(Scalar),
    startsWith: Type.Optional(Type.String()),
  },
  closed,
);
const canarySchema = Type.Object(
  {
    request: Body,
    find: Type.Optional(Type.Record(Type.String(), Type.Object({ request: Body, find: Type.Optional(Body) }, closed))),
    atLeast: Type.Optional(Type.Integer({ minimum: 1 })),
    every: Type.Optional(Type.Record(Type.String(), conditionSchema)),
    sorted: Type.Optional(Type.Object({ field: Type.String(), order: Type.Enum(["ascending", "descending"]) }, closed)),
    goLiveOnly: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** What is wrong with the form of a canary, for people; null where nothing is. */
export function canaryMisfit(value: unknown): string | null {
  const [first] = Value.Errors(canarySchema, value);
  return first ? `${first.instancePath.slice(1).replaceAll("/", ".") || "it"} ${first.message}` : null;
}

/** `products/search`: an operation's path without its source. */
export const resourceOf = ({ path }: Pick<Operation, "path">): string => path.split("/").slice(3).join("/");

/** The calls of an operation that must always work where its source is now. */
export function canariesOf(
  { canaries }: { canaries: SourceCanaries },
  operation: Operation,
  isStandIn: boolean,
): Canary[] {
  const resource = resourceOf(operation);
  const standIn = canaries.standIn?.[resource] ?? [{ request: operation.examples[0] }];
  return isStandIn ? standIn : (canaries.live[resource] ?? []).filter(({ goLiveOnly }) => !goLiveOnly);
}

const COUNT = 20;
const TIMEOUT_SECONDS = 60;

/** The body of a canary as it is sent, apart from what must be looked up first. */
export const canaryBody = (operation: Operation, request: ExampleBody, now: number): ExampleBody => ({
  ...defaultsOf(operation),
  ...("count" in operation.request.properties && { count: COUNT }),
  ...upcoming(request, now),
  timeout: TIMEOUT_SECONDS,
});

/** What an entry point fills in where a body says nothing. */
export function defaultsOf(operation: Operation): Record<string, unknown> {
  const fields = Object.entries<JsonSchema>(operation.request.properties);
  return Object.fromEntries(
    fields.filter(([, field]) => "default" in field).map(([name, field]) => [name, field.default]),
  );
}
