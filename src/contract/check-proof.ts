import type { Check } from "./broken-manifest.ts";
import { type EchoPart, echoFields } from "./echo.ts";
import type { Operation } from "./operation.ts";
import { type PageSize, sizedPages } from "./page-size.ts";

type At = (field: string) => string;

/** Fields that say how many records and how long, not what is asked. */
const NOT_ASKED = new Set(["count", "timeout"]);
const SEE = 'see "Pages that prove themselves" in docs/adding-a-source.md';

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Every operation declares what its pages say of the question, and every list how many rows a page has. */
export function proofChecks(operation: Operation, at: At): Check[] {
  const { echo, pageSize } = operation;
  const isObject = typeof echo === "object" && echo !== null;
  const missing = `is missing: declare what its pages repeat of the request, or say that they do not; ${SEE}`;
  return [
    [at("echo"), isObject, missing],
    ...(isObject ? echoChecks(operation, at) : []),
    ...sizeChecks(operation, pageSize, at),
  ];
}

function echoChecks({ echo, request, pageSize }: Operation, at: At): Check[] {
  const entries = Object.entries<EchoPart | string>(echo);
  const covered = new Set(entries.flatMap(([name, part]) => echoFields(name, part)));
  const fields = Object.keys(request.properties).filter((field) => !NOT_ASKED.has(field));
  const silent = `must be a part of the page, or a sentence such as "The site does not repeat it."; ${SEE}`;
  return [
    ...entries.map(
      ([name, part]): Check => [at(`echo.${name}`), isText(typeof part === "object" ? part.says : part), silent],
    ),
    ...fields.map((field): Check => [at(`echo.${field}`), covered.has(field), `is missing: it ${silent}`]),
    [at("echo.page"), sizedPages(pageSize) === null || covered.has("page"), `is missing: it ${silent}`],
  ];
}

function sizeChecks({ request }: Operation, size: PageSize | undefined, at: At): Check[] {
  const field = at("pageSize");
  if (size === undefined) {
    const why = `is missing: say how many rows a page of the list has, or why nobody knows; ${SEE}`;
    return [[field, !("count" in request.properties), why]];
  }
  const pages = sizedPages(size);
  if (!pages)
    return [[field, typeof size === "object" && "unknown" in size && isText(size.unknown), "needs a sentence"]];
  const { rows, short } = pages;
  const isShare = short === undefined || (short.by > 0 && short.by < rows && isText(short.why));
  return [
    [field, Number.isInteger(rows) && rows > 0, "must be a whole number above 0"],
    [`${field}.short`, isShare, "must say by how many rows, fewer than the page has, and why"],
  ];
}
