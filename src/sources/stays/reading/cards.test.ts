import { expect, test } from "vitest";
import { accounted } from "../../../source-testing/accounted.ts";
import { capturesOf, readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
import operation from "../hotels-search.ts";
import { readCards } from "./cards.ts";
import type { HotelCardRecord } from "./hotel-card.ts";

const request = { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" } as never;
const parse = (...cards: string[]) =>
  [
    ...operation.parse(savedAnswer(`<html><body>${cards.join("")}</body></html>`), request, readingContext),
  ] as HotelCardRecord[];

const card = ({ query = "", inside = "", attributes = "" }) =>
  `<div data-testid="property-card" ${attributes}><h3><a data-testid="title-link"
    href="/hotel/pt/casa-azul.en-gb.html${query}"><div data-testid="title">Casa Azul</div></a></h3>${inside}</div>`;

test("a card's id is in its link, in its room's id, or on the card", () => {
  const cards = [
    card({ query: "?hotel_id=41" }),
    card({ query: "?matching_block_id=4201_1_2_0_0" }),
    card({ attributes: 'data-hotelid="43"' }),
  ];
  expect(parse(...cards).map(({ id }) => id)).toEqual([41, 42, 43]);
});

test("a card without dates or an id is identified by its address", () => {
  expect(parse(card({}))).toMatchObject([
    { id: null, alias: "casa-azul", country_code: "pt", name: "Casa Azul", price: null },
  ]);
});

test.each([
  ['<div data-testid="rating-stars" aria-label="4 out of 5 stars"></div>', 4],
  ['<div aria-label="3 de 5"><div data-testid="rating-stars"><span><svg/></span></div></div>', 3],
  ['<div data-testid="rating-stars">\n<span><svg/></span>\n<span><svg/></span>\n</div>', 2],
  ['<div data-testid="rating-stars" aria-label="0 out of 5 stars"></div>', null],
  ["", null],
])("stars come from the accessible text, otherwise from the drawing: %s", (inside, stars) => {
  expect(parse(card({ query: "?hotel_id=1", inside }))[0]!.star_rating).toBe(stars);
});

test("the place and the beach of the cards of 2023", () => {
  const inside = `<div><div data-testid="location"><a href="#"><span><span data-testid="address">Baixa, Porto</span>
    <span>Show on map</span></span></a><span><span data-testid="distance">2 km from centre</span></span>
    <span>Beach nearby</span></div><div><span>2.9 km from beach</span></div></div>`;
  expect(parse(card({ query: "?hotel_id=1", inside }))[0]).toMatchObject({
    display_location: "Baixa, Porto",
    district: "Baixa",
    city: "Porto",
    distance_from_center: "2 km from centre",
    beach_distance: "2.9 km from beach",
  });
});

test("taxes beside the price are an amount without the words around it", () => {
  const inside = `<div data-testid="availability-rate-information">
    <span data-testid="price-and-discounted-price">US$714</span>
    <div data-testid="taxes-and-charges">+ US$71 de impuestos y cargos</div></div>`;
  expect(parse(card({ query: "?hotel_id=1", inside }))[0]).toMatchObject({
    price: { amount: 714, currency: "USD", formatted: "US$714" },
    excluded_charges: { amount: 71, currency: "USD", formatted: "US$71" },
  });
});

test.each([
  ["side by side", "<div>Scored 8.9 </div><div>8.9</div>", 8.9],
  ["one in the other", "<div><div>Scored 9.0 </div>9.0</div>", 9],
  ["shown alone", '<div aria-label="Puntuación: 8,3">8,3</div>', 8.3],
])("a score in the accessible text and on display: %s", (_, scores, score) => {
  const inside = `<div data-testid="review-score">${scores}<div><div>Good </div><div>1,056 reviews</div></div></div>`;
  expect(parse(card({ query: "?hotel_id=1", inside }))[0]!.review).toMatchObject({
    score,
    label: "Good",
    review_count: 1056,
  });
});

test("attributes may have single quotes, or none", () => {
  const quoted = card({ query: "?hotel_id=1" }).replaceAll('"', "'");
  expect(parse(quoted)).toMatchObject([{ id: 1, name: "Casa Azul" }]);
  const results = [{ basicPropertyData: { id: 5 }, displayName: { text: "Five" } }];
  const store = JSON.stringify({ ROOT_QUERY: { searchQueries: { "search({})": { results } } } });
  for (const value of ["'apollo'", "apollo", '"apollo"']) {
    expect(parse(`<script data-capla-store-data=${value}>${store}</script>`)).toMatchObject([{ id: 5, name: "Five" }]);
  }
});

const one = (inside: string, query = "?hotel_id=1") => parse(card({ query, inside }))[0]!;

test.each<[string, object]>([
  ["?hotel_id=0&matching_block_id=4201_1", { id: 42, room_id: 4201 }],
  ["?highlighted_blocks=4301_1", { id: 43, room_id: 4301 }],
  ["?all_sr_blocks=4401_1", { id: 44, room_id: 4401 }],
  ["?matching_block_id=&highlighted_blocks=4301_1&all_sr_blocks=4401", { id: 43, room_id: 4301 }],
  ["?hotel_id=7&matching_block_id=0_1", { id: 7, room_id: null }],
  ["?hotel_id=7&matching_block_id=4199_1", { id: 7, room_id: 4199 }],
])("the address %s gives %j", (query, expected) => {
  expect(one("", query)).toMatchObject(expected);
});

test.each<[string, string | null, string | null]>([
  ["/hotel/pt/casa-azul.html", "pt", "casa-azul"],
  ["/hotel/pt/casa-azul.de.html", "pt", "casa-azul"],
  ["/hotel/pt/casa-azul.pt-br.html", "pt", "casa-azul"],
  ["/hotel/pt/casa.azul.html", "pt", "casa.azul"],
  ["/hotel/por/casa-azul.html", null, null],
  ["/hotel/pt/casa-azul.htm", null, null],
  ["/hotel/pt/casa-azul.html/more", null, null],
])("%s belongs to %j, called %j", (path, country_code, alias) => {
  const html = card({ query: "?hotel_id=1" }).replace("/hotel/pt/casa-azul.en-gb.html", path);
  expect(parse(html)).toMatchObject([{ id: 1, country_code, alias }]);
});

test("the id on the card itself has two names; a card with neither id nor address is skipped", () => {
  expect(parse(card({ attributes: 'data-hotel-id="43"' }))).toMatchObject([{ id: 43 }]);
  expect(parse(card({ attributes: 'data-hotelid="44" data-hotel-id="43"' }))).toMatchObject([{ id: 44 }]);
  const empty = '<div data-testid="property-card"><a data-testid="title-link" href="/x">x</a></div>';
  expect(parse(empty, card({ query: "?hotel_id=1" }))).toHaveLength(1);
});

test.each<[string, number | null, string | null]>([
  ['<p data-testid="rating-stars" aria-label="3,5 of 5"></p>', 3.5, "STARS"],
  ['<p data-testid="rating-squares" aria-label="4 out of 5"></p>', 4, "TILES"],
  ['<p data-testid="rating-stars"><i></i><i></i><i></i></p>', 3, "STARS"],
  ['<p data-testid="rating-stars" aria-label="4 stars"><svg/><svg/></p>', 2, "STARS"],
  ['<p data-testid="rating-stars" aria-label="4 of 50"></p>', null, "STARS"],
  ['<p data-testid="rating-stars"></p>', null, "STARS"],
  ['<p data-testid="rated"></p>', null, null],
])("%s: %j %j", (inside, star_rating, star_rating_symbol) => {
  expect(one(inside)).toMatchObject({ star_rating, star_rating_symbol });
});

test.each<[string, string | null, string | null, string | null]>([
  ['<p data-testid="address-text">Baixa, Porto</p>', "Baixa, Porto", "Baixa", "Porto"],
  ['<p data-testid="address-link">Baixa 、 Porto</p>', "Baixa 、 Porto", "Baixa", "Porto"],
  ['<p data-testid="address">Porto</p>', "Porto", null, "Porto"],
  ["", null, null, null],
])("%s is in %j: %j of %j", (inside, display_location, district, city) => {
  expect(one(inside)).toMatchObject({ display_location, district, city });
});

test.each<[string, string | null]>([
  ["<p>Beachfront</p>", "Beachfront"],
  ["<p>500 m do praia</p>", "500 m do praia"],
  ["<p>Am STRAND</p>", "Am STRAND"],
  ["<p>Metro near</p>", null],
  ["<p>Metro near</p><p>2 km from beach</p>", null],
  ["", null],
])("the line after the address, %s: beach %j", (next, expected) => {
  expect(one(`<div><p data-testid="address">Porto</p></div>${next}`).beach_distance).toBe(expected);
});

test("further out a line must begin with its distance, and four boxes out nothing is searched", () => {
  const boxed = (boxes: number, line: string) => {
    const inner = `<p data-testid="address">Porto</p>`;
    return one(`<section>${"<div>".repeat(boxes)}${inner}${"</div>".repeat(boxes)}<p>${line}</p></section>`)
      .beach_distance;
  };
  expect([1, 2, 3, 4, 5].map((boxes) => boxed(boxes, "2 km from beach"))).toEqual([
    "2 km from beach",
    "2 km from beach",
    "2 km from beach",
    "2 km from beach",
    null,
  ]);
  expect([boxed(1, "Beachfront"), boxed(2, "Beachfront")]).toEqual(["Beachfront", null]);
});

test.each<[string, string | null]>([
  ['<img data-testid="image" src="/a.jpg">', "https://media.site.example/a.jpg"],
  ['<img data-testid="image" src="/a.jpg" srcset="/b.jpg 1x, /c.jpg 2x">', "https://media.site.example/c.jpg"],
  ['<img data-testid="image" srcset="/b.jpg 200w,  /c.jpg 100w">', "https://media.site.example/b.jpg"],
  ['<img data-testid="image" srcset="/b.jpg, /c.jpg 0.5x">', "https://media.site.example/b.jpg"],
  ['<img data-testid="image">', null],
  ['<img src="/a.jpg">', null],
])("the picture of %s is %j", (inside, image) => {
  expect(one(inside).image).toBe(image);
});

const price = (text: string) => `<span data-testid="price-and-discounted-price">${text}</span>`;
const amounts = (inside: string, query?: string) => {
  const { price, price_per_night, price_before_discount, excluded_charges } = one(inside, query);
  return [price, price_per_night, price_before_discount, excluded_charges].map((one) => one?.amount ?? null);
};
const STAY = "?hotel_id=1&checkin=2027-05-01&checkout=2027-05-04";

test.each<[string, string | undefined, Array<number | null>]>([
  [price("$90"), undefined, [90, null, null, null]],
  [price("$90"), STAY, [90, 30, null, null]],
  [price("$90"), "?hotel_id=1&checkin=2027-05-01", [90, null, null, null]],
  [price("$31") + price("$90"), STAY, [90, 31, null, null]],
  [`${price("$90")}<p data-testid="taxes-and-charges">+$9 taxes</p>`, undefined, [90, null, null, 9]],
  [`${price("$90")}<p data-testid="taxes-and-charges">Includes $9</p>`, undefined, [90, null, null, null]],
  [`<p><span aria-hidden="true">$120</span>${price("$90")}</p>`, undefined, [90, null, 120, null]],
  [`<p><span aria-hidden="true">$120</span><b><i>${price("$90")}</i></b></p>`, undefined, [90, null, 120, null]],
  [
    `<p><span aria-hidden="true">$120</span><b><i><u>${price("$90")}</u></i></b></p>`,
    undefined,
    [90, null, null, null],
  ],
  [`<p><span aria-hidden="true">now</span>${price("$90")}</p>`, undefined, [90, null, null, null]],
  [`<p><span>$120</span>${price("$90")}</p>`, undefined, [90, null, null, null]],
  [`<p><span aria-hidden="true" data-testid="x">$120</span>${price("$90")}</p>`, undefined, [90, null, null, null]],
  [`<p><span aria-hidden="true"><svg></svg>$120</span>${price("$90")}</p>`, undefined, [90, null, null, null]],
  [
    `<span aria-hidden="true">$120</span><p data-testid="availability-x">${price("$90")}</p>`,
    undefined,
    [90, null, null, null],
  ],
])("prices in %s, at %s: %j", (inside, query, expected) => {
  expect(amounts(inside, query)).toEqual(expected);
});

test("policies come from their icons; a score alone is not one", () => {
  expect(one("")).toMatchObject({ has_free_cancellation: false, has_no_prepayment: false, review: null });
  expect(one('<i data-testid="cancellation-policy-icon"></i>').has_free_cancellation).toBe(true);
  expect(one('<i data-testid="prepayment-policy-icon"></i>').has_no_prepayment).toBe(true);
  expect(one('<p data-testid="review-score"><b>8.9</b></p>').review).toMatchObject({ score: null, review_count: null });
});

const unit = (parts: string, beds = "", context = "recommended-units") =>
  one(
    `<div data-testid="${context}"><h4>Suite</h4><p><span data-testid="property-card-unit-configuration">${parts}</span></p>${beds}</div>`,
  );

test.each<[string, object]>([
  [
    "<b>2 bedrooms</b><b>1 bathroom</b><b>3 kitchens</b><b>4 living rooms</b>",
    { bedroom_count: 2, bathroom_count: 1, kitchen_count: 3, living_room_count: 4 },
  ],
  [
    "<b>1 Schlafzimmer</b><b>2 Badezimmer</b><b>1 Wohnzimmer</b>",
    { bedroom_count: 1, bathroom_count: 2, living_room_count: 1 },
  ],
  ["<b>Private bathroom</b><b>Entire apartment 2 bedrooms</b>", { bathroom_count: null, bedroom_count: null }],
  ["<b>807 ft²</b>", { area: 807, area_unit: "ft²" }],
  ["<b>1,200 sq ft</b>", { area: 1200, area_unit: "sq ft" }],
  ["<b>45 平方米</b>", { area: 45, area_unit: "平方米" }],
  ["<b>about 45 m²</b>", { area: null, area_unit: null }],
  ["<b>45 m² large</b>", { area: null }],
])("a unit of %s has %j", (parts, expected) => {
  expect(unit(parts)).toMatchObject({ room_name: "Suite", ...expected });
});

test("beds are on the line below; a number in brackets does not count them", () => {
  expect(unit("<b>x</b>", "<div>3 beds (1 double, 2 single)</div>").bed_count).toBe(3);
  expect(unit("<b>x</b>", "<div>Beds: 3</div>").bed_count).toBeNull();
  expect(unit("<b>x</b>").bed_count).toBeNull();
  expect(unit("<b>2 bedrooms</b>", "", "availability-single")).toMatchObject({ room_name: "Suite", bedroom_count: 2 });
});

test("a page has its total, its language, its order and its filters", () => {
  const filters = `<div data-filters-item="a"><input type="checkbox" name="class=4" aria-label="4 stars: 1,103 properties" checked>
      <p data-testid="filters-group-label-content">4 stars</p></div>
    <div data-filters-item="b"><input type="checkbox" name="di=7"><p data-testid="filters-group-label-content">Alfama</p></div>
    <div data-filters-item="c"><input type="checkbox" name="bad"><p data-testid="filters-group-label-content">x</p></div>
    <div data-filters-item="d"><input type="radio" name="a=1"><p data-testid="filters-group-label-content">x</p></div>
    <div data-filters-item="e"><input type="checkbox" name="a=2"></div><i data-testid="filter:oos=1"></i>`;
  const page = (heading: string) =>
    `<html lang="pt-pt"><body><h1${heading}</h1><p data-selected-sorter="price"></p>${filters}${card({})}</body></html>`;
  const reading = (heading: string) => accounted(readCards(page(heading), request, readingContext));
  const { echo, filters: stated } = reading(">x");
  expect(echo).toMatchObject({ language: "pt-pt", sort: ["price"], place: null });
  expect(stated()).toEqual({
    offered: [
      { key: "class", code: "4", label: "4 stars", count: 1103 },
      { key: "di", code: "7", label: "Alfama", count: null },
    ],
    unreadable: 0,
    applied: new Set(["class=4", "oos=1"]),
    names: new Map([
      ["class=4", "4 stars"],
      ["di=7", "Alfama"],
    ]),
  });
  expect(reading(">Lisbon: 1,234 properties found").total).toBe(1234);
  expect(reading(' aria-label="Lisbon 2: 77 found">Lisbon: 5').total).toBe(77);
  expect(reading(">12 properties").total).toBe(12);
  expect(reading(">Lisbon").total).toBeNull();
  expect(readCards(card({}), request, readingContext).page.facts.echo).toMatchObject({ language: null, sort: null });
});

test("deep nesting and endless numbers are harmless", () => {
  const whole = card({ query: "?hotel_id=1" });
  const tooDeep = [
    `${whole}${"<div>".repeat(100_000)}`,
    `${whole}${"<b>".repeat(100_000)}${"</i>".repeat(100_000)}`,
    whole + "<svg><script>".repeat(100_000),
  ];
  for (const page of tooDeep) expect(() => parse(page)).toThrow("HTML nested more than 2000 levels");
  const strange = [
    `${whole}<p ${"data-testid='x' ".repeat(100_000)}`,
    `${whole}<p ${'"'.repeat(100_001)}`,
    whole + "<".repeat(100_000),
  ];
  // Quadratic time would take minutes and hit the test's timeout.
  for (const page of strange) expect(parse(page)).toMatchObject([{ id: 1, name: "Casa Azul" }]);
});

const captures = capturesOf("stays");

test.skipIf(!captures)("the cards of a saved page agree with its store", () => {
  const page = captures!("search-apollo-no-dates-2025-04.html");
  const read = (text: string) => [...operation.parse(savedAnswer(text), request, readingContext)] as HotelCardRecord[];
  const fields = [
    "alias",
    "country_code",
    "name",
    "url",
    "review",
    "display_location",
    "distance_from_center",
  ] as const;
  const stated = (record: HotelCardRecord) => fields.map((field) => record[field]);
  const cards = read(page.replace(/<script[^>]*data-capla-store-data="apollo"[\s\S]*?<\/script>/g, ""));
  expect(cards).toHaveLength(25);
  expect(cards.map(stated)).toEqual(read(page).map(stated));
});
