import type { TSchema } from "typebox";
import { type ValidationItem, WinnowError } from "../../contract/errors.ts";
import { type Selection, selectFields } from "../../service/field-selection.ts";
import type { Entry } from "../../service/registry.ts";

export interface QueryOptions {
  dryRun: boolean;
  selection: Selection | null;
}

type RawQuery = Record<string, string | string[] | undefined>;

const truths = new Map([
  ...["", "true", "1", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off"].map((word) => [word, false] as const),
]);

/** Reads `?dry_run` and `?fields`; throws a 422 for invalid values, before anything is charged. */
export function queryOptionsOf(query: RawQuery, { operation }: Entry): QueryOptions {
  const faults: ValidationItem[] = misspelt(query);
  const dryRun = readDryRun(query.dry_run, faults);
  const selection = readFields(query.fields, operation.record, faults);
  if (faults.length > 0) throw new WinnowError("validation", faults);
  return { dryRun, selection };
}

/** A caller who writes `dryRun` means a free run, which must not be charged because of a letter. */
const misspelt = (query: RawQuery): ValidationItem[] =>
  Object.keys(query)
    .filter((name) => name !== "dry_run" && name.toLowerCase().replace(/[^a-z]/g, "") === "dryrun")
    .map((name) => ({
      type: "value_error",
      loc: ["query", name],
      msg: "Value error, this parameter is spelt dry_run",
      input: query[name],
      ctx: { error: {} },
    }));

function readDryRun(raw: string | string[] | undefined, faults: ValidationItem[]): boolean {
  if (raw === undefined) return false;
  const known = typeof raw === "string" ? truths.get(raw.toLowerCase()) : undefined;
  if (known !== undefined) return known;
  faults.push({
    type: "bool_parsing",
    loc: ["query", "dry_run"],
    msg: "Input should be a valid boolean, unable to interpret input",
    input: raw,
  });
  return true;
}

function readFields(raw: string | string[] | undefined, record: TSchema, faults: ValidationItem[]): Selection | null {
  if (raw === undefined) return null;
  const paths = [raw].flat().flatMap((list) => list.split(",").map((path) => path.trim()));
  const selected = selectFields(record, [...new Set(paths)]);
  if (!("faults" in selected)) return selected;
  faults.push(...selected.faults);
  return null;
}
