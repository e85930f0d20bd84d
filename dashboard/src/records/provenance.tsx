import { Text } from "@mantine/core";
import { createContext, useContext } from "react";
import type { RecordProvenance } from "../../../src/endpoints/dashboard/types.ts";
import type { Item } from "./values.ts";

type Origin = RecordProvenance["fields"][string];

/** Where the values of the shown records come from, if it is known. */
export const KnownProvenance = createContext<ReadonlyMap<Item, RecordProvenance>>(new Map());

export const useProvenance = (record: Item): RecordProvenance | undefined => useContext(KnownProvenance).get(record);

/** The origins of a field: its own, or those of the values inside it. */
const originsOf = ({ fields }: RecordProvenance, path: string): Array<[path: string, origin: Origin]> =>
  Object.entries(fields).filter(
    ([known]) => known === path || (/^[.[]/.test(known.slice(path.length)) && known.startsWith(path)),
  );

const MAX_ADDRESS = 70;
const MAX_PLACE = 90;

const shortAddress = (url: string): string => (url.length > MAX_ADDRESS ? `${url.slice(0, MAX_ADDRESS)}…` : url);
/** The end of a path says which value it is. */
const shortPlace = (place: string): string => (place.length > MAX_PLACE ? `…${place.slice(-MAX_PLACE)}` : place);

const placeText = ({ place = "", inside, raw }: Pick<Origin, "place" | "inside" | "raw">): string =>
  `Place: ${shortPlace(place)}${inside ? ` in ${inside}` : ""}\nText: ${JSON.stringify(raw)}`;

function originLines({ pages }: RecordProvenance, { page, computed_from, ...origin }: Origin): string[] {
  const read = page === null ? undefined : pages[page];
  const where = read ? [`Page${read.number === null ? "" : ` ${read.number}`}: ${shortAddress(read.url)}`] : [];
  if (!computed_from) return [...where, placeText(origin)];
  if (computed_from.length === 0) return ["From the request, or a fixed value"];
  return [...where, "Computed from", ...computed_from.map(placeText)];
}

/** Enough for a tooltip. */
const MAX_INSIDE = 3;

/** Page, place and raw text of a field's value, for a tooltip. */
export function provenanceText(record: RecordProvenance | undefined, path: string): string | undefined {
  const found = record ? originsOf(record, path).slice(0, MAX_INSIDE) : [];
  if (!record || found.length === 0) return undefined;
  return found.map(([, origin]) => originLines(record, origin).join("\n")).join("\n\n");
}

/** The same under a value. */
export function Provenance({ record, path }: { record: Item; path: string }) {
  const text = provenanceText(useProvenance(record), path);
  if (text === undefined) return null;
  return (
    <Text size="xs" c="dimmed" mt={4} style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
      {text}
    </Text>
  );
}
