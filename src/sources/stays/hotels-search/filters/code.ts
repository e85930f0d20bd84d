/** How the site's code of a filter value is known. */
export type Basis = "seen" | "public code" | "order of ids" | "inferred" | "unknown";

export interface Code {
  readonly code: string | null;
  readonly basis: Basis;
}

/** The code of every value of a closed list, in the order of the list. */
export type CodesOf<List extends readonly string[]> = Readonly<Record<List[number], Code>>;

/** Stands with its label in a saved page. */
export const seen = (code: number | string): Code => ({ code: String(code), basis: "seen" });
/** Stated by public code alone; such tables have been wrong before. */
export const publicCode = (code: number | string): Code => ({ code: String(code), basis: "public code" });
/** The lists run in ascending order of the site's ids, so a value between two seen neighbours is settled by its place. */
export const byOrder = (code: number | string): Code => ({ code: String(code), basis: "order of ids" });
/** A guess from the names beside it. */
export const inferred = (code: number | string): Code => ({ code: String(code), basis: "inferred" });
/** Learned from the site's own list of filters when it is asked for. */
export const unknown: Code = { code: null, basis: "unknown" };
