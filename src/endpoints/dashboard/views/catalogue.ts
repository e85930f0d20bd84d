import { type Static, Type } from "typebox";
import type { Lookup } from "../../../contract/lookup.ts";
import { choice, integer, listOf, mapOf, orNull, words } from "../../../contract/shapes.ts";
import { windowNames } from "../../../metering/types.ts";

/** A field of an operation's request: the JSON Schema that the contract kit made. */
export interface FieldSchema {
  type?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  "x-lookup"?: Lookup;
}

/** The fields of a body that the dashboard has a form for, by endpoint. */
export const FormsAnswer = mapOf(
  Type.Unsafe<{ required?: string[]; properties: Record<string, FieldSchema> }>({ type: "object" }),
);
export type FormsAnswer = Static<typeof FormsAnswer>;

/** An object with any fields. */
export const freeObject = () => Type.Unsafe<Record<string, unknown>>({ type: "object" });

export const OperationView = Type.Object({
  path: words(),
  summary: words(),
  description: words(),
  price: Type.Object({
    kind: choice(["flat", "flat-when-found", "per-results"]),
    credits: integer(),
    results: orNull(integer()),
    words: words(),
  }),
  request: Type.Object({
    title: words(),
    required: listOf(words()),
    properties: Type.Unsafe<Record<string, FieldSchema>>({ type: "object" }),
  }),
  record: Type.Object({
    title: words(),
    fields: listOf(words(), { description: "Names of the record's fields, in order." }),
    units: mapOf(words(), { description: "Units of the fields whose name does not say them." }),
    meanings: mapOf(words()),
    values: mapOf(choice(["text", "number", "flag"]), {
      description: "Paths of single values, which schedules can track.",
    }),
  }),
  examples: listOf(freeObject()),
  example_csv: words({ description: "Examples as a file for a batch." }),
  lookup_prices: mapOf(words(), { description: "What a search for a value costs, by field." }),
});
export type OperationView = Static<typeof OperationView>;

const SourceView = Type.Object({
  name: words(),
  title: words(),
  stand_in: Type.Boolean({ description: "Whether its records are made up." }),
  set_up: Type.Boolean({ description: "Whether its operations are offered; test keys may always call them." }),
  operations: listOf(OperationView),
});
export type SourceView = Static<typeof SourceView>;

const MapTiles = Type.Object(
  {
    url: words({ description: "Contains `{z}`, `{x}` and `{y}`." }),
    attribution: words({ description: "Whom to credit for them." }),
  },
  { description: "Map tiles; null if the operator has configured none." },
);
export type MapTiles = Static<typeof MapTiles>;

export const CatalogueAnswer = Type.Object({
  map_tiles: orNull(MapTiles),
  base_url: words({ description: "The address that snippets should use." }),
  faults: listOf(words(), { description: "The failures that a call with a test key can request." }),
  sources: listOf(SourceView),
});
export type CatalogueAnswer = Static<typeof CatalogueAnswer>;

const PlanView = Type.Object({
  name: words(),
  points: integer(),
  every: choice(["once", "month"], { description: "`once`: given at sign-up. `month`: given every month." }),
  limits: listOf(Type.Object({ name: choice(windowNames), limit: integer() })),
});
export type PlanView = Static<typeof PlanView>;

export const PlansAnswer = Type.Object({ plans: listOf(PlanView) });
export type PlansAnswer = Static<typeof PlansAnswer>;
