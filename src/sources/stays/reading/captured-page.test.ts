import { describe, expect, test } from "vitest";
import { accounted } from "../../../source-testing/accounted.ts";
import { attribute, having, parseReferee, words } from "../../../source-testing/referee.ts";
import { capturesOf, readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
import { readDestinations } from "../destinations-search.ts";
import { readCards } from "./cards.ts";

type Json = Record<string, any>;

const captures = capturesOf("stays");
const rendered = () => captures!("search-rendered-2026-02.html");
const requested = { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" } as never;
const destinations = (json: unknown) =>
  accounted({ page: readDestinations(savedAnswer(JSON.stringify(json))) }).records;
const read = (page: string) => accounted(readCards(page, requested, readingContext));

/** The filters read with parse5: a box's label, what it sends, and the number in its accessible name. */
const offered = (page: string) =>
  having(parseReferee(page), "data-filters-item").flatMap((item) => {
    const box = having(item, "type", "checkbox")[0];
    const label = words(having(item, "data-testid", "filters-group-label-content")[0]);
    const id = attribute(box, "name") ?? "";
    const number = /: ([\d,]+) /.exec(`${attribute(box, "aria-label") ?? ""} `)?.[1];
    const cut = id.indexOf("=");
    if (!box || !label || cut < 0) return [];
    return [
      {
        key: id.slice(0, cut),
        code: id.slice(cut + 1),
        label,
        count: number ? Number(number.replaceAll(",", "")) : null,
      },
    ];
  });

describe.skipIf(!captures)("the saved page of a search as a whole", () => {
  test("has its language, its order and its total", () => {
    const { echo, total } = read(rendered());
    const [html] = having(parseReferee(rendered()), "lang").filter(({ tagName }) => tagName === "html");
    expect(echo!.language).toBe(attribute(html, "lang"));
    const [sorter] = having(parseReferee(rendered()), "data-selected-sorter");
    expect(echo!.sort).toEqual(sorter ? [attribute(sorter, "data-selected-sorter")] : null);
    expect(read(rendered().replace(/data-selected-sorter="[^"]*"/g, "")).echo!.sort).toBeNull();
    expect(read(rendered().replace("<body", '<body data-selected-sorter="price"')).echo!.sort).toEqual(["price"]);
    const [box] = having(parseReferee(rendered()), "placeholder").filter((input) => attribute(input, "name") === "ss");
    expect(echo!.place).toMatchObject({ type: null, name: attribute(box, "value") });
    const [link] = having(parseReferee(rendered()), "data-testid").filter(
      (one) => attribute(one, "data-testid") === "title-link",
    );
    const linked = new URL(attribute(link, "href")!).searchParams;
    expect(echo).toMatchObject({
      dates: `${linked.get("checkin")} to ${linked.get("checkout")}`,
      adults: Number(linked.get("group_adults")),
      rooms: Number(linked.get("no_rooms")),
      children: Number(linked.get("group_children")),
      filters: linked.get("nflt")!.split(";"),
    });
    const [heading] = [...pageTags(rendered(), "h1")];
    const stated = Number(
      /[\d,]+/.exec(attribute(heading, "aria-label") ?? words(heading) ?? "")![0].replaceAll(",", ""),
    );
    expect(total).toBe(stated);
  });

  test("has its filters, each with what it sends and its number", () => {
    const filters = read(rendered()).filters()!;
    const expected = offered(rendered());
    expect(expected.length).toBeGreaterThan(20);
    expect(expected.some(({ count }) => count !== null)).toBe(true);
    expect(filters.offered).toEqual(expected);
    for (const { key, code, label } of expected) expect(filters.names.get(`${key}=${code}`)).toBe(label);
  });

  test("has ticked boxes and selected marks as applied filters", () => {
    const [first, second] = offered(rendered()) as Json[] as [Json, Json];
    const box = new RegExp(`(<input[^>]*name="${first.key}=${first.code}")`);
    const ticked = rendered().replace(box, (_, start) => `${start} checked`);
    expect(ticked).not.toBe(rendered());
    const before = read(rendered()).filters()!.applied;
    expect([...read(ticked).filters()!.applied].sort()).toEqual([...before, `${first.key}=${first.code}`].sort());
    const chosen = rendered().replace("<body", `<body><i data-testid="filter:${second.key}=${second.code}"></i><body`);
    expect(read(chosen).filters()!.applied).toContain(`${second.key}=${second.code}`);
  });

  test.each([
    ["cancellation-policy-icon", "has_free_cancellation"],
    ["prepayment-policy-icon", "has_no_prepayment"],
  ] as const)("%s determines %s, card by card", (mark, field) => {
    const cards = having(parseReferee(rendered()), "data-testid", "property-card");
    const marked = cards.map((card) => having(card, "data-testid", mark).length > 0);
    expect(read(rendered()).records.map((record) => record[field])).toEqual(marked);
    const none = rendered().replaceAll(`data-testid="${mark}"`, "");
    expect(read(none).records.every((record) => record[field] === false)).toBe(true);
    const first = rendered().replace('data-testid="title"', `data-testid="title"><i data-testid="${mark}"></i><i`);
    expect(read(first).records[0]![field]).toBe(true);
  });

  test("the address under each of its names is the same, and without any there is none", () => {
    const whole = read(rendered()).records;
    for (const name of ["address-link", "address"])
      expect(read(rendered().replaceAll('data-testid="address-text"', `data-testid="${name}"`)).records).toEqual(whole);
    const without = rendered().replace(/data-testid="address(-text|-link)?"/g, "");
    expect(
      read(without).records.every(({ display_location, city }) => display_location === null && city === null),
    ).toBe(true);
  });

  test("cards without links are not properties", () => {
    expect(() => read(rendered().replaceAll('data-testid="title-link"', ""))).toThrow(
      "75 of 75 rows could not be read",
    );
  });
});

function* pageTags(page: string, name: string) {
  const { tagged } = { tagged: having(parseReferee(page), "class").filter(({ tagName }) => tagName === name) };
  yield* tagged;
}

describe.skipIf(!captures)("the saved destination suggestions", () => {
  const saved = (): Json => JSON.parse(captures!("autocomplete-2026-10.json"));
  const part = ({ labels }: Json, kind: string) => labels?.find((one: Json) => one.dest_type === kind)?.text ?? null;

  test("every field matches the entry", () => {
    expect(destinations(saved())).toEqual(
      saved().results.map((entry: Json) => ({
        "@type": "StaysDestination",
        id: String(entry.dest_id),
        destination_type: entry.dest_type.toUpperCase(),
        name: entry.label1 ?? entry.value,
        label: entry.label ?? entry.value,
        region: part(entry, "region"),
        country: part(entry, "country"),
        latitude: entry.latitude ?? null,
        longitude: entry.longitude ?? null,
        property_count: entry.nr_hotels ?? null,
      })),
    );
  });

  test("an entry without an id or a kind is unreadable; the next best name is used", () => {
    const { results } = saved();
    const [first, ...rest] = results;
    const records = (change: Json) => destinations({ results: [{ ...first, ...change }, ...rest] });
    for (const change of [{ dest_id: null }, { dest_type: "" }])
      expect(() => records(change)).toThrow("1 of 3 rows could not be read");
    expect(records({ label1: null, label: null, value: "V" })[0]).toMatchObject({ name: "V", label: "V" });
    expect(records({ labels: null })[0]).toMatchObject({ region: null, country: null });
    expect(destinations({ results: [] })).toEqual([]);
    expect(() => destinations({ results: results.map((one: Json) => ({ ...one, dest_id: "" })) })).toThrow(
      "3 of 3 rows could not be read",
    );
    for (const other of [{}, null]) expect(() => destinations(other)).toThrow('expected a list at "results"');
    for (const row of [3, { id: 1 }]) expect(() => destinations({ results: [row] })).toThrow("1 of 1 rows could not");
  });
});
