import type { TSchema } from "typebox";
import { type CallOptions, optionRows } from "../../contract/call-options.ts";
import { type ValidationItem, WinnowError } from "../../contract/errors.ts";
import { repeatedName, unknownName } from "../../contract/reading/name-faults.ts";
import { type Selection, selectFields } from "../../files/field-selection.ts";
import type { Entry } from "../../service/registry.ts";

/** The flags that are set, and the selected fields. */
interface QueryOptions {
  flags: CallOptions;
  selection: Selection | null;
}

/** The query parameters of every data operation. Any other name is refused. */
const parameters = Object.fromEntries(optionRows.filter(([, { query }]) => query));

type RawQuery = Record<string, string | string[] | undefined>;

const truths = new Map([
  ...["", "true", "1", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off"].map((word) => [word, false] as const),
]);

/** Reads the query; throws a 422 for invalid values and for any other name, before anything is charged. */
export function readQueryOptions(query: RawQuery, { operation }: Entry): QueryOptions {
  const faults = Object.entries(query).flatMap(([name, value]) => nameFault(name, value, operation));
  const names = Object.keys(parameters).filter((name) => name !== "fields");
  const flags = Object.fromEntries(names.flatMap((name) => (readFlag(name, query, faults) ? [[name, true]] : [])));
  const selection = readFields(query.fields, operation.record, faults);
  if (faults.length > 0) throw new WinnowError("validation", faults.slice(0, MAX_FAULTS));
  return { flags, selection };
}

const MAX_FAULTS = 100;

/** An ignored parameter would be charged: `?page=2` is page 1 again, and `?dryRun` a run that was meant to be free. */
function nameFault(name: string, input: unknown, { request }: Entry["operation"]): ValidationItem[] {
  const loc = ["query", name];
  if (!Object.hasOwn(parameters, name)) {
    const [type, msg] = unknownName(name, parameters, "query");
    const isField = Object.hasOwn(request.properties, name);
    return [{ type, loc, msg: isField ? `${msg} Send ${name} in the body.` : msg, input }];
  }
  if (!Array.isArray(input)) return [];
  const [type, msg] = repeatedName(name, input.length);
  return [{ type, loc, msg, input }];
}

function readFlag(name: string, query: RawQuery, faults: ValidationItem[]): boolean {
  const raw = query[name];
  if (typeof raw !== "string") return false;
  const known = truths.get(raw.toLowerCase());
  if (known !== undefined) return known;
  faults.push({
    type: "bool_parsing",
    loc: ["query", name],
    msg: "Input should be a valid boolean, unable to interpret input",
    input: raw,
  });
  return false;
}

function readFields(raw: string | string[] | undefined, record: TSchema, faults: ValidationItem[]): Selection | null {
  if (typeof raw !== "string") return null;
  const paths = raw.split(",").map((path) => path.trim());
  const selected = selectFields(record, [...new Set(paths)]);
  if (!("faults" in selected)) return selected;
  faults.push(...selected.faults);
  return null;
}
