import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { JsonSchema } from "./json-schema.ts";
import type { ExampleBody, Operation } from "./operation.ts";
import { sizedPages } from "./page-size.ts";
import { upcoming } from "./upcoming-examples.ts";

/** A call that must always work, with conditions on its records. */
export interface Canary extends Lookups {
  /** Dates in the past are moved forward by whole years. */
  request: ExampleBody;
  /** Minimum number of records; 1 by default. */
  atLeast?: number;
  /**
   * Conditions that every filled value of a field must meet; at least one record must have one. They show whether the site
   * applied a filter.
   */
  every?: Record<string, Condition>;
  /** Shows whether the site applied a sort. */
  sorted?: { field: string; order: "ascending" | "descending" };
  /** `winnow go-live` sends it; the regular check does not. */
  goLiveOnly?: boolean;
}

/**
 * Request fields whose values are looked up first: the body for the lookup that feeds the field (`fedBy`). The first record
 * found gives the value, so no canary depends on an id that the site may drop.
 */
export interface Lookups {
  find?: Record<string, { request: ExampleBody } & Lookups>;
}

/** Keyed by operation without its source: `products/search`. */
export type Canaries = Record<string, Canary[]>;

export interface SourceCanaries {
  /** For the live site. Each operation has at least one. */
  live: Canaries;
  /** For the stand-in; by default, the operation's first example. */
  standIn?: Canaries;
}

const Body = Type.Record(Type.String(), Type.Unknown());
const closed = { additionalProperties: false };
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
export type Condition = Static<typeof conditionSchema>;
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

/** Describes what is wrong with the shape of a canary; null if it is valid. */
export function canaryMisfit(value: unknown): string | null {
  const [first] = Value.Errors(canarySchema, value);
  return first ? `${first.instancePath.slice(1).replaceAll("/", ".") || "it"} ${first.message}` : null;
}

/** An operation's path without its source: `products/search`. */
export const operationResource = ({ path }: Pick<Operation, "path">): string => path.split("/").slice(3).join("/");

/** The canaries of an operation for the current site, live or stand-in. */
export function listCanaries(
  { canaries }: { canaries: SourceCanaries },
  operation: Operation,
  isStandIn: boolean,
): Canary[] {
  const resource = operationResource(operation);
  const standIn = canaries.standIn?.[resource] ?? [{ request: { ...operation.examples[0], ...longList(operation) } }];
  return isStandIn ? standIn : (canaries.live[resource] ?? []).filter(({ goLiveOnly }) => !goLiveOnly);
}

/** More than a page holds, as far as the operation allows it. */
function longList({ request, pageSize }: Operation): { count?: number } {
  const { count }: { count?: { maximum?: number } } = request.properties;
  const max = count?.maximum ?? Number.POSITIVE_INFINITY;
  return count ? { count: Math.min(max, Math.max(60, (sizedPages(pageSize)?.rows ?? 0) + 1)) } : {};
}

const COUNT = 20;
const TIMEOUT_SECONDS = 60;

/** The body that a canary sends, without the values that are looked up first. */
export const canaryBody = (operation: Operation, request: ExampleBody, now: number): ExampleBody => ({
  ...requestDefaults(operation),
  ...("count" in operation.request.properties && { count: COUNT }),
  ...upcoming(request, now),
  timeout: TIMEOUT_SECONDS,
});

/** Defaults of the request fields, which an entry point fills in. */
export function requestDefaults(operation: Operation): Record<string, unknown> {
  const fields = Object.entries<JsonSchema>(operation.request.properties);
  return Object.fromEntries(
    fields.filter(([, field]) => "default" in field).map(([name, field]) => [name, field.default]),
  );
}
