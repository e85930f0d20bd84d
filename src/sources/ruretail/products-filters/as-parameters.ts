import { type NoRecord, Page } from "../../../contract/page.ts";
import type { Json } from "../../../source-kit/json.ts";
import { availabilityIds, discountIds, groupIds, ratingIds, statusIds } from "../products-search/filter-ids.ts";
import { type OfferedOption, type OfferedRange, optionsOf, rangesOf } from "../products-search/offered.ts";
import { type FilterRecord, filterRecord } from "./record.ts";

const CLOSED_LISTS = {
  availability: availabilityIds,
  status: statusIds,
  min_rating: ratingIds,
  min_discount: discountIds,
};

/** What a search can be narrowed by: choices in the site's order, then ranges. The choice of a radio group that narrows nothing is left out. */
export const asParameters = (groups: Json[]): Page<FilterRecord> =>
  Page.of([...optionsOf(groups).map(ofOption), ...rangesOf(groups).map(ofRange)], (row) => row);

/** Ranges other than the price can be seen here, and not asked for yet. */
const ofRange = ({ group, groupName, min, max, unit }: OfferedRange): FilterRecord =>
  filterRecord({
    group_id: group,
    group_name: groupName,
    label: groupName,
    parameter: group === groupIds.price ? "price_min, price_max" : null,
    min_value: min,
    max_value: max,
    unit,
  });

function ofOption(option: OfferedOption): FilterRecord | NoRecord {
  if (option.id === "") return "unreadable";
  if (option.id.endsWith(".any")) return "other-kind";
  return filterRecord({
    group_id: option.group,
    group_name: option.groupName,
    option_id: option.id,
    label: option.name,
    product_count: option.total,
    filter: `${option.group}:${option.id}`,
    ...parameterOf(option),
  });
}

function parameterOf({ id, name, isBrand }: OfferedOption): Pick<FilterRecord, "parameter" | "value"> {
  if (isBrand) return { parameter: "brands", value: name };
  for (const [parameter, ids] of Object.entries(CLOSED_LISTS)) {
    const value = Object.entries(ids).find(([, known]) => known.id === id)?.[0];
    if (value !== undefined) return { parameter, value };
  }
  return { parameter: null, value: null };
}
