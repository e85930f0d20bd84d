import { describe, expect, test } from "vitest";
import type { Memory } from "../../../contract/site.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import { findCodes, findNewCodes } from "./find-codes.ts";
import type { RequestedFilter } from "./requested-filters.ts";
import { confirm, isConfirmed, readSiteList } from "./site-list.ts";

const requested = (changed: Partial<RequestedFilter> = {}): RequestedFilter => ({
  loc: ["property_amenities", 0],
  value: "karaoke",
  kind: "value",
  key: "hotelfacility",
  code: null,
  isUnsure: false,
  labels: ["karaoke"],
  ...changed,
});
const option = (code: string, label: string): SiteFilter => ({ key: "hotelfacility", code, label, count: null });
const PLACE = { ss: "Lisbon", dest_type: "city", dest_id: "-1" };

function memory(): Memory {
  const kept = new Map<string, unknown>();
  return { get: <T>(key: string) => kept.get(key) as T, set: (key, value) => void kept.set(key, value) };
}

const unsure = (key: string, code: string) => ({ key, code, isUnsure: true });

/** A list learned yesterday, and the site's current one. */
async function remembering(yesterday: SiteFilter[], today: SiteFilter[]) {
  const kept = memory();
  await readSiteList(PLACE, kept, async () => yesterday).anew();
  let times = 0;
  const list = readSiteList(PLACE, kept, async () => {
    times++;
    return today;
  });
  return { list, times: () => times };
}

describe("the site's own list", () => {
  test("a remembered code that the site rejects is looked up again, once", async () => {
    const { list, times } = await remembering([option("59", "Karaoke")], [option("75", "Karaoke")]);
    const coded = await findCodes([requested()], list);
    expect([coded[0]!.code, times()]).toEqual(["59", 0]);
    const again = await findNewCodes(coded, coded, list, []);
    expect([again![0]!.code, times()]).toEqual(["75", 1]);
    expect(await findNewCodes(again!, again!, list, [])).toBeNull();
    expect(times()).toBe(1);
  });

  test("a value that it does not have is rejected by name", async () => {
    const { list } = await remembering([], []);
    await expect(findCodes([requested()], list)).rejects.toMatchObject({ status: 422 });
  });
});

describe("a code by likeness", () => {
  const unsure = requested({
    value: "playground",
    code: "56",
    isUnsure: true,
    labels: ["playground", "Children's playground"],
  });

  test.each([
    ["is replaced by the list's own", [option("77", "Playground")], { code: "77", isUnsure: false }],
    ["is confirmed by the published name", [option("56", "Children's playground")], { code: "56", isUnsure: false }],
    ["stays unsure where the list is silent", [option("2", "Parking")], { code: "56", isUnsure: true }],
  ])("%s", async (_, offered, expected) => {
    const { list } = await remembering(offered, []);
    expect(await findCodes([unsure], list)).toMatchObject([expected]);
  });

  test("a code by likeness is rejected if the list uses it for something else", async () => {
    const { list } = await remembering([option("56", "Kids' club")], []);
    await expect(findCodes([unsure], list)).rejects.toMatchObject({ status: 422 });
  });
});

