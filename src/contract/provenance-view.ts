import { knownOrigins, leaves, type Origin, type Place, type SourcePage } from "./provenance.ts";

/** The member that a record gains if its caller asked where its values come from. */
export const PROVENANCE = "_provenance";

/** Where one value comes from: one place that has it, or what it was computed from. */
export type FieldProvenance = {
  /** An index into `pages`; null if no page was read for it. */
  page: number | null;
  /** The path or selector of the field table, relative to the row. */
  locator?: string;
} & (Place | { computed_from: Place[] });

export interface Provenance {
  pages: SourcePage[];
  /** By path: `name`, `price.amount`, `images[0]`. Fields without a value are left out. */
  fields: Record<string, FieldProvenance>;
}

/** The provenance of every value of a record. An origin counts only if the record still has the value that was read there. */
export function provenanceView(record: object): Provenance {
  const origins = knownOrigins(record);
  const pages: SourcePage[] = [];
  const pageIndex = (page: SourcePage): number => {
    const known = pages.indexOf(page);
    return known < 0 ? pages.push(page) - 1 : known;
  };
  const shown = ({ page, locator, place, from }: Origin): FieldProvenance => ({
    page: place === null && from.length === 0 ? null : pageIndex(page),
    ...(locator !== null && { locator }),
    ...(place ?? { computed_from: from }),
  });
  const fields: Provenance["fields"] = {};
  for (const [path, leaf] of leaves(record, "")) {
    const origin = origins.get(path);
    fields[path] = origin && Object.is(origin.value, leaf) ? shown(origin) : { page: null, computed_from: [] };
  }
  return { pages, fields };
}

/** The provenance of some fields, and of what is inside them. */
export function provenanceFor({ pages, fields }: Provenance, paths: readonly string[]): Provenance {
  const isWanted = (path: string) => paths.some((wanted) => path === wanted || path.startsWith(`${wanted}.`));
  const wanted = Object.entries(fields).filter(([path]) => isWanted(path.replaceAll(/\[\d+\]/g, "")));
  return { pages, fields: Object.fromEntries(wanted) };
}
