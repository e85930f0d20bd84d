import { type Check, report } from "./broken-manifest.ts";
import { canaryChecks, liveCanaryChecks, provingCanaryChecks } from "./check-canaries.ts";
import { proofChecks } from "./check-proof.ts";
import { fieldLookup } from "./lookup.ts";
import type { Operation } from "./operation.ts";
import { recordMisfit } from "./record-misfit.ts";
import { requestRefusal } from "./request-refusal.ts";
import type { Source } from "./source.ts";
import { warningCatalogue } from "./warnings.ts";

const ORIGIN = "must be an origin such as https://site.example";

function isOrigin(value: unknown): boolean {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  return url !== null && url.origin === value;
}

const positive = (value: unknown) => typeof value === "number" && value > 0;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isFunction = (value: unknown) => typeof value === "function";

/** Rejects a source that cannot work. `withoutExamples` skips example records, which are about to be written. */
export function checkSource(file: string, folderName: string, source: Source, withoutExamples: boolean): void {
  report(file, [
    ["default export", typeof source === "object" && source !== null, "is missing: export default defineSource({...})"],
  ]);
  report(file, [
    ["name", source.name === folderName, `must be the folder's name, "${folderName}"`],
    ["title", isText(source.title), "must be words for people"],
    ["origins.site", isOrigin(source.origins?.site), ORIGIN],
    ...Object.entries(source.origins ?? {}).map(([key, value]): Check => [`origins.${key}`, isOrigin(value), ORIGIN]),
    ["politeness.concurrency", positive(source.politeness?.concurrency), "must be a number above 0"],
    ["politeness.perSecond", positive(source.politeness?.perSecond), "must be a number above 0"],
    ["headers", typeof source.headers === "object" && source.headers !== null, "must be an object of headers"],
    ["blockMarker", isFunction(source.blockMarker), "must be a function of an answer"],
    ["landmarks", (source.landmarks ?? []).every(isText), "must be texts that only the site's own pages contain"],
    ["standIn", isFunction(source.standIn), "must be a function that loads the stand-in site"],
    [
      "operations",
      Array.isArray(source.operations) && source.operations.length > 0,
      "must list at least one operation",
    ],
    ["canaries.live", typeof source.canaries?.live === "object", "must name a call of each operation that must work"],
  ]);
  source.operations.forEach((operation, index) => {
    const at = (field: string) => `operations[${index}].${field}`;
    report(file, shapeChecks(source.name, operation, at));
    report(file, proofChecks(operation, at));
    report(file, exampleChecks(operation, at));
    report(file, lookupChecks(source, operation, at));
    if (!withoutExamples) report(file, exampleRecordChecks(source.name, operation, at));
  });
  const { live, standIn = {} } = source.canaries;
  report(file, [
    ...liveCanaryChecks(source, live),
    ...canaryChecks(source, live, "canaries.live"),
    ...provingCanaryChecks(source, live),
    ...canaryChecks(source, standIn, "canaries.standIn"),
  ]);
}

type At = (field: string) => string;

function shapeChecks(source: string, operation: Operation | undefined, at: At): Check[] {
  const { path, price, request, record } = operation ?? {};
  const isPath = isText(path) && /^\/api\/[a-z0-9]+(\/[a-z0-9-]+)+$/.test(path) && path.startsWith(`/api/${source}/`);
  const fields = request?.properties ?? {};
  return [
    [at("path"), isPath, `must be /api/${source}/<resource>`],
    [at("summary"), isText(operation?.summary), "must be a phrase"],
    [at("description"), typeof operation?.description === "string", "must be text"],
    [at("price"), isFunction(price?.of), "must be flat(...) or perResults(...)"],
    [at("request"), request?.type === "object", "must be made by defineRequest"],
    [at("request.timeout"), "timeout" in fields, "is missing: add timeoutField"],
    [
      at("request.count"),
      price?.kind !== "per-results" || "count" in fields,
      "is missing: a price by results needs it to know what to hold; add countField(), or take flat(...)",
    ],
    [at("record"), record?.type === "object" && "@type" in record.properties, "must be made by defineRecord"],
    [
      at("examples"),
      Array.isArray(operation?.examples) && operation.examples.length > 0,
      "must hold at least one body",
    ],
    ...cacheChecks(operation, at),
    ...warningChecks(operation, at),
    [at("run"), isFunction(operation?.run), "must be an async generator"],
    [at("parse"), isFunction(operation?.parse), "must be a function"],
  ];
}

function cacheChecks(operation: Operation | undefined, at: At): Check[] {
  const { cache, request } = operation ?? {};
  if (cache === undefined) return [];
  const unknown = cache.ignoreCase?.find((name) => !(name in (request?.properties ?? {})));
  return [
    [at("cache.seconds"), Number.isInteger(cache.seconds) && cache.seconds > 0, "must be a whole number above 0"],
    [at("cache.ignoreCase"), unknown === undefined, `names ${unknown}, which the request does not have`],
  ];
}

/** Codes are words of a header; their meanings are in the docs. */
function warningChecks({ warnings = {} }: Partial<Operation> = {}, at: At): Check[] {
  return Object.entries(warnings).flatMap(([code, meaning]): Check[] => [
    [at(`warnings.${code}`), /^[a-z][a-z0-9_]*$/.test(code), "must be lower-case letters, digits and _"],
    [at(`warnings.${code}`), !(code in warningCatalogue), "is a code of Winnow itself: choose another"],
    [at(`warnings.${code}`), /^\S.*\.$/.test(meaning), "needs a sentence that says what it means"],
  ]);
}

/** A lookup must be another operation of the source, and its field must exist in that operation's record. */
function lookupChecks({ operations }: Source, { request }: Operation, at: At): Check[] {
  return Object.entries<object>(request.properties).flatMap(([name, field]): Check[] => {
    const lookup = fieldLookup(field);
    if (lookup === null) return [];
    const found = operations.find(({ path }) => path === lookup.operation);
    const location = at(`request.${name}`);
    return [
      [location, found !== undefined, `is fed by ${lookup.operation}, which is not an operation of the source`],
      [
        location,
        !found || lookup.field in found.record.properties,
        `is fed by the field ${lookup.field}, which records of ${lookup.operation} do not have`,
      ],
    ];
  });
}

const exampleChecks = (operation: Operation, at: At): Check[] =>
  operation.examples.map((example, nth) => {
    const refusal = requestRefusal(operation, example);
    return [at(`examples[${nth}]`), refusal === null, `does not fit the request: ${refusal}`];
  });

function exampleRecordChecks(source: string, { exampleRecord, record }: Operation, at: At): Check[] {
  const cure = `npm run examples -- ${source} writes it`;
  const misfit = exampleRecord === undefined ? null : recordMisfit(record, exampleRecord);
  return [
    [at("exampleRecord"), exampleRecord !== undefined, `is missing: ${cure}`],
    [at("exampleRecord"), misfit === null, `does not fit the record: ${misfit}; ${cure}`],
  ];
}
