import { describe, expect, test } from "vitest";
import { one as elementAt, parseHtml } from "../../source-kit/html.ts";
import { findTiles, readCard } from "./cards.ts";
import type { InCity, ProductRecord } from "./product.ts";

const reading = {
  origin: "https://site.example",
  now: Date.parse("2026-12-30T10:00:00Z"),
  city: "msk_cl",
  withImages: false,
};
const read = (html: string, over: Partial<typeof reading> = {}, taken: InCity["taken"] = null) => {
  const element = elementAt("div", parseHtml(`<div>${html}</div>`))!;
  return readCard("77", element, { ...reading, ...over, taken }) as ProductRecord;
};
const meta = (name: string, inner = "x", tag = "p") => `<${tag} data-meta-name="Snippet__${name}">${inner}</${tag}>`;
const title = (href: string, words: string, more = "") =>
  `<a data-meta-name="Snippet__title" href="${href}"${more}>${words}</a>`;

describe("names and addresses", () => {
  test.each<[string, object]>([
    [
      title("/product/phone-x-77/", "X", ' title="Phone X 128"'),
      { name: "Phone X 128", short_name: "X", alias: "phone-x", url: "https://site.example/product/phone-x-77/" },
    ],
    [title("/product/phone-x-77/", "X"), { name: "X", short_name: "X", alias: "phone-x" }],
    ['<a data-meta-name="Snippet__name" href="/product/77/">X</a>', { name: "X", alias: null }],
    [title("/product/phone-x-78/", "X"), { alias: null }],
    [title("/product/phone-77?a=1", "X"), { alias: "phone" }],
    // No title is marked: the product's link with text counts; the tooltip may be on the one without.
    [
      '<a href="/product/a-77/" title="Long"></a><a href="/product/a-77/">Short</a>',
      { name: "Long", short_name: "Short", alias: "a" },
    ],
    [
      '<a href="/product/a-77/" title="One"></a><a href="/product/a-77/" title="Two"></a>',
      { name: "One", short_name: null },
    ],
    ['<a href="/product/a-77/"> </a><a href="/product/a-77/" title="Two"></a>', { name: "Two", short_name: null }],
    ['<a href="/product/a-77/opinions/">9 opinions</a><a href="/product/a-77">A</a>', { name: "A" }],
    ['<a href="/product/a-77#top">A</a>', { name: "A" }],
    ["", { name: null, short_name: null, alias: null, url: null }],
  ])("%s", (html, expected) => {
    expect(read(html)).toMatchObject(expected);
  });

  test("the city is the page's, otherwise the requested one", () => {
    expect(read("")).toMatchObject({ id: "77", city: "msk_cl", city_name: null });
    expect(read("", {}, { id: "spb_cl", spaceId: null, name: "Питер" })).toMatchObject({
      city: "spb_cl",
      city_name: "Питер",
    });
    expect(read("", {}, { id: "spb_cl", spaceId: null, name: null })).toMatchObject({
      city: "spb_cl",
      city_name: null,
    });
  });
});

