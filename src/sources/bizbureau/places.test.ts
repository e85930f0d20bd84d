import { describe, expect, test } from "vitest";
import type { StandIn } from "../../contract/stand-in.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import operation from "./businesses-search.ts";
import { standIn } from "./site/stand-in.ts";
import source from "./source.ts";

/** The search box's data: by country and input prefix. */
const KNOWN = {
  USA: [
    { displayText: "Salem, OR" },
    { displayText: "Salem, MA" },
    { displayText: "Salem, VA 24153" },
    { displayText: "Winston-Salem, NC" },
    { displayText: "Marfa, TX", stateCode: "tx" },
    { displayText: "Marfa, TX, USA", city: "marfa", state: "TX" },
    { displayText: "Austin, TX", zipCode: "78701" },
    { displayText: "Round Rock, TX", zipCode: "78664" },
  ],
  CAN: [{ displayText: "Gimli, MB" }, { displayText: "Salem, ON" }],
};

const json = (body: unknown) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Codes are suggested by their digits, names by their prefix; the search itself finds nothing anywhere. */
const answer: StandIn["answer"] = ({ url }) => {
  if (!url.pathname.startsWith("/api/suggest"))
    return json({ page: 1, totalPages: 0, totalResults: 0, pageSize: 15, results: [] });
  const input = url.searchParams.get("input")!.toLowerCase();
  const known: Array<{ displayText: string; zipCode?: string }> = KNOWN[url.searchParams.get("country") as "USA"];
  return json(
    known.filter(({ displayText, zipCode }) => displayText.toLowerCase().startsWith(input) || zipCode === input),
  );
};

const bench = sharedBench({
  ...source,
  politeness: { concurrency: 4, perSecond: 1_000 },
  standIn: async () => ({ ...standIn, answer }),
});

async function resolved(location: string) {
  const run = bench.start(operation, { keyword: "plumber", count: 5, location });
  const error = await Array.fromAsync(run).then(
    () => null,
    (failure) => failure,
  );
  const ofPath = (path: string) => bench.calls.filter(({ url }) => url.pathname === path);
  return {
    error,
    meant: run.findings.resolved,
    looked: ofPath("/api/suggest/location").map(({ url }) =>
      [url.searchParams.get("country"), url.searchParams.get("input")].join(" "),
    ),
    searched: ofPath("/api/search").map(({ url }) =>
      [url.searchParams.get("find_country"), url.searchParams.get("find_loc")].join(" "),
    ),
  };
}

describe("a location is", () => {
  test.each([
    ["", "USA USA"],
    ["  ", "USA USA"],
    ["United States", "USA USA"],
    ["canada", "CAN Canada"],
  ])("%j: a whole country, without a lookup", async (location, searched) => {
    expect(await resolved(location)).toMatchObject({ error: null, looked: [], searched: [searched] });
  });

  test.each([
    ["Salem, OR", "Salem, OR", "USA Salem, OR", ["USA Salem, OR"]],
    ["salem  oregon", "Salem, OR", "USA Salem, OR", ["USA salem oregon", "USA salem"]],
    // The same name, once with a state and once as the whole text.
    ["winston-salem", "Winston-Salem, NC", "USA Winston-Salem, NC", ["USA winston-salem"]],
    // Two entries in one state are one place: the site's last one.
    ["Marfa", "Marfa, TX, USA", "USA Marfa, TX, USA", ["USA Marfa"]],
    ["Gimli", "Gimli, MB", "CAN Gimli, MB", ["USA Gimli", "CAN Gimli"]],
    ["Gimli, Manitoba", "Gimli, MB", "CAN Gimli, MB", ["CAN Gimli, Manitoba", "CAN Gimli"]],
    ["78701", "78701", "USA 78701", ["USA 78701"]],
    ["78664-1234", "78664", "USA 78664", ["USA 78664-1234", "USA 78664"]],
  ])("%j: the place %j", async (location, meant, searched, looked) => {
    expect(await resolved(location)).toEqual({
      error: null,
      meant: { location: meant },
      searched: [searched],
      looked,
    });
  });

  test("a name in several states: rejected, with its states", async () => {
    const { error, searched } = await resolved("Salem");
    expect(error).toMatchObject({ status: 412, code: "no_such_thing" });
    expect(error.detail).toContain('location "Salem" exists in 3 states; add the state. Did you mean');
    for (const state of ["Salem, OR", "Salem, MA"]) expect(error.detail).toContain(`"${state}"`);
    expect(searched).toEqual([]);
  });

  test("unknown: both countries are searched, by the text and by its city", async () => {
    const { error, looked } = await resolved("Salem, Gondor");
    expect(error.detail).toContain('Unknown place "Salem, Gondor" (location).');
    expect(looked.slice(0, 2)).toEqual(["USA Salem, Gondor", "CAN Salem, Gondor"]);
    const { looked: inCanada } = await resolved("Marfa, ON");
    expect(inCanada.filter((one) => one.startsWith("USA"))).toEqual(looked.filter((one) => one.startsWith("USA")));
  });

  test("long: shown with its first 80 letters", async () => {
    const [short, long] = ["Q".repeat(80), "Q".repeat(81)];
    expect((await resolved(short)).error.detail).toContain(`Unknown place "${short}" (location)`);
    expect((await resolved(long)).error.detail).toContain(`Unknown place "${short}..." (location)`);
  });
});
