import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import type { StandIn, StandInCall } from "../../contract/stand-in.ts";
import { html, json } from "../../source-kit/stand-in/replies.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import { type Estate, UNITS, type Unit, unitAt, unitPrn } from "./site/catalogue.ts";
import { standIn } from "./site/stand-in.ts";
import { estateDetail, unitEstimate } from "./site/wire.ts";
import type { Lang } from "./site/words.ts";
import source from "./source.ts";
import operation from "./valuations.ts";

const quick = { ...source, politeness: { concurrency: 4, perSecond: 1_000 } };
const bench = sharedBench(quick);

const ask = (unit: string, lang: Lang = "hk") => bench.run(operation, { unit, lang });
const fails = (unit: string) => ask(unit).catch((error: unknown) => error);

/** The site writes Hong Kong days. */
const midnight = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00+08:00`) / 1000;
const phase = (estate: Estate, lang: Lang) => (lang === "en" ? `Phase ${estate.phase}` : `${estate.phase}期`);
const nameOf = (estate: Estate, lang: Lang) =>
  estate.type === "Phase" ? `${estate.name[lang]} ${phase(estate, lang)}` : estate.name[lang];

/** The record that the catalogue implies. */
function expected(unit: Unit, lang: Lang) {
  const { estate } = unit;
  const estimate = unit.estimate!;
  const name = nameOf(estate, lang);
  const block = lang === "en" ? `Block ${unit.block}` : `${unit.block}座`;
  const storey = {
    hk: `${unit.floor}樓 ${unit.flat}室`,
    sc: `${unit.floor}楼 ${unit.flat}室`,
    en: `${unit.floor}/F Flat ${unit.flat}`,
  };
  const net = estate.schoolNet;
  return {
    "@type": "HkpropertyValuation",
    id: unit.prn,
    unit_code: unit.code,
    building_type_code: `1-${unit.buildingCode}`,
    estate_name: name,
    unit_address: [name, ...(estate.type === "Single" ? [] : [block]), storey[lang]].join(" "),
    location: estate.area[lang],
    estate_url: `${bench.origin}/estate/${lang === "en" ? "en/" : ""}${encodeURIComponent(name.split(" ").join("-"))}/2-${estate.code}`,
    valuation_at: midnight(estimate.date),
    previous_valuation_at: estimate.previousDate && midnight(estimate.previousDate),
    price: estimate.price,
    price_change_percent: estimate.change,
    min_price: estimate.min,
    max_price: estimate.max,
    min_price_change_percent: estimate.minChange,
    max_price_change_percent: estimate.maxChange,
    saleable_area: unit.area,
    saleable_price_per_sqft: Math.round(estimate.price / unit.area),
    building_group_id: estate.group.id,
    building_group_name: estate.group.name[lang],
    developer: estate.developer?.[lang] ?? null,
    management_company: estate.manager?.[lang] ?? null,
    phase_count: estate.phaseCount,
    building_count: estate.buildingCount,
    unit_count: estate.unitCount,
    is_pet_friendly: estate.petFriendly,
    facilities: estate.facilities.map((word) => word[lang]),
    category_labels: estate.labels.map((word) => word[lang]),
    shopping_mall: estate.places.find(({ kind }) => kind === "mall")?.name[lang] ?? null,
    nearby_places: estate.places.map(({ kind, name, minutes }) => ({
      "@type": "HkpropertyNearbyPlace",
      kind,
      name: name[lang],
      walk_minutes: minutes,
    })),
    school_net: net && {
      "@type": "HkpropertySchoolNet",
      primary_school_net: net,
      primary_school_url: `${bench.origin}/school/net_schnet-${net}`,
      secondary_school_district: estate.district[lang],
      secondary_school_url: `${bench.origin}/school/district_d12-s`,
    },
    latitude: estate.lat,
    longitude: estate.lng,
    image: estate.hasImage ? `${bench.origin}/media/estate/${estate.index}.jpg` : null,
  };
}

describe("a unit's valuation is joined with its estate's profile", () => {
  const find = (fits: (unit: Unit) => boolean) =>
    Array.from({ length: 400 }, (_, index) => unitAt(index * 71)).find((unit) => unit.estimate && fits(unit))!;
  const kinds: Array<[string, (unit: Unit) => boolean]> = [
    ["in a plain estate", ({ estate }) => estate.type === "Normal"],
    ["in an estate in phases", ({ estate }) => estate.type === "Phase"],
    ["in a single building", ({ estate }) => estate.type === "Single"],
    ["valued for the first time", ({ estimate }) => estimate?.previousDate === null],
    ["in an estate of which little is known", ({ estate }) => !estate.developer && !estate.manager],
  ];
  for (const lang of ["hk", "sc", "en"] as const) {
    test.each(kinds)(`%s, in ${lang}`, async (_, fits) => {
      const unit = find(fits);
      expect(await ask(unit.prn, lang)).toEqual([expected(unit, lang)]);
    });
  }

  test("across the catalogue", async () => {
    for (let index = 3; index < UNITS; index += 1_009) {
      const unit = unitAt(index);
      if (unit.estimate && index % 1_000 !== 500) expect(await ask(unit.prn, "hk")).toEqual([expected(unit, "hk")]);
    }
  });
});

test("a second visit requests both halves concurrently", async () => {
  let isGated = false;
  const bothHere = Promise.withResolvers<void>();
  const gated = await standInFor({
    ...quick,
    standIn: async () => ({
      ...standIn,
      answer: async (call) => {
        if (isGated && gated.calls.length === 2) bothHere.resolve();
        // Neither is answered before the other arrives: sequential requests would wait forever.
        if (isGated) await bothHere.promise;
        return standIn.answer(call);
      },
    }),
  });
  try {
    const unit = unitPrn(4_321);
    const first = await gated.run(operation, { unit });
    gated.calls.length = 0;
    isGated = true;
    expect(await gated.run(operation, { unit })).toEqual(first);
    expect(gated.calls.map(({ url }) => url.pathname).sort()).toEqual([
      "/centaestimate/api/Estimate/GetUnitEstimate",
      "/estate/api/Estate/GetEstateDetail",
    ]);
  } finally {
    await gated.close();
  }
});

test.each([
  ["hk", "zh-TW"],
  ["sc", "zh-CN"],
  ["en", "en-US"],
] as const)("the language %s is requested as %s, in both calls", async (lang, header) => {
  bench.calls.length = 0;
  await ask(unitPrn(8_000), lang);
  expect(bench.calls.map(({ headers }) => headers.lang)).toEqual([header, header]);
});

test("a missing valuation and an unknown unit are 412", async () => {
  expect(await fails(unitPrn(24))).toMatchObject({ status: 412, code: "no_such_thing" });
  expect(await fails("D2000001")).toMatchObject({ status: 412, code: "no_such_thing" });
});

describe("the address of the estimate, which nobody has seen", () => {
  const token = "anon.token-0123456789";
  const isEstimate = ({ url }: StandInCall) => url.pathname.includes("stimate/");

  async function against(answer: StandIn["answer"], options: Parameters<typeof standInFor>[1] = {}) {
    const other = await standInFor({ ...quick, standIn: async () => ({ ...standIn, answer }) }, options);
    try {
      const outcome = await other.run(operation, { unit: unitPrn(77) }).catch((error) => error);
      return { outcome, calls: [...other.calls] };
    } finally {
      await other.close();
    }
  }

  test.each([
    ["404", { status: 404, body: "" }],
    ["a page", { status: 200, body: "<html><title>Home</title></html>" }],
    ["404 in JSON", { status: 404, body: '{"message":"Not Found"}' }],
    ["JSON of another kind", { status: 200, body: '{"ok":true}' }],
    ["an advertisement of the unit", json({ typeCode: "1-BLPPPPPPPP", estateName: "青湖花園", buildingName: "1座" })],
    ["the estimate of another unit", json(unitEstimate(unitAt(78), "hk"))],
  ])('%s there is an unknown form, never "no valuation"', async (_, reply) => {
    const { outcome } = await against((call) => (isEstimate(call) ? reply : standIn.answer(call)));
    expect(outcome).toMatchObject({ status: 500, code: "unreadable" });
  });

  test("can be changed by the operator", async () => {
    const path = "/estimate/v2/{lang}/units/{unit}.json";
    const { outcome, calls } = await against(
      (call) => {
        if (call.url.pathname !== `/estimate/v2/hk/units/${unitPrn(77)}.json`) return standIn.answer(call);
        return json(unitEstimate(unitAt(77), "hk"));
      },
      { sourceSettings: { hkproperty: { estimate_path: path } } },
    );
    expect(outcome).toMatchObject([{ id: unitPrn(77), price: unitAt(77).estimate!.price }]);
    expect(calls.filter(({ url }) => url.pathname.startsWith("/centaestimate"))).toEqual([]);
  });

  test.each([
    ["in the state", `window.__NUXT__=(function(a){return {state:{auth:{anonymous_token:"${token}"}}}}(1));`],
    [
      "among the arguments",
      `window.__NUXT__=(function(a,b,c){return {x:"}",state:{auth:{anonymous_token:c,n:a}}}}("(,",{k:[1,"2"]},"${token}"));`,
    ],
  ])("a 401 there is retried with the token found %s, once", async (_, state) => {
    const walled: StandIn["answer"] = (call) => {
      if (call.url.pathname === "/findproperty/list/buy") return html(`<html><script>${state}</script></html>`);
      if (isEstimate(call) && call.headers.authorization !== `Bearer ${token}`) return json({}, 401);
      return standIn.answer(call);
    };
    const { outcome, calls } = await against(walled);
    expect(outcome).toMatchObject([{ id: unitPrn(77) }]);
    expect(calls.filter(isEstimate)).toHaveLength(2);
  });

  test.each([
    ["the page has none", "<html></html>"],
    ["it is not taken", `<script>{"anonymous_token":"${token}"}</script>`],
    ["it could not stand in a header", '<script>{"anonymous_token":"a\\r\\nb: c 0123"}</script>'],
  ])("401 where %s is an unknown form", async (_, page) => {
    const walled: StandIn["answer"] = (call) => {
      if (call.url.pathname === "/findproperty/list/buy") return html(page);
      return isEstimate(call) ? json({}, 401) : standIn.answer(call);
    };
    expect((await against(walled)).outcome).toMatchObject({ status: 500, code: "unreadable" });
  });

  test("another estate's profile is not joined", async () => {
    const mixed: StandIn["answer"] = (call) =>
      isEstimate(call) ? standIn.answer(call) : json(estateDetail(unitAt(900).estate, "hk", "https://hk.example"));
    expect((await against(mixed)).outcome).toMatchObject({ status: 500, code: "unreadable" });
  });
});

test("no date is in the future", async () => {
  for (let index = 0; index < UNITS; index += 997) {
    const { estimate } = unitAt(index);
    const dates = [estimate?.date, estimate?.previousDate].filter((date) => date != null);
    for (const date of dates) expect(Date.parse(`${date}+08:00`)).toBeLessThan(Date.now());
  }
  const [record] = await ask(unitPrn(0));
  expect(Number(record!.valuation_at) * 1000).toBeLessThan(Date.now());
  expect(Number(record!.previous_valuation_at)).toBeLessThan(Number(record!.valuation_at));
});

test("the site's quota is waited out", async () => {
  const clock = new SimulatedClock();
  const waiting = await standInFor(quick, { clock });
  try {
    let done = false;
    const run = waiting.run(operation, { unit: unitPrn(2_500) }).finally(() => (done = true));
    const started = clock.now();
    while (!done) {
      await new Promise(setImmediate);
      if (waiting.calls.length === 1) clock.advance(1_000);
    }
    expect(await run).toMatchObject([{ id: unitPrn(2_500) }]);
    expect(clock.now() - started).toBeGreaterThanOrEqual(60_000);
    expect(waiting.calls).toHaveLength(3);
  } finally {
    await waiting.close();
  }
});

test.each(["+7", "D", "D 2 0 0 0 0 0 0 !", "<script>", "a".repeat(41), "../../etc"])(
  "%j has no known form: 400",
  (unit) => {
    expect(() => operation.check!({ unit, lang: "hk", timeout: 300 })).toThrow(
      expect.objectContaining({ status: 400, detail: expect.stringMatching(/^unit /) }),
    );
  },
);

test.each(["D2000000", "d2823469", "ABCDEFGHIJKL", "12-345-678", " D2000000 "])("%j has a known form", (unit) => {
  expect(() => operation.check!({ unit, lang: "hk", timeout: 300 })).not.toThrow();
});

test("the price is 1 credit, whatever the result", () => {
  expect([operation.price.of(0), operation.price.of(1), operation.price.max(1)]).toEqual([1, 1, 1]);
});