describe("numbers", () => {
  test.each<[string, object]>([
    [meta("old-price", "150 665 ₽"), { old_price: 150_665 }],
    [meta("old-price", "0"), { old_price: null }],
    [meta("club-price", "1 999,50"), { club_price: 1999.5 }],
    [meta("club-price", "0"), { club_price: null }],
    [meta("rating", "4.7"), { rating: 4.7 }],
    [meta("rating", "0"), { rating: null }],
    [meta("rating", "0") + meta("opinionsCount", "3"), { rating: 0, opinion_count: 3 }],
    [meta("opinionsCount", "12 отзывов"), { opinion_count: 12, review_count: null }],
    [meta("reviewsCount", "7"), { review_count: 7, opinion_count: null }],
    [meta("availability-status-self", "в 12 магазинах"), { stock_in_stores: 12 }],
    [meta("rating", "нет"), { rating: null }],
    [meta("ratings", "4"), { rating: null }],
    [`<p>${meta("old-price", "100")}<b>- 7%</b></p>`, { discount_percent: 7 }],
    [`<p>${meta("old-price", "100")}<b>−12 %</b></p>`, { discount_percent: 12 }],
    [`<p>${meta("old-price", "100")}<b>7%</b></p>`, { discount_percent: null }],
    [`<div>${meta("old-price", "100")}</div><b>-7%</b>`, { discount_percent: null }],
    [`<p>${meta("old-price", "100")}<b>-0%</b></p>`, { discount_percent: null }],
    [meta("analogs-button"), { has_analog_products: true }],
    ["", { has_analog_products: null, price: null, rating: null, discount_percent: null }],
  ])("%s", (html, expected) => {
    expect(read(html)).toMatchObject(expected);
  });

  test.each<[string, number | null]>([
    [meta("price", '<b data-meta-price="100">1</b>'), 100],
    ['<b data-meta-price="1 000,5"></b>', 1000.5],
    ['<b data-meta-name="Snippet__old-price" data-meta-price="200"></b><b data-meta-price="100"></b>', 100],
    ['<p data-meta-name="Snippet__old"><b data-meta-price="200"></b></p><b data-meta-price="100"></b>', 100],
    [`<b data-meta-price="100"></b>${meta("price", '<b data-meta-price="90">1</b>')}`, 90],
    [meta("price", "1 234 ₽"), 1234],
    ['<b data-meta-price="0"></b>', null],
    [`<b data-meta-price=""></b>${meta("price", "5")}`, 5],
  ])("the price in %s is %j", (html, price) => {
    expect(read(html).price).toBe(price);
  });

  test.each<[string, boolean | null]>([
    [meta("arrival-button") + meta("cart-button"), false],
    [meta("cart-button"), true],
    ['<b data-meta-price="100"></b>', true],
    ['<b data-meta-name="Snippet__old-price" data-meta-price="200"></b>', null],
    ["", null],
  ])("%s: available %j", (html, expected) => {
    expect(read(html).is_available).toBe(expected);
  });
});

describe("pickups", () => {
  const supply = meta("availability-status-supply", "в 3006 пунктов", "b");
  const days = (html: string) =>
    read(html).pickup_points.map(({ delivery_date, store_count }) => [delivery_date, store_count]);

  test.each<[string, unknown[][]]>([
    [`<p>${supply} (завтра)</p>`, [["2026-12-31", 3006]]],
    [`<p><i>${supply}</i> (сегодня)</p>`, [["2026-12-30", 3006]]],
    [`<p>завтра ${supply}</p>`, [[null, 3006]]],
    [`<p><i>${supply} (завтра)</i> (сегодня)</p>`, [["2026-12-31", 3006]]],
    [`<p><u><i>${supply}</i></u> (завтра)</p>`, [[null, 3006]]],
    [meta("availability-status-supply", "скоро"), []],
    ["<p>в 3006 пунктов (завтра)</p>", []],
  ])("%s", (html, expected) => {
    expect(days(html)).toEqual(expected);
  });
});

describe("pictures", () => {
  const pictures = (html: string) => {
    const { image, images } = read(html, { withImages: true });
    expect(image).toBe(images[0] ?? null);
    return images.map((url) => url.slice("https://site.example".length));
  };

  test.each<[string, string[]]>([
    ['<img src="/a.jpg"><img src="/b.jpg"><img src="/a.jpg">', ["/a.jpg", "/b.jpg"]],
    [`<img src="/no.jpg">${meta("images", '<img src="/a.jpg">')}`, ["/a.jpg"]],
    ['<img src="/_next/static/x.svg" data-src="/a.jpg">', ["/a.jpg"]],
    ['<img src="/_next/static/x.svg">', []],
    ['<img src="/a/width:100/x.jpg" srcset="/a/width:300/x.jpg 2x, /a/width:200/x.jpg 3x">', ["/a/width:300/x.jpg"]],
    ['<img src="/a.jpg" srcset="/a/width:1/x.jpg">', ["/a/width:1/x.jpg"]],
    ['<img data-src="/a/width=50" src="/b">', ["/a/width=50"]],
    ["<img>", []],
  ])("%s", (html, expected) => {
    expect(pictures(html)).toEqual(expected);
  });

  test("pictures are left out unless requested, except the first", () => {
    expect(read('<img src="/a.jpg">')).toMatchObject({ image: "https://site.example/a.jpg", images: [] });
  });
});

