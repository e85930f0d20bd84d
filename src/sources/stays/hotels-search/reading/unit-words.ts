import { wholeOf } from "../../../../contract/values.ts";
import type { PageElement } from "../../../../source-kit/elements/page-element.ts";
import { textIn } from "../../../../source-kit/elements/read-element.ts";
import { localNumber } from "./local-number.ts";

/** What a room is made of, in the words of the larger languages; a page in another gives no counts. */
const WORDS = {
  living_room_count: /living room|wohnzimmer|salon|séjour|salón|sala de estar|soggiorno|woonkamer|sala/i,
  bathroom_count: /bath ?room|badezimmer|salles? de bains?|baño|bagn[oi]|badkamer|casas? de banho|banheiro/i,
  kitchen_count: /kitchen|küche|cuisine|cocina|cucin[ae]|keuken|cozinha/i,
  bedroom_count: /bedroom|schlafzimmer|chambre|dormitorio|camer[ae] da letto|slaapkamer|quarto/i,
} as const;

const AREA = /^([\d.,\s\u00a0]+)\s*(m²|ft²|sq\.? ?ft|平方.*)$/u;

export interface UnitCounts {
  bedroom_count?: number | null;
  bathroom_count?: number | null;
  kitchen_count?: number | null;
  living_room_count?: number | null;
  bed_count?: number | null;
  area?: number | null;
  area_unit?: string | null;
}

/** "2 bedrooms • 1 bathroom • 807 ft²", and the beds on the line below. */
export function readUnitWords(configuration: PageElement | undefined): UnitCounts {
  if (!configuration) return {};
  const counts: UnitCounts = {};
  for (const part of configuration.children()) {
    const text = textIn(part) ?? "";
    const area = AREA.exec(text);
    const name = (Object.keys(WORDS) as Array<keyof typeof WORDS>).find((key) => WORDS[key].test(text));
    if (area) Object.assign(counts, { area: localNumber(area[1]!), area_unit: area[2] });
    else if (name && /^\d/.test(text)) counts[name] = wholeOf(localNumber(text));
  }
  const beds = textIn(configuration.parent?.next()) ?? "";
  if (/^\d/.test(beds)) counts.bed_count = wholeOf(localNumber(beds.replace(/\(.*/, "")));
  return counts;
}
