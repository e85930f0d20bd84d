import { all, attributeOf, type Document, type Element, one, visibleText } from "../../../source-kit/html.ts";
import { asList, asObjects, at, isObject } from "../../../source-kit/json.ts";
import { complete } from "../../../source-kit/record.ts";
import { cleanText, localNumber, toInteger, zeroIsNone } from "../../../source-kit/values.ts";
import type { SearchBlock } from "./search-block.ts";

/** One filter that the site offers with its response. */
export interface SiteFilter {
  key: string;
  /** Null for a stepper ("Bedrooms"), whose code is the selected number. */
  code: string | null;
  label: string;
  /** Number of properties it would leave; null if the response does not state it. */
  count: number | null;
}

export interface SiteFilters {
  offered: SiteFilter[];
  /** Number of unreadable options. */
  unreadable: number;
  /** `key=code` of all filters that the site applied. */
  applied: Set<string>;
  /** The site's names of filters, by `key=code`. */
  names: Map<string, string>;
}

/** The filters of a search response; null if it has none. */
export function readSiteFilters({ output }: SearchBlock): SiteFilters | null {
  const { filters: groups, appliedFilterOptions: chosen } = output;
  if (!Array.isArray(groups) && !Array.isArray(chosen)) return null;
  const applied = new Set<string>();
  const names = new Map<string, string>();
  for (const option of asList(chosen)) {
    const id = idOf(option);
    const label = cleanText(at(option, "value", "text"));
    if (id) applied.add(id);
    if (id && label) names.set(id, label);
  }
  const offered: SiteFilter[] = [];
  let unreadable = 0;
  for (const group of asList(groups)) {
    for (const option of asList(at(group, "options"))) {
      const id = idOf(option);
      const worded = () => cleanText(at(option, "value", "text"));
      const label = worded();
      if (!id || !label) {
        unreadable++;
        continue;
      }
      const [key, code] = splitId(id);
      const filter: SiteFilter = { key, code, label, count: null };
      offered.push(
        complete(filter, {
          code: () => splitId(idOf(option) ?? "")[1],
          label: () => worded() ?? "",
          count: () => toInteger(at(option, "count")),
        }),
      );
      names.set(id, label);
      if (at(option, "selected") === true) applied.add(id);
    }
    for (const stepper of asList(at(group, "stepperOptions"))) readStepper(stepper, offered, applied);
    readSlider(at(group, "sliderOptions"), applied);
  }
  return { offered, unreadable, applied, names };
}

/** `urlId` is `key=code`; if it is missing, `genericId` has the same with a dash. */
function idOf(option: unknown): string | null {
  const urlId = at(option, "urlId");
  if (typeof urlId === "string" && urlId.includes("=")) return urlId;
  const generic = at(option, "genericId");
  return typeof generic === "string" && generic.includes("-") ? generic.replace("-", "=") : null;
}

export function splitId(id: string): [key: string, code: string] {
  const at = id.indexOf("=");
  return [id.slice(0, at), id.slice(at + 1)];
}

function readStepper(stepper: unknown, offered: SiteFilter[], applied: Set<string>): void {
  const key = cleanText(at(stepper, "field"));
  const label = cleanText(at(stepper, "title", "text")) ?? cleanText(asObjects(at(stepper, "labels"))[0]?.text);
  if (!key) return;
  if (label) offered.push({ key, code: null, label, count: null });
  const selected = zeroIsNone(toInteger(at(stepper, "selected")));
  if (selected !== null) applied.add(`${key}=${selected}`);
}

function readSlider(slider: unknown, applied: Set<string>): void {
  if (!isObject(slider)) return;
  const [from, to, low, high] = ["minSelected", "maxSelected", "min", "max"].map((key) => toInteger(slider[key]) ?? 0);
  if (!to || (from === low && to === high)) return;
  applied.add(`price=${cleanText(slider.currency) ?? ""}-${from}-${to}-1`);
}

/** The filters of a page as a browser renders it. */
export function filtersIn(page: Document): SiteFilters {
  const offered: SiteFilter[] = [];
  const chosen = all('[data-testid^="filter:"]', page).map((element) => attributeOf("data-testid", element) ?? "");
  const applied = new Set<string>();
  const names = new Map<string, string>();
  for (const element of all("[data-filters-item]", page)) {
    const box = one('input[type="checkbox"]', element);
    const worded = one('[data-testid="filters-group-label-content"]', element);
    const label = visibleText(worded);
    const id = attributeOf("name", box) ?? "";
    if (!box || !label || !id.includes("=")) continue;
    const [key, code] = splitId(id);
    const filter: SiteFilter = { key, code, label, count: null };
    offered.push(
      complete(filter, {
        code: () => splitId(attributeOf("name", box) ?? "")[1],
        label: () => visibleText(worded) ?? "",
        count: () => countIn(box),
      }),
    );
    names.set(id, label);
    if ("checked" in box.attribs) applied.add(id);
  }
  for (const id of chosen) applied.add(id.slice("filter:".length));
  return { offered, unreadable: 0, applied, names };
}

/** A box's accessible text has its number: "Apartments: 103 properties". */
function countIn(box: Element): number | null {
  const spoken = /:\s*(\d[\d.,\s]*)\D*$/.exec(attributeOf("aria-label", box) ?? "")?.[1];
  return spoken ? localNumber(spoken) : null;
}
