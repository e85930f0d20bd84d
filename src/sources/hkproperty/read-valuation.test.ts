import { describe, expect, test } from "vitest";
import { NoSuchThing, Throttled, Unreadable } from "../../contract/errors.ts";
import { checkEcho } from "../../extraction/page-proof.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { answerObject, savedObject } from "./answer-object.ts";
import { readEstate, readEstimate, readSaved } from "./read-valuation.ts";
import { readRow, type ValuationRecord } from "./valuation-record.ts";
import operation, { estatePage, estimatePage, readToken, tokenPage } from "./valuations.ts";

const ORIGIN = "https://site.example";
const json = (value: unknown, status = 200) => savedAnswer(JSON.stringify(value), { status });
const estimateIn = ({ page, estateCode }: ReturnType<typeof readEstimate>) => ({
  fields: page.records[0]!,
  estateCode,
});

function failure(act: () => unknown): any {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}

describe("the number of a unit", () => {
  const check = (unit: string) => failure(() => operation.check!({ unit, lang: "hk", timeout: 300 } as never));

  test.each(["D200", " D2000000 ", "AB-12_3.4/5 6", "1234", "x".repeat(40)])("%j may be one", (unit) => {
    expect(check(unit)).toBeNull();
  });

  test.each(["D20", " D20 ", "x".repeat(41), "AB--12", "-AB12", "AB12-", "AB12!", "沙田第一城", "!AB12", "    "])(
    "%j may not",
    (unit) => {
      expect(check(unit)).toMatchObject({
        status: 400,
        detail: "unit is not a property reference number: 4 to 40 letters and digits are expected.",
      });
    },
  );
});

describe("a response", () => {
  const read =
    (text: string, status = 200) =>
    () =>
      answerObject(savedAnswer(text, { status }), "none of it");

  test("a response is the object that the page has", () => {
    expect(read(' {"a":1,"error":null} ')()).toEqual({ a: 1, error: null });
  });

  test.each<[string, number]>([
    ["", 200],
    ["  ", 200],
    ["null", 200],
    ["{}", 204],
  ])("a response of %j with %i means that there is none", (text, status) => {
    expect(failure(read(text, status))).toBeInstanceOf(NoSuchThing);
    expect(failure(read(text, status)).detail).toBe("none of it");
  });

  test.each<[string, number, string]>([
    ["{}", 404, "status 404"],
    ["{}", 201, "status 201"],
    ["[]", 200, "not an object"],
    ['"x"', 200, "not an object"],
    ["<html>", 200, ""],
  ])("a response of %j with %i is unreadable: %s", (text, status, words) => {
    expect(failure(read(text, status))).toBeInstanceOf(Unreadable);
    expect(failure(read(text, status)).message).toContain(words);
  });

  test("with an error is the site's quota, which is waited out for a minute", () => {
    const error = failure(read('{"error":"too many"}'));
    expect(error).toBeInstanceOf(Throttled);
    expect(error.message).toContain('"too many"');
    expect(JSON.stringify(error)).toContain("60000");
  });

  test("a response that was saved may consist of its rows alone", () => {
    const saved = (value: unknown) => savedObject(json(value), "none");
    expect(saved([{ a: 1 }])).toEqual({ data: [{ a: 1 }] });
    expect(saved({ a: 1 })).toEqual({ a: 1 });
    expect(failure(() => saved([]))).toBeInstanceOf(Unreadable);
    expect(failure(() => saved({ error: "x" }))).toBeInstanceOf(Throttled);
  });
});

