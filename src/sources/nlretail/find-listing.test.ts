import { describe, expect, test } from "vitest";
import { findListing } from "./find-listing.ts";

const product = (id: unknown, over: object = { title: "Kop" }) => ({ id, ...over });
const slot = (id: unknown, type = "ProductItem") => ({ type, props: { product: product(id) } });

/** The listing of plain data, with its products' ids. */
function listingOf(data: unknown) {
  const { cards, ...about } = findListing(data);
  return { ...about, ids: cards?.map((row) => (typeof row === "string" ? row : row.product.id)) ?? null };
}
const beside = (more: object) => listingOf({ ...more, regions: [{ slots: [slot("1")] }] });

describe("the page's facts", () => {
  test.each([
    ..."currentPage currentPageNumber current_page current_page_number pageNumber page_number PageNumber".split(" "),
  ])("%s is the page number", (name) => {
    expect(beside({ [name]: 3 })).toMatchObject({ page: 3, lastPage: null, total: null, searchText: null });
  });

  test.each([
    ..."totalPages total_page totalPageCount pageCount page_count numberOfPages lastPage lastPageNumber maxPage".split(
      " ",
    ),
  ])("%s is the last page", (name) => {
    expect(beside({ [name]: 9 })).toMatchObject({ page: null, lastPage: 9, total: null });
  });

  test.each([
    ..."totalResults totalResult totalItems total_products totalHits totalCount totalResultCount".split(" "),
    ..."totalNumberOfResults totalNumberOfItems numberOfResults numberOfArticles number_of_items resultCount resultsCount".split(
      " ",
    ),
  ])("%s is the total", (name) => {
    expect(beside({ [name]: 77 })).toMatchObject({ page: null, lastPage: null, total: 77 });
  });

  test.each([
    ..."page nextPage pageNumbers myPageNumber currentPages subtotalPages totalPagesShown lastPages".split(" "),
    ..."totalResultsShown subtotalResults resultCounts total results products2 searchTexts researchText".split(" "),
  ])("%s is none of these", (name) => {
    expect(beside({ [name]: 5 })).toMatchObject({ page: null, lastPage: null, total: null, searchText: null });
  });

  test.each(["searchText", "search_text", "SearchText"])("%s is the search text", (name) => {
    expect(beside({ [name]: " thee " }).searchText).toBe("thee");
  });

  test.each([1.5, -1, "7", true, null])("%j is not a number of pages; another place may have it", (wrong) => {
    expect(beside({ totalPages: wrong }).lastPage).toBeNull();
    expect(beside({ totalPages: wrong, paging: { lastPage: 4 } }).lastPage).toBe(4);
  });

  test("0 is a number; of several, the nearest and then the first counts", () => {
    expect(beside({ totalResults: 0 }).total).toBe(0);
    expect(beside({ a: { totalResults: 5, totalPages: 5 }, totalResults: 6, resultCount: 7 })).toMatchObject({
      total: 6,
      lastPage: 5,
    });
    expect(beside({ a: { searchText: "b", currentPage: 8 }, searchText: "c", currentPage: 7 })).toMatchObject({
      searchText: "c",
      page: 7,
    });
  });

  test("paging is searched for three levels below the list, and no further", () => {
    const below = (levels: number): object => (levels === 0 ? { totalPages: 6 } : { a: below(levels - 1) });
    expect([0, 1, 2, 3, 4].map((levels) => beside(below(levels)).lastPage)).toEqual([6, 6, 6, null, null]);
  });

  test("once the list and its last page are known, nothing below is searched", () => {
    expect(beside({ totalPages: 6, a: { totalResults: 5 } })).toMatchObject({ lastPage: 6, total: null });
    expect(beside({ a: { totalResults: 5 } })).toMatchObject({ total: 5 });
  });
});

