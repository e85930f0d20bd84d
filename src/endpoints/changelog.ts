import { type Static, Type } from "typebox";
import { type Changing, checkChanges } from "../contract/changes.ts";
import { type Endpoint, endpointGroup, json } from "../contract/endpoint.ts";
import { choice, given, listOf, orNull, words } from "../contract/shapes.ts";
import type { Registry } from "../service/registry.ts";

const day = (description: string) => words({ description, examples: ["2026-11-18"] });

const ApiChange = Type.Object(
  {
    operation: words({ description: "Method and path, such as `POST /webhooks`." }),
    on: day("When it changed."),
    kind: choice(["added", "changed", "deprecated", "removed"], { description: "What happened to it." }),
    what: words({ description: "The change in a sentence." }),
    field: orNull(words({ description: "The field that it is about; null for the whole." })),
    sunset: orNull(day("The day from which something deprecated may be gone.")),
    use: orNull(words({ description: "The replacement of something deprecated." })),
  },
  { title: "ApiChange" },
);
export type ApiChange = Static<typeof ApiChange>;

/** What a request says is deprecated, and the changelog, by method and path. */
export const describedChanges = (
  { entries }: Registry,
  endpoints: ReadonlyArray<Endpoint<never>>,
): Map<string, Changing> => {
  const all = new Map<string, Changing>([
    ...entries.map(({ operation }) => [`POST ${operation.path}`, operation] as const),
    ...endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  ]);
  for (const [name, changing] of all) checkChanges(name, changing);
  return all;
};

/** All changes, the newest first. */
export const listChanges = (described: Map<string, Changing>): ApiChange[] =>
  [...described]
    .flatMap(([operation, { changes = [] }]) =>
      changes.map(({ field = null, sunset = null, use = null, ...change }) => ({
        operation,
        ...change,
        field,
        sunset,
        use,
      })),
    )
    .sort((one, other) => other.on.localeCompare(one.on));

const defineEndpoint = endpointGroup<{ changelog: ApiChange[] }, null>("service", "page", {
  callers: ["nobody"],
  limits: [],
});

export const changelogEndpoint = defineEndpoint("GET /changelog", {
  id: "changelog",
  summary: "Changes of the API, by operation",
  description:
    "The newest first. What is deprecated also has `deprecated: true` in OpenAPI, and its responses have the headers `deprecation` (RFC 9745) and `sunset` (RFC 8594); for a field, only those to requests that use it. Needs no key.",
  query: Type.Object({
    operation: Type.Optional(
      given({ description: "Only this one: `/api/nlretail/products/search`, or `POST /webhooks`." }),
    ),
  }),
  answer: { ...json(200, listOf(ApiChange), "The changes."), headers: { "cache-control": "public, max-age=300" } },
  examples: [{ operation: "POST /webhooks" }],
  client: null,
  handle: ({ query: { operation } }, { changelog }) =>
    operation === undefined
      ? changelog
      : changelog.filter((one) => one.operation === operation || one.operation === `POST ${operation}`),
});
