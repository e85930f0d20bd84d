import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import { readAnswer } from "./search.ts";
import { items, offerIn } from "./site/catalogue.ts";
import { cities } from "./site/cities.ts";
import { filledPage, shellPage } from "./site/rendered-page.ts";
import { challengePage } from "./site/stand-in.ts";

const reading = {
  origin: "https://shop.example",
  now: Date.parse("2026-02-04T10:00:00Z"),
  city: "msk_cl",
  withImages: false,
};

const city = cities[1]!;
const context = { city, origin: reading.origin, now: reading.now };
const read = (html: string, changes: Partial<typeof reading> = {}) =>
  accounted(readAnswer(savedAnswer(html), { ...reading, ...changes }));
const page = (body: string, state: unknown = {}) =>
  `<!DOCTYPE html><html><body>${body}<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { initialState: state } })}</script></body></html>`;

describe("a filled page", () => {
  test("every card matches the catalogue", () => {
    const { records } = read(filledPage("ноутбук", context));
    expect(records).toHaveLength(48);
    for (const record of records) {
      const item = items().find(({ id }) => id === record.id)!;
      const offer = offerIn(city, item);
      const first = offer.isAvailable ? offer.pickup[0] : undefined;
      expect(record).toMatchObject({
        city: city.id,
        city_name: city.name,
        name: (offer.isAvailable ? item.name : item.shortName).replace(/\s+/g, " "),
        short_name: item.shortName.replace(/\s+/g, " "),
        alias: item.slug,
        url: `https://shop.example/product/${item.slug}-${item.id}/`,
        price: offer.price || null,
        old_price: offer.oldPrice || null,
        discount_percent: offer.discountPercent || null,
        is_available: offer.isAvailable,
        rating: item.rating || null,
        stock_in_stores: offer.stores.length || null,
        pickup_points: first ? [{ delivery_date: "2026-02-05", store_count: first.points }] : [],
        image: expect.stringContaining(`${item.id}-1.jpg`),
        has_analog_products: offer.isAvailable ? null : true,
      });
      expect(record.labels.map(({ name }) => name)).toEqual(
        offer.isAvailable
          ? [
              ...(item.statuses.has("installment") ? ["Рассрочка 0-0-6"] : []),
              ...(item.statuses.has("on_sale") ? ["Скидка на комплект"] : []),
              ...(item.statuses.has("sale") ? ["Промокод на распродажу"] : []),
            ]
          : [],
      );
    }
  });

  test("a card has its club price, and unfilled cards are skipped", () => {
    const price = `<span data-meta-name="Snippet__price"><span data-meta-price="12990">12 990 ₽</span></span>
      <div data-meta-name="Snippet__club-price"><span>Клубная цена</span><button><span>12 700 ₽</span></button></div>`;
    const body = `<div data-meta-name="SnippetProductVerticalLayout" data-meta-product-id="7">
      <a data-meta-name="Snippet__title" href="/product/chainik-7/" title="Чайник [A7]">Чайник</a>${price}</div>
      <div data-meta-name="SnippetProductVerticalLayout" data-meta-product-id=""><span></span></div>`;
    expect(read(page(body)).records).toMatchObject([{ id: "7", price: 12990, club_price: 12700, old_price: null }]);
  });

  test("a filled page that says nothing was found has no records", () => {
    expect(read(filledPage("абракадабра", context)).records).toEqual([]);
  });

  test("or that no goods match", () => {
    expect(read(page("<div><h2>Нет подходящих товаров</h2></div>")).records).toEqual([]);
  });

  test("cards beside the list do not belong to it", () => {
    const card = (id: string) =>
      `<div data-meta-product-id="${id}"><a data-meta-name="Snippet__title" href="/product/x-${id}/">X</a></div>`;
    const { records } = read(page(`<div data-meta-name="ProductListLayout">${card("1")}</div>${card("2")}`));
    expect(records.map(({ id }) => id)).toEqual(["1"]);
    expect(read(page(card("3"))).records.map(({ id }) => id)).toEqual(["3"]);
  });
});

test("a card of the detailed list has its properties and its picture in several sizes", () => {
  const card = `<div data-meta-name="SnippetProductHorizontalLayout" data-meta-product-id="4">
    <img src="/cdn/width:55/a.jpg" srcset="/cdn/width:220/a.jpg 1x, /cdn/width:440/a.jpg 2x">
    <a data-meta-name="Snippet__title" href="/product/x-4/">Ноутбук X</a>
    <ul><li><span>Экран:</span> 15.6", IPS;</li><li><span>Процессор</span>: 8 ядер</li><li>без имени</li></ul>
    <span data-meta-name="Snippet__old-price"><span data-meta-price="70000">70 000</span></span>
    <span data-meta-name="Snippet__price"><span data-meta-price="59990">59 990</span></span></div>`;
  expect(read(page(card)).records).toMatchObject([
    {
      price: 59_990,
      old_price: 70_000,
      image: "https://shop.example/cdn/width:440/a.jpg",
      key_properties: [
        { name: "Экран", value: '15.6", IPS' },
        { name: "Процессор", value: "8 ядер" },
      ],
    },
  ]);
});

