import { type Static, Type } from "typebox";
import { knownOrigins, leaves, type Origin, type Place, type SourcePage } from "./provenance.ts";
import { integer, listOf, mapOf, moment, orNull, words } from "./shapes.ts";

/** The member that a record gains if its caller asked where its values come from. */
export const PROVENANCE = "_provenance";

const place = {
  place: words({ description: "A JSON path, or a selector with `@attribute` for an attribute." }),
  inside: Type.Optional(
    words({ description: "Where in the page that JSON is; absent if the page is JSON, or the value is not in JSON." }),
  ),
  raw: Type.Unsafe<Place["raw"]>({ type: ["string", "number", "boolean"], description: "What the page has there." }),
};
const PlaceView = Type.Object(place, { title: "Place" });

const FieldProvenanceView = Type.Object(
  {
    page: orNull(integer({ description: "An index into `pages`; null if the value came from no page." })),
    locator: Type.Optional(words({ description: "The path or selector of the field table, relative to the row." })),
    place: Type.Optional(place.place),
    inside: place.inside,
    raw: Type.Optional(place.raw),
    computed_from: Type.Optional(
      listOf(PlaceView, { description: "The places that the value was computed from, if no single place has it." }),
    ),
  },
  { title: "FieldProvenance" },
);

const PageView = Type.Object(
  {
    number: Type.Unsafe<SourcePage["number"]>({
      type: ["integer", "string", "null"],
      description: "The page's number or cursor in its list; null if it has none.",
    }),
    url: words({ description: "The page's address." }),
    at: moment({ description: "When the site's response arrived." }),
  },
  { title: "ProvenancePage" },
);

/** Where the values of one record come from, as endpoints describe it. */
export const RecordProvenance = Type.Object(
  {
    pages: listOf(PageView, { description: "The pages that its values were read from." }),
    fields: mapOf(FieldProvenanceView, {
      description: "By path: `name`, `price.amount`, `images[0]`. Fields without a value are left out.",
    }),
  },
  { title: "RecordProvenance" },
);
export type RecordProvenance = Static<typeof RecordProvenance>;

/** Where one value comes from: one place that has it, or what it was computed from. */
export type FieldProvenance = { page: number | null; locator?: string } & (Place | { computed_from: Place[] });

export interface Provenance {
  pages: SourcePage[];
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
