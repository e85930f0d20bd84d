import { describe, expect, test } from "vitest";
import type { Answer, Site } from "../../contract/site.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { bestMatch, coordinatesIn, findPlace } from "./destination.ts";
import { Destination, type DestinationRecord } from "./destinations-search.ts";

const found = (kind: string, label: string, property_count: number): DestinationRecord =>
  Destination.make({
    id: `${kind} ${label}`,
    destination_type: kind,
    name: label.split(", ")[0]!,
    label,
    property_count,
  });

const LIST = [
  found("HOTEL", "Grand Paris Inn, Paris, France", 1),
  found("CITY", "Paris, Texas, United States", 12),
  found("AIRPORT", "Paris - Charles de Gaulle Airport, Paris, France", 150),
  found("CITY", "Paris, Île de France, France", 9_000),
  found("REGION", "Île de France, France", 12_000),
  found("COUNTRY", "France", 200_000),
  found("DISTRICT", "Latin Quarter, Paris, France", 300),
];

describe("the best match", () => {
  test.each([
    ["paris", "CITY Paris, Île de France, France"],
    ["Paris, Texas", "CITY Paris, Texas, United States"],
    ["paris france", "CITY Paris, Île de France, France"],
    ["ile de france", "REGION Île de France, France"],
    ["France", "COUNTRY France"],
    ["latin quarter paris", "DISTRICT Latin Quarter, Paris, France"],
    ["Grand Paris Inn", "HOTEL Grand Paris Inn, Paris, France"],
    ["charles de gaulle airport", "AIRPORT Paris - Charles de Gaulle Airport, Paris, France"],
    ["par", "CITY Paris, Île de France, France"],
  ])("the best match of %s is %s", (query, id) => {
    expect(bestMatch(LIST, query, null)?.id).toBe(id);
    expect(bestMatch([...LIST].reverse(), query, null)?.id).toBe(id);
  });

  test.each([..."CITY REGION COUNTRY DISTRICT LANDMARK AIRPORT THEME HOTEL".split(" ").entries()])(
    "the best match of one name and size, kind %i is %s: the most likely meaning comes first",
    (index, kind) => {
      const kinds = ["NEW_KIND", "HOTEL", "THEME", "AIRPORT", "LANDMARK", "DISTRICT", "COUNTRY", "REGION", "CITY"];
      const left = kinds.slice(0, kinds.length - index).map((one) => found(one, "Faro", 5));
      // An unknown kind comes last.
      expect(bestMatch(left, "faro", null)?.destination_type).toBe(kind);
    },
  );

  test("then the larger wins; no size is the smallest", () => {
    const sized = (count: number | null) => ({ ...found("CITY", "Faro", 0), id: String(count), property_count: count });
    expect(bestMatch([sized(null), sized(3), sized(9), sized(5)], "faro", null)?.id).toBe("9");
    expect(bestMatch([sized(null), sized(1)], "faro", null)?.id).toBe("1");
    expect(bestMatch([sized(1), sized(null)], "faro", null)?.id).toBe("1");
  });

  test("a name that equals the query takes precedence over one that contains more", () => {
    const list = [found("CITY", "Faro Novo, Portugal", 900), found("HOTEL", "Faro, Portugal", 1)];
    expect(bestMatch(list, "faro portugal", null)?.destination_type).toBe("HOTEL");
    expect(bestMatch(list, "novo", null)?.destination_type).toBe("CITY");
  });

  test("a place inside the requested one is not a match", () => {
    expect(bestMatch([found("CITY", "Lisbon, Portugal", 9)], "Portugal", null)).toBeNull();
    expect(bestMatch([found("CITY", "Lisbon, Portugal", 9)], "Lisboa", null)?.name).toBe("Lisbon");
    expect(bestMatch([{ ...found("CITY", "Lisbon", 9), label: null, name: null }], "Porto", null)?.id).toBe(
      "CITY Lisbon",
    );
  });

  test.each<[query: string, wide: string, inside: [kind: string, label: string]]>([
    ["New York City", "New York, NY, United States", ["LANDMARK", "New York City Museum, New York, NY, United States"]],
    ["Washington DC", "Washington, DC, United States", ["LANDMARK", "Union Station, Washington, DC, United States"]],
    ["Paris city centre", "Paris, France", ["HOTEL", "City Centre Hostel, Paris, France"]],
    ["Lisbon airport hotel", "Lisbon, Portugal", ["AIRPORT", "Lisbon Airport, Lisbon, Portugal"]],
  ])("the best match of %s is the city, not what lies in it", (query, wide, [kind, inside]) => {
    const list = [found(kind, inside, 5), found("CITY", wide, 1)];
    expect(bestMatch(list, query, null)?.destination_type).toBe("CITY");
    expect(bestMatch(list.toReversed(), query, null)?.destination_type).toBe("CITY");
  });

  test("without a word in common the site's first suggestion counts", () => {
    const list = [found("DISTRICT", "Bairro Alto, Lisbon", 5), found("CITY", "Lisbon, Portugal", 9)];
    expect(bestMatch(list, "Ulixbona", null)?.destination_type).toBe("DISTRICT");
  });

  test("accents, case and punctuation do not matter", () => {
    expect(bestMatch([found("CITY", "São-Tomé, X", 9), found("CITY", "Porto", 99)], "SAO tome", null)?.name).toBe(
      "São-Tomé",
    );
  });

  test("the best match is limited to the requested kind", () => {
    expect(bestMatch(LIST, "paris", "AIRPORT")?.destination_type).toBe("AIRPORT");
    expect(bestMatch(LIST, "paris", "THEME")).toBeNull();
    expect(bestMatch([], "paris", null)).toBeNull();
  });
});