describe("the list", () => {
  test.each<[string, unknown, unknown[] | null]>([
    ["is there with slots", { regions: [{ slots: [slot("1"), slot("2")] }] }, ["1", "2"]],
    ["is there in several regions", { regions: [{ slots: [slot("1")] }, { slots: [slot("2")] }] }, ["1", "2"]],
    [
      "the list is there in regions of several places",
      { a: { regions: [{ slots: [slot("1")] }] }, b: { regions: [{ slots: [slot("2")] }] } },
      ["1", "2"],
    ],
    ["is empty without regions in it", { regions: [] }, []],
    ["is empty without slots in them", { regions: [{ slots: [] }] }, []],
    ["is none without slots at all", { regions: [{ name: "x" }] }, null],
    ["is none where no slot is a product", { regions: [{ slots: [slot("1", "Banner")] }] }, null],
    [
      "takes slots whose type ends so",
      { regions: [{ slots: [slot("1", "BigProductItem"), slot("2", "ProductItems")] }] },
      ["1", "other-kind"],
    ],
    [
      "cannot read a slot without a type",
      { regions: [{ slots: [{ ...slot("1"), type: 7 }, slot("2")] }] },
      ["unreadable", "2"],
    ],
    ["is none where regions are no list", { regions: { slots: [slot("1")] } }, null],
    ["looks into regions that are no list", { regions: { products: [product("1")] } }, ["1"]],
    ["is one of products", { products: [product("1"), product("2")] }, ["1", "2"]],
    ["is an empty one of products", { products: [] }, []],
    ["is none where products are none", { products: [{ name: "x" }] }, null],
    ["is none where products are no list", { products: { id: "1", title: "x" } }, null],
    [
      "takes wrapped products",
      { products: [{ product: product("1") }, { props: { product: product("2") } }, 7] },
      ["1", "2", "unreadable"],
    ],
    ["wants an id", { products: [product(null), product("2")] }, ["unreadable", "2"]],
    ["takes an id of 0", { products: [product(0)] }, [0]],
    ["knows a product by its url", { products: [product("1", { url: "/x" })] }, ["1"]],
    ["knows a product by its offer", { products: [product("1", { bestSellingOffer: {} })] }, ["1"]],
    ["knows no product by its id alone", { products: [product("1", { name: "x" })] }, null],
    ["is the longest", { a: { products: [product("1")] }, b: { products: [product("2"), product("3")] } }, ["2", "3"]],
    [
      "the list is the first of two that are as long",
      { a: { products: [product("1")] }, b: { products: [product("2")] } },
      ["1"],
    ],
    ["is one of rows at one path", { rows: [{ products: [product("1")] }, { products: [product("2")] }] }, ["1", "2"]],
    [
      "the list is that of the regions, where both are there",
      { regions: [{ slots: [slot("1")] }], a: { products: [product("2"), product("3")] } },
      ["1"],
    ],
    ["is empty where the regions are, with no total", { regions: [], a: { products: [product("2")] } }, []],
    [
      "the list is a list of products where empty regions stand beside a total",
      { regions: [], totalResults: 1, a: { products: [product("2")] } },
      ["2"],
    ],
    ["stays empty where the total is 0", { regions: [], totalResults: 0, a: { products: [product("2")] } }, []],
    ["is none in nothing", { a: 1 }, null],
  ])("%s", (_, data, ids) => {
    expect(listingOf(data).ids).toEqual(ids);
  });

  test.each("recent viewed history recommended relatedItems similar suggestions basket wishlist wish_list".split(" "))(
    "%s is not a listing",
    (name) => {
      expect(listingOf({ [name]: { products: [product("1")] } }).ids).toBeNull();
      expect(
        listingOf({ [name]: { products: [product("1"), product("2")] }, a: { products: [product("3")] } }).ids,
      ).toEqual(["3"]);
    },
  );

  test("a cycle ends", () => {
    const data: Record<string, unknown> = { products: [product("9")] };
    data.self = data;
    expect(listingOf(data).ids).toEqual(["9"]);
  });

  test("the ancestors of a card are returned, if there are any", () => {
    const around = (data: unknown) =>
      findListing(data).cards!.map((row) => typeof row !== "string" && row.around.length);
    expect(around({ regions: [{ slots: [slot("1")] }] })).toEqual([2]);
    expect(around({ products: [product("1"), { product: product("2") }] })).toEqual([0, 2]);
  });
});
