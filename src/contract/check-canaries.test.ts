import { expect, test } from "vitest";
import hkproperty from "../sources/hkproperty/source.ts";
import stays from "../sources/stays/source.ts";
import { report } from "./broken-manifest.ts";
import { type Canaries, canaryBody, listCanaries } from "./canary.ts";
import { canaryChecks, liveCanaryChecks } from "./check-canaries.ts";

const refusal = (canaries: unknown): string | null => {
  try {
    report("canaries.json", canaryChecks(hkproperty, canaries as Canaries, "hkproperty"));
    return null;
  } catch (error) {
    return (error as Error).message.replace('canaries.json: hkproperty["estates/units"]', "");
  }
};
const units = (canary: unknown) => ({ "estates/units": [canary] });
const anEstate = { estate: { request: { query: "Garden" } } };

test("a canary that can be sent is accepted, including one that looks up its values", () => {
  expect(refusal(units({ request: { estate: "2-X" }, atLeast: 3, every: { unit: {} } }))).toBeNull();
  expect(refusal(units({ request: {}, find: anEstate, sorted: { field: "floor", order: "ascending" } }))).toBeNull();
  expect(refusal({ valuations: [{ request: {}, find: { unit: { request: {}, find: anEstate } } }] })).toBeNull();
});

test.each<[unknown, string]>([
  [{ estates: [] }, 'hkproperty["estates"] names no operation of the source; there are valuations, estates/search,'],
  [{ "estates/units": {} }, "must be a list of canaries"],
  [units("x"), "[0] does not fit: it must be object"],
  [units({ request: { estate: "2-X" }, sort: "name" }), "[0] does not fit"],
  [units({ request: { estate: "2-X" }, atLeast: 0 }), "[0] does not fit: atLeast must be >= 1"],
  [units({ request: { estate: "2-X" }, every: { unit: { over: 3 } } }), "[0] does not fit: every.unit"],
  [units({ request: {} }), "[0].request does not fit the request: body.estate"],
  [units({ request: { estate: "2-X" }, every: { price: {} } }), "[0] expects price, which the record does not have"],
  [units({ request: { estate: "2-X" }, every: { price: { min: 1 } } }), "[0] expects price"],
  [units({ request: { estate: "2-X" }, find: { building: { request: {} } } }), "[0].find.building is not fed by"],
  [units({ request: {}, find: { estate: { request: {} } } }), "[0].find.estate.request does not fit"],
])("a canary that cannot work is rejected with its location: %j", (canaries, words) => {
  expect(refusal(canaries)).toContain(words);
});

test("each operation needs a call for the regular check", () => {
  const live = { valuations: [{ request: {} }], "estates/search": [{ request: {}, goLiveOnly: true }] };
  const broken = liveCanaryChecks(hkproperty, live).filter(([, ok]) => !ok);
  expect(broken.map(([field]) => field)).toEqual(['canaries.live["estates/search"]', 'canaries.live["estates/units"]']);
});

test("a live site gets the live canaries except those for go-live; a stand-in gets its own or the first example", () => {
  const [hotels, destinations] = stays.operations;
  const live = listCanaries(stays, hotels, false);
  expect(live).toEqual(stays.canaries.live["hotels/search"]!.slice(0, 1));
  expect(listCanaries(stays, hotels, true)).toEqual(stays.canaries.standIn!["hotels/search"]);
  expect(listCanaries(stays, destinations!, true)).toEqual([{ request: { ...destinations!.examples[0], count: 50 } }]);
});

test("dates of a canary are never in the past", () => {
  const [hotels] = stays.operations;
  const body = canaryBody(hotels, { checkin: "2027-06-11", checkout: "2027-06-14" }, Date.parse("2031-07-01"));
  expect(body).toMatchObject({ checkin: "2032-06-11", checkout: "2032-06-14", count: 20, timeout: 60 });
});
