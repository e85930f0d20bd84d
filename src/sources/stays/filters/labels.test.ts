import { describe, expect, test } from "vitest";
import { agrees, findByLabel } from "./labels.ts";

const option = (id: string, label: string) => {
  const [key = "", code = ""] = id.split("=");
  return { key, code: code || null, label, count: null };
};
const requested = (key: string | null, value: unknown, words = String(value).replaceAll("_", " ")) => ({
  key,
  kind: typeof value === "number" ? ("number" as const) : ("value" as const),
  labels: [words],
});
const codeOf = (value: string, label: string) =>
  findByLabel(requested("k", value), [option("k=7", label)])?.code ?? null;

describe("a value is found under the site's own label", () => {
  test.each([
    ["turkish_or_steam_bath", "Turkish/Steam Bath"],
    ["nightclub_or_dj", "Nightclub/DJ"],
    ["airport_shuttle_free", "Airport shuttle (free)"],
    ["security_24h", "24-hour security"],
    ["fitness_center", "Fitness centre"],
    ["free_wifi", "Free Wi-Fi"],
    ["cruise", "Cruises"],
    ["game_console_ps2", "Game console – PS2"],
    ["spa_and_wellness", "Spa & wellness"],
    ["childrens_high_chair", "Children’s high chair"],
    ["glass", "Glass"],
  ])("%s is %s", (value, label) => {
    expect(codeOf(value, label)).toBe("7");
  });

  test.each([
    ["pool_bar", "Pool"],
    ["airport_shuttle", "Airport shuttle (free)"],
    ["beach", "Beachfront"],
  ])("%s is not %s", (value, label) => {
    expect(codeOf(value, label)).toBeNull();
  });
});

test("if two values have the same words, their order decides", () => {
  const offered = [
    option("popular_activities=1", "Bath/Hot spring"),
    option("popular_activities=2", "Hot spring bath"),
  ];
  expect(findByLabel(requested("popular_activities", "hot_spring_bath"), offered)?.code).toBe("2");
  expect(findByLabel(requested("popular_activities", "bath_or_hot_spring"), offered)?.code).toBe("1");
  expect(findByLabel(requested("popular_activities", "hot_spring_bath"), offered.slice(0, 1))).toBeNull();
});

test("a label under another key does not count, unless the two keys share their ids", () => {
  const sauna = [option("popular_activities=10", "Sauna")];
  expect(findByLabel(requested("roomfacility", "sauna"), sauna)).toBeNull();
  expect(findByLabel(requested("hotelfacility", "sauna"), sauna)).toEqual({
    key: "hotelfacility",
    code: "10",
    label: "Sauna",
    count: null,
  });
});

test("a number matches a stepper, a value matches an option", () => {
  const offered = [option("x=4", "Beds"), option("bed_count", "Beds")];
  expect(findByLabel(requested(null, 3, "beds"), offered)?.key).toBe("bed_count");
  expect(findByLabel(requested(null, "beds"), offered)?.key).toBe("x");
});

test("the published name is searched for if the words of the value are not in the list", () => {
  const offered = [option("hotelfacility=48", "Lift"), option("hotelfacility=49", "Elevator music")];
  const elevator = { key: "hotelfacility", kind: "value" as const, labels: ["elevator", "Lift"] };
  expect(findByLabel(elevator, offered)?.code).toBe("48");
});

test.each([
  ["Private beach area", ["private beach"], true],
  ["Billiards", ["pool table", "Billiards"], true],
  ["Kids' club", ["playground", "Children's playground"], false],
  ["", ["playground"], false],
])("whether %s agrees with %s", (label, names, expected) => {
  expect(agrees(label, names)).toBe(expected);
});

test.each(["a", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with", "only"])(
  "the small word %s is ignored",
  (word) => {
    expect(codeOf("sauna_garden", `Sauna ${word} garden`)).toBe("7");
  },
);

test.each<[string, string, boolean]>([
  ["24h_desk", "24 hour desk", true],
  ["24h_desk", "24-hour desk", true],
  ["24h_desk", "24hour desk", true],
  ["fitness_centre", "Fitness center", true],
  ["child_bed", "Children bed", true],
  ["kids_pool", "Kid pool", true],
  ["kids’_pool", "Kids pool", true],
  ["wifi", "WI-FI", true],
  ["gas", "Ga", false],
  ["glas", "Glass", false],
  ["sauna_bath", "Bath sauna", true],
  ["sauna", "Sauna sauna", false],
])("%s is %s: %s", (value, label, expected) => {
  expect(codeOf(value, label)).toBe(expected ? "7" : null);
});

test.each<[string, string, boolean]>([
  ["hotelfacility", "popular_activities", true],
  ["hotelfacility", "accessible_facilities", true],
  ["popular_activities", "hotelfacility", true],
  ["accessible_facilities", "hotelfacility", true],
  ["roomfacility", "accessible_room_facilities", true],
  ["accessible_room_facilities", "roomfacility", true],
  ["hotelfacility", "roomfacility", false],
  ["class", "hotelfacility", false],
])("%s may be offered as %s: %s", (key, offered, expected) => {
  expect(findByLabel(requested(key, "sauna"), [option(`${offered}=10`, "Sauna")])?.key ?? null).toBe(
    expected ? key : null,
  );
});

test("its own key takes precedence over a sibling's", () => {
  const offered = [option("popular_activities=10", "Sauna"), option("hotelfacility=11", "Sauna")];
  expect(findByLabel(requested("hotelfacility", "sauna"), offered)?.code).toBe("11");
});

test("labels of different length agree if all words of the shorter are in the longer, either way", () => {
  expect(agrees("Sauna", ["garden", "private sauna"])).toBe(true);
  expect(agrees("Private sauna with garden", ["garden sauna"])).toBe(true);
  expect(agrees("Sauna", ["sauna"])).toBe(true);
  expect(agrees("Sauna bar", ["sauna pool"])).toBe(false);
  expect(agrees("of the", ["sauna"])).toBe(false);
  expect(agrees("Sauna", [])).toBe(false);
});