describe("finding codes", () => {
  const coded = (changed: Partial<RequestedFilter>) => requested({ code: "1", ...changed }) as never;

  test("needs no list if every code is known", async () => {
    const { list, times } = await remembering([], []);
    const filters = [requested({ code: "59" }), requested({ code: "60" })];
    expect(await findCodes(filters, list)).toEqual(filters);
    expect(times()).toBe(0);
  });

  test("uses the list only for filters without a key or code; a number keeps its value under the list's key", async () => {
    const { list } = await remembering(
      [option("75", "Karaoke"), { key: "bed_count", code: null, label: "Beds", count: null }],
      [],
    );
    const beds = requested({ kind: "number", key: null, code: "3", value: 3, labels: ["beds"] });
    expect(await findCodes([requested({ code: "59" }), requested(), beds], list)).toMatchObject([
      { key: "hotelfacility", code: "59" },
      { key: "hotelfacility", code: "75" },
      { key: "bed_count", code: "3", isUnsure: false },
    ]);
  });

  test("a value that the list does not have is rejected with a message, along with its others", async () => {
    const { list } = await remembering([option("75", "Karaoke")], []);
    const error = await findCodes(
      [requested(), requested({ value: "sauna", labels: ["sauna"], loc: ["property_amenities", 1] })],
      list,
    ).catch((failure) => failure);
    expect(error.detail).toHaveLength(1);
    expect(error.detail[0].msg).toContain('the site offers no filter for "sauna" at this destination');
  });

  const distance = (code: string, value = Number(code)) =>
    coded({ kind: "number", key: "distance", code, value, labels: ["distance"] });
  const offering = (...codes: string[]) => codes.map((code) => ({ key: "distance", code, label: code, count: null }));

  test.each<[string, string[], string | null]>([
    ["2500", ["1000", "2000", "3000"], "2000"],
    ["3000", ["1000", "3000"], null],
    ["2000", ["1000", "500"], "1000"],
    ["500", ["1000", "3000"], null],
    ["500", [], null],
  ])("a distance of %s, with %j on offer, becomes %j", async (code, codes, expected) => {
    const { list, times } = await remembering([], []);
    const filters = [distance(code)];
    const again = await findNewCodes(filters, filters, list, [...offering(...codes), option("7", "x")]);
    expect(again?.map((one) => one.code) ?? null).toEqual(expected && [expected]);
    expect(times()).toBe(0);
  });

  test("an applied filter is unchanged, and so is another number", async () => {
    const { list } = await remembering([], [option("75", "Karaoke")]);
    const [taken, untaken] = [coded({ code: "9" }), coded({ code: "1" })];
    const number = coded({ kind: "number", key: "min_bathrooms", code: "2" });
    expect(await findNewCodes([taken, untaken, number], [untaken, number], list, [])).toMatchObject([
      { code: "9" },
      { code: "75" },
      { code: "2" },
    ]);
    expect(await findNewCodes([taken], [], list, [])).toBeNull();
  });
});

describe("a kept list", () => {
  const places = [
    PLACE,
    { ...PLACE, dest_type: "region" },
    { ...PLACE, dest_id: "-2" },
    { ss: "x", dest_type: "latlong", latitude: "1", longitude: "2" },
    { ss: "x", dest_type: "latlong", latitude: "1", longitude: "3" },
    { ss: "x", dest_type: "latlong", latitude: "2", longitude: "2" },
  ];

  test("belongs to its place only, for a day, in English", async () => {
    const kept = new Map<string, [unknown, number]>();
    const store: Memory = {
      get: <T>(key: string) => kept.get(key)?.[0] as T,
      set: (key, value, seconds) => void kept.set(key, [value, seconds]),
    };
    for (const [index, place] of places.entries())
      await readSiteList(place, store, async () => [option(String(index), "x")]).offered();
    expect(kept.size).toBe(places.length);
    expect([...kept.values()].every(([, seconds]) => seconds === 86_400)).toBe(true);
    expect([...kept.keys()].every((key) => key.endsWith("en-us"))).toBe(true);
    for (const [index, place] of places.entries()) {
      const never = readSiteList({ ...place, ss: "other words" }, store, () => Promise.reject(new Error("asked")));
      expect(await never.offered()).toEqual([option(String(index), "x")]);
      await expect(never.anew()).rejects.toThrow("asked");
    }
    expect([isConfirmed(store, unsure("a", "1")), isConfirmed(store, unsure("a", "2"))]).toEqual([false, false]);
    confirm(store, unsure("a", "1"));
    expect([
      isConfirmed(store, unsure("a", "1")),
      isConfirmed(store, unsure("a", "2")),
      isConfirmed(store, unsure("b", "1")),
    ]).toEqual([true, false, false]);
    expect([...kept.values()].at(-1)).toEqual([true, 86_400]);
  });
});
