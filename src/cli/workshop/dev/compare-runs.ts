import { isEmpty } from "../../../extraction/is-empty.ts";

type Rec = Record<string, unknown>;

interface FieldChange {
  field: string;
  /** How many of the records have it: `18/20`. */
  filled: string;
  /** The same for the previous run, if different. */
  before: string;
  /** Records whose value differs from the previous run. */
  changed: number;
  example: unknown;
}

const share = (records: readonly Rec[], field: string): string =>
  `${records.filter((record) => !isEmpty(record[field])).length}/${records.length}`;

/** How often each field is filled, and what changed since the previous run; records are compared by position. */
export function compareRuns(records: readonly Rec[], before: readonly Rec[] | null): FieldChange[] {
  const fields = [...new Set([...records, ...(before ?? [])].flatMap(Object.keys))].filter((name) => name !== "@type");
  return fields.map((field) => {
    const [filled, earlier] = [share(records, field), share(before ?? records, field)];
    const differs = (record: Rec, index: number) =>
      JSON.stringify(record[field]) !== JSON.stringify(before?.[index]?.[field]);
    return {
      field,
      filled,
      before: filled === earlier ? "" : earlier,
      changed: before === null ? 0 : records.filter(differs).length,
      example: records.find((record) => !isEmpty(record[field]))?.[field],
    };
  });
}