describe("the place of a search", () => {
  const warned: string[] = [];
  /** A site whose search box suggests this. */
  const suggesting = (results: object[]) => ({
    read: async (_request: unknown, reader: (answer: Answer) => unknown) =>
      reader(savedAnswer(JSON.stringify({ results }))),
    report: ({ warnings }: { warnings?: string[] }) => void warned.push(...(warnings ?? [])),
  });
  const find = (over: object, results: object[] = []) =>
    findPlace(
      { destination: null, destination_id: null, destination_type: null, language: "en-us", ...over },
      suggesting(results) as unknown as Site,
    );

  test.each<[object, object]>([
    [{ destination_id: 7 }, { place: { ss: "", dest_id: "7", dest_type: "city" }, resolved: null }],
    [
      { destination: "x", destination_id: -7, destination_type: "REGION" },
      { place: { ss: "x", dest_id: "-7", dest_type: "region" }, resolved: null },
    ],
    [
      { destination_id: 7, destination_type: "LATLONG" },
      { place: { ss: "", dest_id: "7", dest_type: "city" }, resolved: null },
    ],
    [
      { destination: "38.7,-9.1" },
      {
        place: { ss: "38.7,-9.1", dest_type: "latlong", latitude: "38.7", longitude: "-9.1" },
        resolved: { latitude: 38.7, longitude: -9.1, destination_type: "LATLONG" },
      },
    ],
  ])("%j needs no search box", async (over, expected) => {
    expect(await find(over)).toEqual(expected);
  });

  test.each([2 ** 53, -1e30])("%d is an id of no place, and is not rounded to another", async (destination_id) => {
    await expect(find({ destination_id })).rejects.toMatchObject({ status: 412 });
  });

  test("the place of a search is the box's suggestion, by its label, otherwise by its name in the caller's words", async () => {
    const city = { dest_id: "-21", dest_type: "city", label1: "Lisbon" };
    expect(await find({ destination: "lisbon" }, [{ ...city, label: "Lisbon, Portugal" }])).toEqual({
      place: { ss: "Lisbon, Portugal", dest_id: "-21", dest_type: "city", isSuggested: true },
      resolved: { destination: "Lisbon, Portugal", destination_id: -21, destination_type: "CITY" },
    });
    expect(await find({ destination: "lisbon" }, [{ ...city, dest_id: "a1" }])).toEqual({
      place: { ss: "lisbon", dest_id: "a1", dest_type: "city", isSuggested: true },
      resolved: { destination: "lisbon", destination_type: "CITY" },
    });
    expect(await find({ destination: "10,20", destination_type: "CITY" }, [city])).toMatchObject({
      resolved: { destination_id: -21 },
    });
  });

  test("the place of a search is a guess, with a warning, if no suggestion has its whole name in the text", async () => {
    const city = { dest_id: "-21", dest_type: "city", label1: "Lisbon", label: "Lisbon, Portugal" };
    warned.length = 0;
    await find({ destination: "Lisbon, please" }, [city]);
    expect(warned).toEqual([]);
    await find({ destination: "AT&T" }, [city]);
    expect(warned).toEqual(["destination_guessed"]);
  });

  test("the place of a search that is unknown is rejected with the nearest", async () => {
    const error = await find({ destination: "Lisbn", destination_type: "HOTEL" }, [
      { dest_id: "-21", dest_type: "city", label1: "Lisbon", label: "Lisbon, Portugal" },
      { dest_id: "77", dest_type: "city" },
    ]).catch((failure) => failure);
    expect(error.detail).toContain('destination not found. Did you mean "Lisbon, Portugal" (CITY)');
    expect(error.detail).not.toContain('"77" (CITY)');
    expect(error.detail).toContain("Look up valid values with POST /api/stays/destinations/search.");
  });
});

describe("coordinates", () => {
  test.each([
    ["38.72,-9.14", { latitude: "38.72", longitude: "-9.14" }],
    [" -33 ; 151.2 ", { latitude: "-33", longitude: "151.2" }],
    ["90,180", { latitude: "90", longitude: "180" }],
    ["-90,-180", { latitude: "-90", longitude: "-180" }],
    ["+1.50,+2", { latitude: "1.5", longitude: "2" }],
    ["0,0", { latitude: "0", longitude: "0" }],
    ["91,10", null],
    ["-90.1,10", null],
    ["10,181", null],
    ["10,-180.5", null],
    ["at 10,20", null],
    ["10,20 or so", null],
    ["10 20", null],
    ["Lisbon", null],
    ["38.72", null],
    ["10, Downing Street", null],
    [null, null],
  ])("%s", (text, expected) => {
    expect(coordinatesIn(text)).toEqual(expected);
  });
});
