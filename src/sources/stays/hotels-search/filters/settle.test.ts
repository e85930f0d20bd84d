import { describe, expect, test } from "vitest";
import type { Memory } from "../../../../contract/site.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import { relearn, settle } from "./settle.ts";
import { siteListOf } from "./site-list.ts";
import type { WantedFilter } from "./wanted.ts";

const wanted = (changed: Partial<WantedFilter> = {}): WantedFilter => ({
  loc: ["property_amenities", 0],
  value: "karaoke",
  kind: "value",
  key: "hotelfacility",
  code: null,
  isGuess: false,
  labels: ["karaoke"],
  ...changed,
});
const option = (code: string, label: string): SiteFilter => ({ key: "hotelfacility", code, label, count: null });
const PLACE = { ss: "Lisbon", dest_type: "city", dest_id: "-1" };

function memory(): Memory {
  const kept = new Map<string, unknown>();
  return { get: <T>(key: string) => kept.get(key) as T, set: (key, value) => void kept.set(key, value) };
}

/** A list that was learned yesterday, and what the site says today. */
async function remembering(yesterday: SiteFilter[], today: SiteFilter[]) {
  const kept = memory();
  await siteListOf(PLACE, kept, async () => yesterday).anew();
  let asked = 0;
  const list = siteListOf(PLACE, kept, async () => {
    asked++;
    return today;
  });
  return { list, asked: () => asked };
}

describe("the site's own list", () => {
  test("a remembered code that the site does not take is learned anew, once", async () => {
    const { list, asked } = await remembering([option("59", "Karaoke")], [option("75", "Karaoke")]);
    const settled = await settle([wanted()], list);
    expect([settled[0]!.code, asked()]).toEqual(["59", 0]);
    const again = await relearn(settled, settled, list, []);
    expect([again![0]!.code, asked()]).toEqual(["75", 1]);
    expect(await relearn(again!, again!, list, [])).toBeNull();
    expect(asked()).toBe(1);
  });

  test("a value that it does not have is refused by name", async () => {
    const { list } = await remembering([], []);
    await expect(settle([wanted()], list)).rejects.toMatchObject({ status: 422 });
  });
});

describe("a code by likeness", () => {
  const guess = wanted({
    value: "playground",
    code: "56",
    isGuess: true,
    labels: ["playground", "Children's playground"],
  });

  test.each([
    ["is replaced by the list's own", [option("77", "Playground")], { code: "77", isGuess: false }],
    ["is confirmed by the published name", [option("56", "Children's playground")], { code: "56", isGuess: false }],
    ["stays a guess where the list is silent", [option("2", "Parking")], { code: "56", isGuess: true }],
  ])("%s", async (_, offered, expected) => {
    const { list } = await remembering(offered, []);
    expect(await settle([guess], list)).toMatchObject([expected]);
  });

  test("is refused where the list uses it for something else", async () => {
    const { list } = await remembering([option("56", "Kids' club")], []);
    await expect(settle([guess], list)).rejects.toMatchObject({ status: 422 });
  });
});
