/**
 * The evidence for the site's code of a filter value. `order of ids`: the lists are in ascending order of the site's ids, so
 * a value between two seen neighbours is certain by its position.
 */
export type Basis = "seen" | "published table" | "public code" | "order of ids" | "likeness" | "inferred" | "unknown";

export interface Code {
  readonly code: string | null;
  readonly basis: Basis;
  /** The site's English label, if it differs from the words of the value. */
  readonly label?: string;
}

const knownBy =
  (basis: Basis) =>
  (code: number | string, label?: string): Code => ({ code: String(code), basis, ...(label && { label }) });

/** Appears with its label in a saved page. */
export const seen = knownBy("seen");
/** Has the same name in the table of facilities that the site has published. */
export const published = knownBy("published table");
/** Only published code states it; such tables have been wrong before. */
export const publicCode = knownBy("public code");
/** The published table has a similar name at the right position: unsure until the site's own list confirms it. */
export const likeness = knownBy("likeness");
/** Learned at run time from the site's own list of filters. */
export const unknown: Code = { code: null, basis: "unknown" };

/** A table of data: for each value the evidence, the code and the label. */
export const codesFrom = <Value extends string>(table: Record<Value, Array<string | number>>): Record<Value, Code> =>
  Object.fromEntries(
    Object.entries<Array<string | number>>(table).map(([value, [basis, code, label]]) => [
      value,
      code === undefined ? unknown : knownBy(basis as Basis)(code, label as string | undefined),
    ]),
  ) as Record<Value, Code>;

/** Possible names of a value in the site's list: its own words, or the published name. */
export const codeNames = (value: string, { label }: Code): string[] => [
  value.replaceAll("_", " "),
  ...(label ? [label] : []),
];
