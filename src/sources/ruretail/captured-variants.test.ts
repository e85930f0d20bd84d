import { describe, expect, test } from "vitest";
import { AskAgain, NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { capturesOf, savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import { readCities } from "./cities.ts";
import { readAnswer } from "./search.ts";

const reading = {
  origin: "https://shop.example",
  now: Date.parse("2026-02-04T10:00:00Z"),
  city: "msk_cl",
  withImages: false,
};

type Json = Record<string, any>;

const capture = capturesOf("ruretail");
const saved = (): Json => JSON.parse(capture!("graphql-category-filtered-2024-08.json"));
const record = (): Json => saved().data.productsFilter.record;
const rendered = () => capture!("search-rendered-2026-02.html");
const shell = () => capture!("category-shell-2024-08.html");
const challenge = () => capture!("blocked-challenge-429-2026-02.html");
const readText = (text: string) => accounted(readAnswer(savedAnswer(text), { ...reading, withImages: true }));
const read = (answer: unknown) => readText(JSON.stringify(answer));

describe.skipIf(!capture)("the saved category in other forms", () => {
  const whole = () => read(saved());
  const { products } = capture ? record() : { products: [] as Json[] };

  test("has its totals, its page, its filters and its order", () => {
    const { pageInfo, groups, sortings } = record();
    const [chosen] = sortings.flatMap(({ slug, id, directions }: Json) =>
      directions
        .filter(({ isSelected }: Json) => isSelected)
        .map((one: Json) => ({ id: slug ?? id, direction: one.id })),
    );
    expect(whole()).toMatchObject({
      total: pageInfo.totalItems,
      lastPage: pageInfo.totalPages,
      number: pageInfo.page,
      groups,
      sortedBy: chosen,
      city: null,
    });
    const { sortings: _, groups: _groups, ...bare } = record();
    expect(read({ data: { productsFilter: { record: bare } } })).toMatchObject({ sortedBy: null, groups: null });
  });

  test.each<[string, () => unknown]>([
    ["the search's own name", () => ({ data: { fullSearchFilter: { record: record() } } })],
    ["an alias", () => ({ data: { productsFilter_2: { record: record() } } })],
    ["another name around the record", () => ({ data: { listing: { record: record() } } })],
    ["another name around the list", () => ({ data: { listing: record(), other: null } })],
    ["no `data` around it", () => saved().data],
    ["the container alone", () => ({ productsFilter: record() })],
    ["a batch, after an answer of another kind", () => [{ data: { menu: {} } }, saved()]],
  ])("under %s it reads the same", (_, answer) => {
    expect(read(answer())).toEqual(whole());
  });

  test("products alone are the same records without facts; duplicates remain", () => {
    for (const answer of [products, { products }, { data: { products } }])
      expect(read(answer)).toMatchObject({ records: whole().records, total: null, groups: null });
    expect(read([saved(), saved()]).records).toEqual([...whole().records, ...whole().records]);
  });

  test("the response about one product lists that product", () => {
    const one = { data: { product: products[0] } };
    expect(read(one)).toMatchObject({ records: [whole().records[0]], total: 1, lastPage: 1 });
    const nameless = { data: { product: { ...products[0], name: null } } };
    expect(() => read(nameless)).toThrow("no known GraphQL field");
    expect(() => read({ data: { products_of_the_day: products[0] } })).toThrow("no known GraphQL field");
  });

  test("the response's city is the records' city", () => {
    const city = { id: "srt_cl", name: "Саратов" };
    const { records, city: taken } = read({ data: { ...saved().data, city } });
    expect(taken).toMatchObject(city);
    expect(records.every((one) => one.city === city.id && one.city_name === city.name)).toBe(true);
  });

  test("without a container, a list, or ids, the error explains the problem", () => {
    const within = (change: Json) => ({ data: { productsFilter: { record: { ...record(), ...change } } } });
    expect(() => read({ data: { productsFilter: null } })).toThrow(
      new NoSuchThing("The source's search returned no result container."),
    );
    expect(() => read(within({ products: null }))).toThrow("a result without a list of products");
    expect(read(within({ products: null, pageInfo: { totalItems: 0 } })).records).toEqual([]);
    const unnumbered = products.map(({ id: _, ...rest }: Json) => rest);
    expect(() => read(within({ products: unnumbered }))).toThrow("9 of 9 rows could not be read");
    expect(() => read(within({ products: [...unnumbered, products[1]] }))).toThrow("9 of 10 rows");
    expect(() => read(within({ products: [] }))).toThrow("9 results, but no row on the first page");
    expect(() => read({ errors: [{ message: "a" }, {}, { message: "b" }] })).toThrow(
      "the site refused the query: a; b",
    );
    expect(() => read({ errors: [{ message: "a".repeat(499) }, { message: "bcd" }] })).toThrow(
      new Unreadable(`the site refused the query: ${"a".repeat(499)};`),
    );
    expect(() => read({})).toThrow("no known GraphQL field");
    expect(() => readText("plain")).toThrow("neither JSON nor a page");
  });

  test("pictures: the widest by its address, otherwise by the name of its size; each once, those of a defect separately", () => {
    const [first] = products as [Json];
    const [name] = Object.keys(first.images) as [string];
    const withImages = (images: unknown) => read([{ ...first, images }]).records[0]!;
    const { sources } = first.images[name][0];
    const turned = [{ sources: [...sources].reverse() }];
    const widest = whole().records[0]!.images[0];
    expect(withImages({ [name]: turned }).images).toEqual([widest]);
    expect(withImages(turned).images).toEqual([widest]);
    expect(withImages({ [name]: [...turned, ...turned] }).images).toEqual([widest]);
    const named = ["XS", "xl", "MD"].map((size) => ({ size, url: `/p/${size}.jpg` }));
    expect(withImages([{ sources: named }]).image).toMatch(/\/p\/xl\.jpg$/);
    expect(
      withImages([
        {
          sources: [
            { size: "LG", url: "/b.jpg" },
            { size: "MD", url: "/a.jpg" },
          ],
        },
      ]).image,
    ).toMatch(/b\.jpg$/);
    expect(withImages([{ sources: [{ size: "XXL", url: "" }, { size: "XS" }, ...named] }]).image).toMatch(/xl\.jpg$/);
    expect(withImages({ discount: turned, [name]: turned })).toMatchObject({ is_discount: true, images: [widest] });
    expect(withImages({ discount: [], [name]: turned }).is_discount).toBe(false);
    expect(withImages({ [name]: turned }).is_discount).toBeNull();
  });
});

describe.skipIf(!capture)("the saved pages with the saved products in them", () => {
  const products = capture ? (record().products as Json[]) : [];
  const state = (part: Json, page = shell()) => {
    const [, json] = /id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(page)!;
    const data = JSON.parse(json!);
    data.props.initialState = { ...data.props.initialState, ...part };
    return page.replace(json!, () => JSON.stringify(data).replaceAll("<", "\\u003c"));
  };
  const ids = (text: string) => readText(text).records.map(({ id }) => id);

  test("products of the page's own data are read, recommendations are not", () => {
    const expected = products.map(({ id }) => id);
    expect(ids(state({ searchPage: { list: { products } } }))).toEqual(expected);
    expect(ids(state({ subcategory: { a: { b: { products } } }, searchPage: {} }))).toEqual(expected);
    expect(ids(state({ subcategory: { products: [...products, ...products] } }))).toEqual(expected);
    const others = { recommended: { products: products.slice(3) }, popularItems: { products } };
    expect(() => ids(state({ searchPage: others }))).toThrow(AskAgain);
    expect(ids(state({ searchPage: { ...others, own: { products: products.slice(0, 2) } } }))).toEqual(
      expected.slice(0, 2),
    );
    const deep = { a: { a: { a: { a: { a: { products } } } } } };
    expect(ids(state({ searchPage: deep }))).toEqual(expected);
    expect(() => ids(state({ searchPage: { a: deep } }))).toThrow(AskAgain);
  });

  test("the shell alone is retried; one that says nothing was found is an empty list", () => {
    expect(() => readText(shell())).toThrow("the page had not been filled");
    const none = shell().replace("</body>", "<h2>По вашему запросу ничего не найдено</h2></body>");
    expect(readText(none).records).toEqual([]);
    expect(readText(none).city).toMatchObject({ id: "msk_cl" });
    expect(() => readText("<html><body>x</body></html>")).toThrow("not a page of the shop");
  });

  test("cards of the old pages, with the products' data in an attribute", () => {
    const card = ({ id, shortName, name, slug, brand, price }: Json) => {
      const current = Number(price.current);
      const params = {
        id,
        shortName,
        brandName: brand.name,
        categoryId: "835",
        price: current,
        oldPrice: 0,
        clubPrice: 1,
      };
      const quoted = JSON.stringify(params).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      const title = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return `<div data-params="${quoted}"><a href="/product/${slug}-${id}/"><img data-src="/a/${id}.jpg" src="/wait.gif"></a><a href="/product/${slug}-${id}/" title="${title}">x</a></div>`;
    };
    const one = (text: string) => text.split(/\s+/).join(" ").trim();
    const page = `<html><body>${products.map(card).join("")}<div data-params="{}"></div><div data-params="x"></div></body></html>`;
    const { records } = readText(page);
    expect(records).toHaveLength(products.length);
    for (const [index, raw] of products.entries()) {
      expect(records[index]).toMatchObject({
        id: raw.id,
        city: reading.city,
        city_name: null,
        name: one(raw.name),
        short_name: one(raw.shortName),
        url: `${reading.origin}/product/${raw.slug}-${raw.id}/`,
        brand: { name: raw.brand.name },
        category: { id: "835", name: null },
        price: Number(raw.price.current),
        old_price: null,
        club_price: 1,
        image: `${reading.origin}/a/${raw.id}.jpg`,
      });
    }
    const bare = `<div data-params='{"id":"7"}'><a href="/product/x-7/">Часы</a><img src="/b.jpg"></div>`;
    expect(readText(bare).records[0]).toMatchObject({
      name: "Часы",
      short_name: null,
      brand: null,
      category: null,
      price: null,
      image: `${reading.origin}/b.jpg`,
    });
    const short = `<div data-params='{"id":"7","shortName":"Ч","categoryName":"Часы"}'><a href="/product/x-7/">x</a></div>`;
    expect(readText(short).records[0]).toMatchObject({ name: "Ч", category: { id: null, name: "Часы" } });
  });

  describe("cards of the rendered page", () => {
    const first = (text: string) => readText(text).records[0] as Json;

    test("has the widest of its pictures, if they have loaded", () => {
      const images =
        '<img src="/_next/static/x.svg" srcset="/i/width:200/a.jpg 1x, /i/width:900/a.jpg 2x" data-src="/i/width:400/a.jpg">';
      const at = rendered().indexOf("<img", rendered().indexOf("data-meta-product-id="));
      expect(first(rendered().slice(0, at) + images + rendered().slice(at)).images).toContain(
        `${reading.origin}/i/width:900/a.jpg`,
      );
    });

    test.each([
      ["(послезавтра)", "2026-02-06"],
      ["(сегодня)", "2026-02-04"],
      ["(15 марта)", "2026-03-15"],
      ["(3 мая)", "2026-05-03"],
      ["(2 января)", "2027-01-02"],
      ["(31 декабря)", "2026-12-31"],
      ["(4 февраля)", "2026-02-04"],
      ["(когда-нибудь)", null],
    ])("has a day in words, %s, as %s", (words, day) => {
      const bent = rendered().replace("&nbsp;(завтра)", `&nbsp;${words}`);
      expect(first(bent).pickup_points[0].delivery_date).toBe(day);
    });

    test("without a marked title has the link with text as its title", () => {
      const whole = readText(rendered()).records;
      expect(readText(rendered().replaceAll('data-meta-name="Snippet__title"', "")).records).toEqual(whole);
    });
  });

  test("the challenge is recognised by its puzzle alone, and never on a page of the shop or in JSON", () => {
    expect(blockMarker(savedAnswer(challenge()))).toBe("cookie puzzle");
    expect(blockMarker(savedAnswer(challenge().replaceAll("new Int8Array(", "new Array(")))).not.toBe("cookie puzzle");
    expect(blockMarker(savedAnswer(`${challenge()}<i data-meta-product-id="1">`))).toBeNull();
    expect(blockMarker(savedAnswer(challenge(), { headers: { "content-type": "application/json" } }))).toBeNull();
    expect(blockMarker(savedAnswer("<title>Загрузка...</title>"))).toBe("loading page");
    expect(blockMarker(savedAnswer('<script src="/__qrator/x.js">'))).toBe("wall script");
    expect(blockMarker(savedAnswer("<script>x</script>", { status: 401 }))).toBe("status 401 with a script");
    expect(blockMarker(savedAnswer("<p>x</p>", { status: 401 }))).toBeNull();
  });

  test("cities: the page's own, and lists of any depth made from it, each once", () => {
    const [city] = readCities(savedAnswer(shell()));
    const [, json] = /id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(shell())!;
    const raw = JSON.parse(json!).props.initialState.layoutMain.cityList.payload.city;
    expect(city).toEqual({ "@type": "RuretailCity", code: raw.id, name: raw.name, region: raw.region });
    const lookup = (cities: unknown) => [...readCities(savedAnswer(JSON.stringify({ data: { cities } })))];
    expect(lookup([raw])).toEqual([city]);
    expect(lookup({ a: [{ b: [raw, { ...raw, id: "x_cl" }] }], c: raw })).toEqual([city, { ...city, code: "x_cl" }]);
    expect(lookup([])).toEqual([]);
    expect(() => lookup([{ ...raw, id: null }])).toThrow("cities without a code");
    expect(() => lookup(null)).toThrow("a response without cities");
  });
});