test.each<[string, unknown[][]]>([
  ["<ul><li><span>Цвет:</span> белый;</li></ul>", [["Цвет", "белый"]]],
  ["<ul><li><span>Цвет</span>: белый</li></ul>", [["Цвет", "белый"]]],
  [
    "<ul><li><span>Цвет :</span><b>белый</b></li><li><span>Вес</span> 5 кг</li></ul>",
    [
      ["Цвет", "белый"],
      ["Вес", "5 кг"],
    ],
  ],
  ["<ul><li><span>Цвет</span></li><li>белый</li><li><span></span>x</li></ul>", []],
  ["<ol><li><span>Цвет</span> белый</li></ol>", []],
])("the properties of %s", (html, expected) => {
  expect(read(html).key_properties.map(({ name, value }) => [name, value])).toEqual(expected);
});

describe("labels", () => {
  const labels = (inner: string) =>
    read(`<div data-meta-name="BadgesWrapper">${inner}</div>`).labels.map(({ name, url, action_id }) => [
      name,
      url,
      action_id,
    ]);

  test.each<[string, unknown[][]]>([
    ["<b>Хит</b>", [["Хит", null, null]]],
    [
      '<a href="/actions/sale-5/?x=1"><b>Акция</b></a>',
      [["Акция", "https://site.example/actions/sale-5/?x=1", "sale-5"]],
    ],
    ['<a href="/promo/">Промо</a>', [["Промо", "https://site.example/promo/", null]]],
    ["<b>Нет в наличии</b><b>нет в наличии скоро</b>", [["нет в наличии скоро", null, null]]],
    ["<button>Купить</button><button><b>x</b></button><svg><b>y</b></svg>", []],
    ["<b> </b>", []],
    [
      "<p><b>Хит</b><i>Новинка</i></p>",
      [
        ["Хит", null, null],
        ["Новинка", null, null],
      ],
    ],
  ])("%s", (inner, expected) => {
    expect(labels(inner)).toEqual(expected);
  });

  test("labels are only in the box of badges; a link around that box does not count", () => {
    expect(read("<b>Хит</b>").labels).toEqual([]);
    expect(read('<a href="/x"><div data-meta-name="BadgesWrapper"><b>Хит</b></div></a>').labels).toMatchObject([
      { url: null },
    ]);
  });
});

describe("the tiles of a page", () => {
  const tiles = (html: string) =>
    findTiles(parseHtml(`<body>${html}</body>`)).map(({ id, element }) => `${id} ${element.name}`);
  const part = '<b data-meta-name="Snippet__price"></b>';
  const link = (id: number) => `<a href="/product/x-${id}/">x</a>`;

  test.each<[string, string[]]>([
    ['<p data-meta-product-id="5"></p><p data-meta-product-id="6"></p>', ["5 p", "6 p"]],
    [
      '<i data-meta-product-id="4"></i><div data-meta-name="ProductListLayout"><p data-meta-product-id="5"></p></div>',
      ["5 p"],
    ],
    ['<p data-meta-product-id="5"></p><div data-meta-name="ProductListLayout"></div>', ["5 p"]],
    [`<section><p>${link(5)}${part}</p><p>${link(6)}${part}</p></section>`, ["5 p", "6 p"]],
    [`<section><p><i>${link(5)}</i>${link(5)}${part}</p><u>${link(6)}</u></section>`, ["5 p"]],
    [`<section><p>${link(5)}</p><p>${link(6)}</p></section>`, []],
    [
      '<section><p><a href="/product/5">x</a><b data-meta-price="1"></b></p><p><a href="/product/6?a">x</a></p></section>',
      ["5 p"],
    ],
    ['<section><p><a href="/product/x-5y/">x</a><b data-meta-price="1"></b></p></section>', []],
  ])("%s", (html, expected) => {
    expect(tiles(html)).toEqual(expected);
  });
});
