type Rec = Record<string, unknown>;

interface FieldChange {
  field: string;
  /** Records that have it, of all: `18/20`. */
  filled: string;
  /** The same in the run before, where it was another. */
  before: string;
  /** Records in which the value differs from the run before. */
  changed: number;
  example: unknown;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const share = (records: readonly Rec[], field: string): string =>
  `${records.filter((record) => isFilled(record[field])).length}/${records.length}`;

/** How often each field is filled, and what is other than in the run before; records are compared by their place. */
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
      example: records.find((record) => isFilled(record[field]))?.[field],
    };
  });
}
