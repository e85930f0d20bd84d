import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import { savedAnswer } from "../../../source-testing/saved-answer.ts";
import { blockMarker } from "../block-marker.ts";
import { CATALOGUE_SIZE, indexOfId, productAt } from "./catalogue.ts";
import { intern } from "./intern.ts";
import { PAGE_SIZE, searchResults } from "./search.ts";
import { standIn } from "./stand-in.ts";

const get = (path: string) =>
  standIn.answer({ method: "GET", url: new URL(path, "http://127.0.0.1:1"), headers: {}, body: "" });
const decoded = async (stream: string) =>
  (await decode(new Blob([stream]).stream() as ReadableStream<Uint8Array>)).value;

describe("the catalogue", () => {
  const all = Array.from({ length: CATALOGUE_SIZE }, (_, index) => productAt(index));

  test("has 6,500 products, each with a unique id in the site's form", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(6_500);
    for (const { id } of all) expect(id).toMatch(/^9[23]\d{14}$/);
    expect(all.every(({ id }, index) => indexOfId(id) === index)).toBe(true);
  });

  test("has every condition, reduced prices, products without reviews and products that nobody sells", () => {
    const offers = all.map(({ offer }) => offer).filter((offer) => offer !== null);
    expect(new Set(offers.map(({ condition }) => condition)).size).toBe(3);
    expect(offers.filter(({ listPrice }) => listPrice !== null).length).toBeGreaterThan(1_000);
    expect(offers.every(({ price, listPrice }) => price > 0 && (listPrice === null || listPrice > price))).toBe(true);
    expect(all.filter(({ reviewCount }) => reviewCount === 0).length).toBeGreaterThan(300);
    expect(offers.length).toBeLessThan(6_500);
    expect(all.every(({ categories }) => categories.length === 3)).toBe(true);
  });

  test("the catalogue is the same every time", () => {
    expect(productAt(1234)).toMatchObject({ id: indexId(1234), title: all[1234]!.title });
  });
});

const indexId = (index: number) => productAt(index).id;

describe("the site", () => {
  test("pages of 24 with sponsored products on top, a shorter last one, 404 past the end", async () => {
    const first = searchResults("koffiezetapparaat", 1)!;
    expect(first.total).toBeGreaterThan(100);
    const last = searchResults("koffiezetapparaat", first.lastPage)!;
    expect(last.cards.filter(({ sponsored }) => !sponsored)).toHaveLength(
      first.total - (first.lastPage - 1) * PAGE_SIZE,
    );
    for (const form of ["s.data?", "s/?", "s/?_c=xhr&"]) {
      const path = `/nl/nl/${form}searchtext=koffiezetapparaat&page=`;
      expect(await get(path + first.lastPage)).toMatchObject({ status: 200 });
      expect(await get(path + (first.lastPage + 1))).toMatchObject({ status: 404 });
    }
  });

  test("words narrow a search, whatever their order, case and accents", () => {
    const total = (text: string) => searchResults(text, 1)!.total;
    expect(total("Draadloze KOPTELEFOON")).toBe(total("koptelefoon draadloze"));
    expect(total("draadloze koptelefoon")).toBeLessThan(total("draadloze"));
    expect(total("föhn")).toBe(total("fohn"));
  });

  test("the reference library can read its table", async () => {
    const { body } = await get("/nl/nl/s.data?searchtext=koffie");
    const value = (await decoded(String(body))) as any;
    const { template } = value["routes/searchPage"].data;
    expect(template.regions[0].slots).toHaveLength(30);
    expect(template.regions[0].slots[29].props.product).toMatchObject({
      title: searchResults("koffie", 1)!.cards[29]!.product.title,
    });
    const odd = { a: [null, undefined, 0, "", "a"], b: { a: "b" } };
    expect(await decoded(intern(odd))).toEqual(odd);
  });

  test("only products of the catalogue have their own page", async () => {
    const { id, title } = productAt(7);
    expect(String((await get(`/nl/nl/p/naam/${id}/`)).body)).toContain(title.split(" - ")[0]);
    expect(await get("/nl/nl/p/naam/9300000000000000/")).toMatchObject({ status: 404 });
    expect(await get("/elders")).toMatchObject({ status: 404 });
  });

  test("its challenge is recognised as a block, its pages are not", async () => {
    const marker = (body: unknown) => blockMarker(savedAnswer(String(body)));
    expect(
      marker(standIn.challenge({ method: "GET", url: new URL("http://x.example"), headers: {}, body: "" }).body),
    ).not.toBeNull();
    for (const path of ["s.data?searchtext=koffie", "s/?searchtext=koffie", "s/?searchtext=xyzzy", "nergens"]) {
      expect(marker((await get(`/nl/nl/${path}`)).body)).toBeNull();
    }
  });
});
