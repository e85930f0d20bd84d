/** How the site's code of a filter value is known. */
export type Basis = "seen" | "published table" | "public code" | "order of ids" | "likeness" | "inferred" | "unknown";

export interface Code {
  readonly code: string | null;
  readonly basis: Basis;
  /** The site's English label, where it is not the words of the value. */
  readonly label?: string;
}

const knownBy =
  (basis: Basis) =>
  (code: number | string, label?: string): Code => ({ code: String(code), basis, ...(label && { label }) });

/** Stands with its label in a saved page. */
export const seen = knownBy("seen");
/** Stands under the same name in the table of facilities that the site has published. */
export const published = knownBy("published table");
/** Stated by public code alone; such tables have been wrong before. */
export const publicCode = knownBy("public code");
/** The lists run in ascending order of the site's ids, so a value between two seen neighbours is certain by its place. */
export const byOrder = knownBy("order of ids");
/** The published table has a name like it in the right place: unsure until the site's own list has confirmed it. */
export const likeness = knownBy("likeness");
/** Learned from the site's own list of filters when it is asked for. */
export const unknown: Code = { code: null, basis: "unknown" };

/** What a value may be called in the site's list: its own words, or the published name. */
export const namesOf = (value: string, { label }: Code): string[] => [
  value.replaceAll("_", " "),
  ...(label ? [label] : []),
];