describe("an estimate", () => {
  const estimate = {
    price: "5000000",
    date: "2026-11-09",
    previous: { date: "2026-11-02T10:00:00" },
    priceChange: -0.5,
    minPrice: 4,
    maxPrice: 6,
    minPriceChange: 1,
    maxPriceChange: 2,
    nUnitPrice: 12_000,
  };
  const read = (over: object = {}, unit = "D200-00") =>
    estimateIn(
      readEstimate(json({ prn: "D20000", cuntcode: "CU1", estimate, ...over }), { unit, lang: "en", origin: ORIGIN }),
    );

  test("has every field", () => {
    const { fields, estateCode } = read();
    expect(estateCode).toBeNull();
    expect(fields).toMatchObject({
      id: "D20000",
      valuation_at: Date.UTC(2026, 10, 8, 16) / 1000,
      previous_valuation_at: Date.UTC(2026, 10, 2, 2) / 1000,
      price: 5_000_000,
      price_change_percent: -0.5,
      min_price: 4,
      max_price: 6,
      min_price_change_percent: 1,
      max_price_change_percent: 2,
      saleable_price_per_sqft: 12_000,
    });
    expect(read({ prn: null, cuntcode: null }, "X1").fields.id).toBe("X1");
  });

  test.each(["D20000", "d20.000", "CU1", "cu-1"])("belongs to the unit %s", (unit) => {
    expect(read({}, unit).fields.id).toBe("D20000");
  });

  test("an estimate of another unit is retried", () => {
    const judge = (over: object, unit: string) => {
      const { page } = readEstimate(json({ prn: "D20000", cuntcode: "CU1", estimate, ...over }), {
        unit,
        lang: "en",
        origin: ORIGIN,
      });
      checkEcho(page, estimatePage("/", unit, "en"), {});
    };
    expect(() => judge({}, "D20001")).toThrow('its unit is "D20000" instead of "D20001"');
    judge({ prn: null }, "D20001");
    judge({}, "d200.00");
    judge({}, "cu-1");
    judge({ prn: null, cuntcode: null }, "D20001");
    const code = "VDORQRVYFUJS";
    expect(() => judge({ prn: null, cuntcode: code }, "VDORQRVYFUJT")).toThrow(`its unit is "${code}"`);
    judge({ prn: null, cuntcode: code }, code.toLowerCase());
  });

  test.each<[object, string]>([
    [{ estimate: undefined }, "no estimate in the answer"],
    [{ estimate: {} }, "an estimate without a price"],
  ])("%j is unreadable: %s", (over, words) => {
    expect(() => read(over)).toThrow(words);
    expect(failure(() => read(over))).toBeInstanceOf(Unreadable);
  });

  test.each([{ estimate: null }, { estimate: 5 }, { estimate: { price: null } }, { estimate: { price: 0 } }])(
    "%j is not a valuation",
    (over) => {
      expect(failure(() => read(over)).detail).toBe(
        "The source has no valuation of this unit. Look up the units of an estate with POST /api/hkproperty/estates/units.",
      );
    },
  );
});

describe("a saved response", () => {
  const row = { estimate: { price: 5 }, prn: "D2" };
  const read = (value: unknown) =>
    [...readSaved(json(value), { unit: "D1", lang: "en", origin: ORIGIN })].map(({ id, price }) => [id, price]);

  test.each<[unknown]>([[row], [{ data: row }], [{ data: [row] }], [[row]], [[{ estateName: "x" }, row]]])(
    "%j is read",
    (value) => {
      expect(read(value)).toEqual([["D2", 5]]);
    },
  );

  test.each(["estateInfo", "estateName", "bigEstateName", "buildingName"])(
    "an estate, recognised by its %s, is not a valuation",
    (key) => {
      expect(failure(() => read({ [key]: "x" }))).toBeInstanceOf(NoSuchThing);
      expect(failure(() => read({ data: [{ [key]: "x" }, {}] }))).toBeInstanceOf(Unreadable);
    },
  );

  test("anything else is an unknown form", () => {
    expect(() => read({ data: [] })).toThrow("neither an estimate nor an estate");
    expect(() => read({ a: 1 })).toThrow("neither an estimate nor an estate");
  });
});

describe("an estate's profile", () => {
  const read = (value: unknown, status = 200) =>
    readEstate(json(value, status), "2-AAA", { unit: "D1", lang: "en", origin: ORIGIN });

  test("an estate's profile is read only if the response is a profile", () => {
    expect(failure(() => read({ a: 1 }, 404))).toBeInstanceOf(NoSuchThing);
    expect(failure(() => read({ a: 1 }, 404)).detail).toBe("The source has no such estate.");
    expect(failure(() => read(null)).detail).toBe("The source has no such estate.");
    expect(() => read({ a: 1 })).toThrow("no estate in the response");
    expect(read({ estateName: "Garden" })).toBeTruthy();
  });
});

describe("the token of a page", () => {
  const page = (token: string) => `<script>window.__NUXT__={state:{anonymous_token:${JSON.stringify(token)}}}</script>`;
  const read = (text: string, status = 200) => readToken(savedAnswer(text, { status }));

  test.each(["abcdefgh", "eyJ.a-b_c~d+e/f=", "x".repeat(4096)])("%s is one", (token) => {
    expect(read(page(token))).toEqual({ token });
  });

  test.each(["abcdefg", "x".repeat(4097), "abcdefgh ", " abcdefgh", "abc def gh", ""])("%j is not one", (token) => {
    expect(() => read(page(token))).toThrow("no anonymous token in the page's state");
  });

  test("the token of a page is not taken from a page that does not exist", () => {
    expect(() => read(page("abcdefgh"), 404)).toThrow("no anonymous token");
    expect(() => read("<html>")).toThrow("no anonymous token");
  });
});