test("a shell is retried, and is unreadable if it persists", () => {
  const thrown = expect.objectContaining({ policy: "retry", code: "unreadable", last: expect.any(Unreadable) });
  expect(() => read(shellPage("ноутбук", context))).toThrow(AskAgain);
  expect(() => read(shellPage("ноутбук", context))).toThrow(thrown);
});

test("a page of another kind is unreadable immediately", () => {
  expect(() => read("<html><body><h1>Hello</h1></body></html>")).toThrow(Unreadable);
});

test("a tile of 2026: covered by an empty link, with the id only in the path, and badges that link to a promotion", () => {
  const tile = (
    id: number,
    price: string,
  ) => `<div><div><a href="/product/kofe-x-${id}/" title="Кофемашина X ${id}, чёрный [9]"></a>
    <div data-meta-name="BadgesWrapper"><a href="/promo/sale/?openCategory=7"><span><span>Выгода</span></span></a></div>
    <a href="/product/kofe-x-${id}/otzyvy/"><div data-meta-name="MetaInfo_rating"><svg></svg>4.9</div></a>
    <a data-meta-name="Snippet__title" href="/product/kofe-x-${id}/" title="Кофемашина X ${id}, чёрный [9]">Кофемашина X ${id}</a>
    <span data-meta-name="Snippet__old-price">66 990</span><span>- 10%</span>
    <span data-meta-name="Snippet__price"><span data-meta-price="${price}"><span>59 990</span><span>₽</span></span></span>
    <div><button data-meta-name="Snippet__availability-status-supply">в 1356 пунктов</button></div><span>(от 8 дней)</span></div></div>`;
  const list = `<div data-meta-name="ProductListLayout"><section>${tile(41, "59990")}${tile(42, "59 990")}</section></div>
    <div><a href="/product/drugoe-7/">Рядом</a></div>`;
  const { records } = read(page(list));
  expect(records.map(({ id }) => id)).toEqual(["41", "42"]);
  for (const record of records) {
    expect(record).toMatchObject({
      name: `Кофемашина X ${record.id}, чёрный [9]`,
      short_name: `Кофемашина X ${record.id}`,
      alias: "kofe-x",
      url: `https://shop.example/product/kofe-x-${record.id}/`,
      price: 59_990,
      old_price: 66_990,
      discount_percent: 10,
      rating: 4.9,
      labels: [{ name: "Выгода", url: "https://shop.example/promo/sale/?openCategory=7", action_id: null }],
      pickup_points: [{ delivery_date: "2026-02-12", store_count: 1356 }],
    });
  }
});

test("a 401 with a script page is a block", () => {
  const wall = `<html><head><script>${"x=1;".repeat(20_000)}</script></head><body></body></html>`;
  expect(blockMarker(savedAnswer(wall, { status: 401 }))).not.toBeNull();
  expect(() => readAnswer(savedAnswer(wall), reading)).toThrow(Unreadable);
});

test("the wall's page is a block, whatever its status", () => {
  expect(blockMarker(savedAnswer(challengePage("shop.example").body as string))).not.toBeNull();
});

test("embedded data takes precedence over the cards, except that of recommendations", () => {
  const products = [{ id: "5", slug: "a", name: "A", price: { price: "100", old: "" }, brand: { name: "B" } }];
  const state = {
    recommendations: { payload: { products: [{ id: "9", slug: "z" }] } },
    subcategory: {
      popularProductsInCategory: { payload: { products: [{ id: "8", slug: "y" }] } },
      productsFilter: { payload: { productsFilter: { products } } },
    },
    layoutMain: { cityList: { payload: { city: { id: "nsk_cl", name: "Новосибирск" } } } },
  };
  const { records } = read(page('<div data-meta-product-id="6"></div>', state));
  expect(records).toMatchObject([{ id: "5", name: "A", price: 100, old_price: null, city: "nsk_cl" }]);
});

test("a page of earlier years has its data in an attribute of each card", () => {
  const params = {
    id: "12",
    categoryId: 214,
    price: 9990,
    oldPrice: 0,
    shortName: "Смартфон  X",
    categoryName: "Смартфоны",
    brandName: "X",
    clubPrice: 9890,
  };
  const attribute = JSON.stringify(params).replaceAll('"', "&quot;");
  const { records } = read(
    `<html><body><div class="product_data__gtm-js" data-params="${attribute}"><a href="/product/x-12/" title="Смартфон X, черный"></a></div></body></html>`,
  );
  expect(records).toMatchObject([
    {
      id: "12",
      name: "Смартфон X, черный",
      short_name: "Смартфон X",
      url: "https://shop.example/product/x-12/",
      price: 9990,
      old_price: null,
      club_price: 9890,
      brand: { name: "X" },
      category: { id: "214", name: "Смартфоны" },
    },
  ]);
});
