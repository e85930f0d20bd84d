import type { Check } from "./broken-manifest.ts";
import { type Canaries, type Canary, canaryBody, canaryMisfit, type Lookups, operationResource } from "./canary.ts";
import { fieldLookup } from "./lookup.ts";
import type { ExampleBody, Operation } from "./operation.ts";
import { sizedPages } from "./page-size.ts";
import { requestRefusal } from "./request-refusal.ts";
import type { Source } from "./source.ts";

type Operations = Source["operations"];

/** The calls that are sent regularly. */
const regularCalls = (calls: Canary[] = []): Canary[] => calls.filter(({ goLiveOnly }) => !goLiveOnly);

/** Checks that each operation has a call for the live site. */
export const liveCanaryChecks = ({ operations }: Pick<Source, "operations">, live: Canaries): Check[] =>
  operations.map((operation) => [
    `canaries.live["${operationResource(operation)}"]`,
    regularCalls(live[operationResource(operation)]).length > 0,
    "must hold a call that works on the live site",
  ]);

/**
 * Checks that a call of each list asks for more than a page, and that `winnow go-live` has two questions: a site that
 * answers all of them alike must not pass.
 */
export const provingCanaryChecks = ({ operations }: Pick<Source, "operations">, live: Canaries): Check[] =>
  operations.flatMap((operation): Check[] => {
    const location = `canaries.live["${operationResource(operation)}"]`;
    const calls = live[operationResource(operation)] ?? [];
    const rows = pageToExceed(operation);
    return [
      [
        location,
        rows === null || regularCalls(calls).some(({ request }) => countOf(operation, request) > rows),
        `must hold a call with a \`count\` above ${rows}, the rows of a page: it shows that the list continues`,
      ],
      [
        location,
        !isAsked(operation) || new Set(calls.map(questionOf)).size > 1,
        "must hold a second question, with `goLiveOnly: true` if you like: it shows that the site answers what it is asked",
      ],
    ];
  });

/** Rows of a page, if `count` may be larger. */
function pageToExceed({ pageSize, request }: Operation): number | null {
  const rows = sizedPages(pageSize)?.rows ?? null;
  const { count }: { count?: { maximum?: number } } = request.properties;
  return rows !== null && rows < (count?.maximum ?? Number.POSITIVE_INFINITY) ? rows : null;
}

const countOf = (operation: Operation, request: ExampleBody): number =>
  Number(canaryBody(operation, request, Date.now()).count);

/** Whether the caller asks for something in particular. */
const isAsked = ({ request }: Operation): boolean =>
  Object.keys(request.properties).some((field) => field !== "count" && field !== "timeout");

const questionOf = ({ request: { count: _, timeout: __, ...question }, find }: Canary): string =>
  JSON.stringify([question, find]);

/**
 * Checks that canaries can be sent and that their conditions fit the records. Canaries from a file are external input, so
 * their shape is checked too.
 */
export function canaryChecks({ operations }: Pick<Source, "operations">, canaries: Canaries, at: string): Check[] {
  return Object.entries(canaries).flatMap(([resource, list]): Check[] => {
    const location = `${at}["${resource}"]`;
    const operation = operations.find((one) => operationResource(one) === resource);
    const known = operations.map(operationResource).join(", ");
    if (!operation) return [[location, false, `names no operation of the source; there are ${known}`]];
    if (!Array.isArray(list)) return [[location, false, "must be a list of canaries"]];
    return list.flatMap((canary, nth) => checks(operations, operation, canary, `${location}[${nth}]`));
  });
}

function checks(operations: Operations, operation: Operation, canary: Canary, at: string): Check[] {
  const misfit = canaryMisfit(canary);
  if (misfit !== null) return [[at, false, `does not fit: ${misfit}`]];
  const { every = {}, sorted } = canary;
  const expected = [...Object.keys(every), ...(sorted ? [sorted.field] : [])];
  const unknown = expected.find((name) => !(name.replace(/\..*/, "") in operation.record.properties));
  return [
    ...bodyChecks(operations, operation, canary, at),
    [at, unknown === undefined, `expects ${unknown}, which the record does not have`],
  ];
}

/** The example supplies the looked-up values here: they have the right shape. */
function bodyChecks(
  operations: Operations,
  operation: Operation,
  { request, find = {} }: { request: ExampleBody } & Lookups,
  at: string,
): Check[] {
  const example = operation.examples[0];
  const found = Object.fromEntries(Object.keys(find).map((field) => [field, example[field]]));
  const refusal = requestRefusal(operation, { ...canaryBody(operation, request, Date.now()), ...found });
  const lookups = Object.entries(find).flatMap(([field, body]): Check[] => {
    const location = `${at}.find.${field}`;
    const lookup = fieldLookup(operation.request.properties[field]);
    const other = operations.find(({ path }) => path === lookup?.operation);
    if (!other) return [[location, false, "is not fed by another operation of the source"]];
    return bodyChecks(operations, other, body, location);
  });
  return [...lookups, [`${at}.request`, refusal === null, `does not fit the request: ${refusal}`]];
}