describe("nearby places", () => {
  const rowOf = (value: object) => readRow({ ...value }, { unit: "D1", lang: "en", origin: ORIGIN }) as ValuationRecord;

  test("nearby places are listed by kind, in a fixed order, from the first list that exists", () => {
    const kinds = ["universities", "evChargeLabels", "carparkLabels", "largeParkLabels", "arcadeLabels", "mtrLabels"];
    const facilities = Object.fromEntries(kinds.map((key, index) => [key, [{ name: key, walkMinutes: index }]]));
    const expected = [
      ["mtr", "mtrLabels", 5],
      ["mall", "arcadeLabels", 4],
      ["park", "largeParkLabels", 3],
      ["carpark", "carparkLabels", 2],
      ["ev_charging", "evChargeLabels", 1],
      ["university", "universities", 0],
    ];
    const read = (value: object) =>
      rowOf(value).nearby_places.map(({ kind, name, walk_minutes }) => [kind, name, walk_minutes]);
    for (const form of [
      { labelGroup: { nearbyFacilities: facilities }, displayLabel: { nearbyFacilities: {} } },
      { displayLabel: { nearbyFacilities: facilities }, nearbyFacilities: {} },
      { nearbyFacilities: facilities },
    ])
      expect(read(form)).toEqual(expected);
    expect(
      read({ nearbyFacilities: { mtrLabels: [{ name: "A", walkMinutesInText: "about 7 min" }, { name: "B" }] } }),
    ).toEqual([
      ["mtr", "A", 7],
      ["mtr", "B", null],
    ]);
    expect(read({ mtrStation: "Fo Tan", walkMtrTime: "12 minutes" })).toEqual([["mtr", "Fo Tan", 12]]);
    expect(read({ walkMtrTime: "12 minutes" })).toEqual([]);
  });

  test("include schools if there is any information about them", () => {
    const net = {
      primarySchoolNetwork: "88",
      schoolSchNetUrl: "/a",
      secondarySchoolScope: { db: "Sha Tin" },
      secondarySchoolDistbdUrl: "/b",
    };
    const schoolNetOf = (schoolNet: unknown) => rowOf({ estateInfo: { schoolNet } }).school_net;
    expect(schoolNetOf(net)).toMatchObject({
      primary_school_net: "88",
      primary_school_url: `${ORIGIN}/a`,
      secondary_school_district: "Sha Tin",
      secondary_school_url: `${ORIGIN}/b`,
    });
    for (const key of Object.keys(net)) expect(schoolNetOf({ [key]: net[key as "schoolSchNetUrl"] })).not.toBeNull();
    expect([schoolNetOf({}), schoolNetOf(null), schoolNetOf("88")]).toEqual([null, null, null]);
  });
});

test("requests use the site's names of languages, with a token if there is one", () => {
  const languages = { hk: "zh-TW", sc: "zh-CN", en: "en-US" } as const;
  for (const [lang, name] of Object.entries(languages)) {
    const { path, headers } = estatePage("2-A&B", lang as "hk");
    expect(path).toBe("/estate/api/Estate/GetEstateDetail?typeCode=2-A%26B&datasize=full");
    expect(headers).toMatchObject({
      accept: "application/json",
      lang: name,
      "accept-language": `${name},${name.slice(0, 2)};q=0.9`,
    });
  }
  const estimate = estimatePage("/x?u={unit}&l={lang}&again={unit}", "A/B", "sc", "tok");
  expect(estimate).toMatchObject({ path: "/x?u=A%2FB&l=sc&again=A%2FB", headers: { authorization: "Bearer tok" } });
  expect(estimatePage("/x", "A", "sc").headers).not.toHaveProperty("authorization");
  expect(tokenPage("/page", "en")).toMatchObject({ path: "/page", headers: { lang: "en-US" } });
  expect(tokenPage("/page", "en").headers?.accept).toMatch(/^text\/html/);
});

test("the record has the reading context's time and origin", () => {
  expect(() => [
    ...operation.parse(savedAnswer("{}"), { unit: "D1", lang: "hk", timeout: 300 }, readingContext),
  ]).toThrow(Unreadable);
});
