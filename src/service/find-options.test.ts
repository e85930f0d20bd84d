import { describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { useService } from "../../test/support/service/use-service.ts";
import { defineRequest, lookupCountField, textField, timeoutField } from "../contract/fields.ts";
import { fedBy, type Lookup } from "../contract/lookup.ts";
import type { Operation } from "../contract/operation.ts";
import { cachedForADay } from "../contract/operation.ts";
import { flat } from "../contract/price.ts";
import { findOptions, type OptionsQuery } from "./find-options.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { newCallState } from "./operation-call.ts";

const description = "";
const word = textField({ description, default: "" });

/** Towns are searched by words, shelves are listed all at once, and rooms by the town found first. */
const lookups: Record<string, Lookup> = {
  town: { operation: "/api/counting/towns", field: "id", label: ["name"], search: "name" },
  shelf: { operation: "/api/counting/shelves", field: "id", label: ["name"], search: null, along: ["town"] },
  room: { operation: "/api/counting/rooms", field: "id", label: ["name"], search: "name" },
  lost: { operation: "/api/counting/nowhere", field: "id" },
};

describe("the values that a field can take", () => {
  const bench = useService(openPlan(100), (source) => {
    const [things] = source.operations;
    const finder = (path: string, name: object) =>
      ({
        ...things,
        path,
        price: flat(2),
        cache: cachedForADay(),
        request: defineRequest("Finder", {
          name: name as never,
          town: word,
          count: lookupCountField(60),
          timeout: timeoutField,
        }),
      }) as Operation;
    const needed = textField({ description, minLength: 1 });
    const form = {
      ...things!,
      path: "/api/counting/forms",
      request: defineRequest("Form", {
        town: fedBy(lookups.town!, word),
        shelf: fedBy(lookups.shelf!, word),
        room: fedBy(lookups.room!, word),
        lost: fedBy(lookups.lost!, word),
        plain: word,
        timeout: timeoutField,
      }),
    } as Operation;
    return {
      ...source,
      operations: [
        things!,
        form,
        finder("/api/counting/towns", needed),
        finder("/api/counting/shelves", textField({ description, default: "shelf" })),
        finder("/api/counting/rooms", fedBy(lookups.town!, needed)),
      ],
    } as typeof source;
  });

  async function find(input: Partial<OptionsQuery> & { field: string }, { isStandIn = false, points = 50 } = {}) {
    const caller = await bench.newCaller("free", points);
    const { db } = bench.store;
    const cache = createLookupCache({ db, clock: bench.clock, originOf: () => "https://counting.example" });
    const entry = bench.registry.byName("counting/forms")!;
    const asking = {
      caller,
      entryPoint: "dashboard" as const,
      options: {},
      state: newCallState(bench.clock.now()),
      isStandIn,
      disconnect: new AbortController().signal,
    };
    const service = bench.service({ lookups: cache });
    const found = await findOptions(service, { entry, words: "", request: {}, ...input }, asking);
    return { ...found, left: await bench.pointsOf(caller) };
  }

  test("the values that a field can take are found by the typed text, at the lookup's price, fifty at most", async () => {
    const { options, age, left } = await find({ field: "town", words: " Porto " });
    expect(options).toHaveLength(50);
    expect(options[0]).toEqual({ value: "Porto-0", label: "Porto", also: {} });
    expect([age, left]).toEqual([null, 48]);
  });

  test("the values that a field can take are free if cached, and give their age", async () => {
    await find({ field: "town", words: "Lisbon" });
    bench.clock.advance(9_000);
    const { options, age, left } = await find({ field: "town", words: "Lisbon", ifFree: true });
    expect([options.length, age, left]).toEqual([50, 9, 50]);
  });

  test("the values that a field can take are not looked up for money if not allowed; a stand-in's are free", async () => {
    expect(await find({ field: "town", words: "Braga", ifFree: true })).toEqual({ options: [], age: null, left: 50 });
    const { options, left } = await find({ field: "town", words: "Braga", ifFree: true }, { isStandIn: true });
    expect([options.length, left]).toEqual([50, 50]);
  });

  test("values that are searched by words are not looked up without any", async () => {
    expect(await find({ field: "town", words: "  " })).toEqual({ options: [], age: null, left: 50 });
    expect(bench.counting.runs.has("")).toBe(false);
  });

  test("values that are listed all at once are filtered by the typed text, using the relevant fields of the request", async () => {
    expect((await find({ field: "shelf" })).options).toHaveLength(50);
    const { options } = await find({ field: "shelf", words: "SHELF-7", request: { town: "x" } });
    expect(options.map(({ value }) => value)).toEqual(["shelf-7"]);
  });

  test("values that depend on another lookup come in two steps", async () => {
    const first = await find({ field: "room", words: "Faro" });
    expect(first.options).toHaveLength(50);
    expect(first.options[0]).toEqual({ value: "Faro-0", label: "Faro", also: {}, step: true });
    const second = await find({ field: "room", words: "faro-0-1", within: "Faro-0" });
    // All values, filtered by the typed text.
    expect(second.options.map(({ value }) => value)).toEqual(["Faro-0-1", ...tens("Faro-0-1")]);
    expect(second.options[0]!.step).toBeUndefined();
    expect((await find({ field: "room", words: "", within: "Faro-0" })).options).toHaveLength(50);
    expect((await find({ field: "room", words: "Evora", ifFree: true })).options).toEqual([]);
  });

  test.each(["plain", "lost", "unknown"])(
    "the values that a field can take of %s cannot be looked up",
    async (field) => {
      await expect(find({ field })).rejects.toMatchObject({
        code: "bad_request",
        detail: `No operation finds the values of ${field}.`,
      });
    },
  );

  test("the values that a field can take are rejected for a key of another source, or one without points", async () => {
    await expect(find({ field: "town", words: "Tomar" }, { points: 1 })).rejects.toMatchObject({
      code: "not_enough_points",
    });
  });
});

const tens = (name: string) => Array.from({ length: 10 }, (_, at) => `${name}${at}`);
