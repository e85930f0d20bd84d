import { cleanText, wholeOf, zeroIsNone } from "../../../../contract/values.ts";
import type { SearchBlock } from "./search-block.ts";
import { isNode, listOfNodes, type Reach } from "./store.ts";

/** One filter that the site offers with its answer. */
export interface SiteFilter {
  key: string;
  /** Null for a stepper ("Bedrooms"), whose code is the number chosen. */
  code: string | null;
  label: string;
}

export interface SiteFilters {
  offered: SiteFilter[];
  /** `key=code` of all that the site took. */
  applied: Set<string>;
}

/** The filters of a search answer; null where the answer does not speak of them. */
export function readSiteFilters({ reach, output }: SearchBlock): SiteFilters | null {
  const groups = reach(output, "filters");
  const chosen = reach(output, "appliedFilterOptions");
  if (!Array.isArray(groups) && !Array.isArray(chosen)) return null;
  const applied = new Set<string>();
  for (const option of listOfNodes(chosen)) {
    const id = idOf(option, reach);
    if (id) applied.add(id);
  }
  const offered: SiteFilter[] = [];
  for (const group of listOfNodes(groups)) {
    for (const option of listOfNodes(reach(group, "options"))) {
      const id = idOf(option, reach);
      const label = cleanText(reach(option, "value", "text"));
      if (!id || !label) continue;
      const [key, code] = splitId(id);
      offered.push({ key, code, label });
      if (reach(option, "selected") === true) applied.add(id);
    }
    for (const stepper of listOfNodes(reach(group, "stepperOptions"))) readStepper(stepper, reach, offered, applied);
    readSlider(group, reach, applied);
  }
  return { offered, applied };
}

/** `urlId` is `key=code`; where it is missing, `genericId` says the same with a dash. */
function idOf(option: unknown, reach: Reach): string | null {
  const urlId = reach(option, "urlId");
  if (typeof urlId === "string" && urlId.includes("=")) return urlId;
  const generic = reach(option, "genericId");
  return typeof generic === "string" && generic.includes("-") ? generic.replace("-", "=") : null;
}

export function splitId(id: string): [key: string, code: string] {
  const at = id.indexOf("=");
  return [id.slice(0, at), id.slice(at + 1)];
}

function readStepper(stepper: unknown, reach: Reach, offered: SiteFilter[], applied: Set<string>): void {
  const key = cleanText(reach(stepper, "field"));
  const label =
    cleanText(reach(stepper, "title", "text")) ?? cleanText(reach(listOfNodes(reach(stepper, "labels"))[0], "text"));
  if (!key) return;
  if (label) offered.push({ key, code: null, label });
  const selected = zeroIsNone(wholeOf(reach(stepper, "selected")));
  if (selected !== null) applied.add(`${key}=${selected}`);
}

function readSlider(group: unknown, reach: Reach, applied: Set<string>): void {
  const slider = reach(group, "sliderOptions");
  if (!isNode(slider)) return;
  const [from, to, low, high] = ["minSelected", "maxSelected", "min", "max"].map((key) => wholeOf(slider[key]) ?? 0);
  if (!to || (from === low && to === high)) return;
  applied.add(`price=${cleanText(slider.currency) ?? ""}-${from}-${to}-1`);
}
