import { expect, test } from "vitest";
import type { SiteFilter } from "../reading/site-filters.ts";
import { refuse } from "./applied.ts";
import type { AskedFilter } from "./asked-filters.ts";

const asked = (over: Partial<AskedFilter>): AskedFilter => ({
  loc: ["property_amenities", 1],
  value: "sauna",
  kind: "value",
  key: "hotelfacility",
  code: "10",
  isUnsure: false,
  labels: ["sauna"],
  ...over,
});
const offered: SiteFilter[] = [
  { key: "hotelfacility", code: "2", label: "Parking", count: 3 },
  { key: "hotelfacility", code: "14", label: "Garden", count: 3 },
  { key: "di", code: "7", label: "Alfama", count: 3 },
];

function broken(filters: AskedFilter[], why?: string) {
  try {
    refuse(filters, offered, why);
  } catch (error) {
    return error as { status: number; detail: Array<{ loc: unknown[]; msg: string; input: unknown }> };
  }
  return null;
}

test("nothing to refuse is nothing", () => {
  expect(broken([])).toBeNull();
});

test("each filter is named with its reason, and what there is instead", () => {
  const error = broken([asked({}), asked({ loc: ["district_ids", 0], value: 9, kind: "id", key: "di", code: "9" })])!;
  expect(error.status).toBe(422);
  const [value, id] = error.detail;
  expect(value!.msg).toContain('the site did not apply "sauna" at this destination. Look up valid values with POST ');
  const near = broken([asked({ value: "gardn" })])!.detail[0]!;
  expect(near.msg).toContain('Did you mean "garden"? Look up');
  expect(value).toMatchObject({ input: "sauna" });
  expect(value!.loc.slice(-2)).toEqual(["property_amenities", 1]);
  expect(id!.msg).toContain("unknown district 9 at this destination.");
  expect(id!.msg).toContain("Look up valid values with POST /api/stays/filters.");
  expect(id!.loc.slice(-2)).toEqual(["district_ids", 0]);
});

test("another reason may be given", () => {
  expect(broken([asked({})], "the site offers no filter for")!.detail[0]!.msg).toContain(
    'the site offers no filter for "sauna" at this destination',
  );
});
