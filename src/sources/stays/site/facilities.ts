import { seeded } from "../../../contract/seeded.ts";
import { filterLists } from "../hotels-search/filters/filter-codes.ts";

/** A facility as the site knows it: an id of its own, and a label for people. */
export interface Facility {
  id: string;
  label: string;
}

/** Words that the site writes otherwise than the contract. */
const LABELS: Record<string, string> = {
  front_desk_24h: "24-hour front desk",
  security_24h: "24-hour security",
  childrens_high_chair: "Children's high chair",
};

export const labelOf = (value: string): string => {
  const words = LABELS[value] ?? value.replaceAll("_or_", "/").replaceAll("_and_", " & ").replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
};

/** Ids of the values whose code nobody outside the site knows: made up here, and told by the list of filters alone. */
const INVENTED = { hotel: 6_000, room: 8_000 };

function facilitiesOf(fields: Array<keyof typeof filterLists>, invented: number): Map<string, Facility> {
  const byLabel = new Map<string, Facility>();
  for (const field of fields) {
    for (const [value, { code }] of Object.entries(filterLists[field].codes)) {
      const label = labelOf(value);
      if (!byLabel.has(label)) byLabel.set(label, { id: code ?? String(invented + byLabel.size), label });
    }
  }
  return new Map([...byLabel.values()].map((facility) => [facility.id, facility]));
}

/** Things to do and accessibility are facilities of the property, under the same ids. */
export const hotelFacilities = facilitiesOf(
  ["property_amenities", "activities", "property_accessibility"],
  INVENTED.hotel,
);
export const roomFacilities = facilitiesOf(["room_amenities", "room_accessibility"], INVENTED.room);

const isInvented = (id: string) => Number(id) >= INVENTED.hotel && Number(id) < INVENTED.room + 1_000;

/** What the list of filters offers at a city: the usual ones, and a quarter of those that only the list tells. */
export function offered(all: Map<string, Facility>, cityIndex: number, usual: number): Facility[] {
  const known = [...all.values()].filter(({ id }) => !isInvented(id)).slice(0, usual);
  const told = [...all.values()].filter(({ id }) => isInvented(id)).filter((_, at) => at % 4 === cityIndex % 4);
  return [...known, ...told];
}

const sets = new WeakMap<object, Map<string, Set<string>>>();

/** The facilities that a property has: drawn when somebody asks, the same on every run. */
export function facilitiesAt(property: { id: number }, kind: "hotel" | "room"): Set<string> {
  const known = sets.get(property) ?? new Map<string, Set<string>>();
  sets.set(property, known);
  const found = known.get(kind);
  if (found) return found;
  const chance = seeded(`stays ${kind} ${property.id}`);
  const all = kind === "hotel" ? hotelFacilities : roomFacilities;
  const drawn = new Set([...all.keys()].filter((_, index) => chance.chance(index % 5 === 0 ? 0.6 : 0.25)));
  known.set(kind, drawn);
  return drawn;
}
