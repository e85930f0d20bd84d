import { expect, test } from "vitest";
import { answerOf, capturesOf, readingContext } from "../../../../contract/testing/saved-answer.ts";
import operation from "../operation.ts";
import type { HotelCardRecord } from "./result.ts";

const request = { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" } as never;
const parse = (...cards: string[]) =>
  [
    ...operation.parse(answerOf(`<html><body>${cards.join("")}</body></html>`), request, readingContext),
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

test("a card without dates or an id is known by its address", () => {
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
])("stars are as read out, else as drawn: %s", (inside, stars) => {
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
])("a score read out and shown: %s", (_, scores, score) => {
  const inside = `<div data-testid="review-score">${scores}<div><div>Good </div><div>1,056 reviews</div></div></div>`;
  expect(parse(card({ query: "?hotel_id=1", inside }))[0]!.review).toMatchObject({
    score,
    label: "Good",
    review_count: 1056,
  });
});

test("attributes may be written in single quotes, or in none", () => {
  const quoted = card({ query: "?hotel_id=1" }).replaceAll('"', "'");
  expect(parse(quoted)).toMatchObject([{ id: 1, name: "Casa Azul" }]);
  const results = [{ basicPropertyData: { id: 5 }, displayName: { text: "Five" } }];
  const store = JSON.stringify({ ROOT_QUERY: { searchQueries: { "search({})": { results } } } });
  for (const value of ["'apollo'", "apollo", '"apollo"']) {
    expect(parse(`<script data-capla-store-data=${value}>${store}</script>`)).toMatchObject([{ id: 5, name: "Five" }]);
  }
});

const captures = capturesOf("stays");

test.skipIf(!captures)("the cards of a saved page say what its store says", () => {
  const page = captures!("search-apollo-no-dates-2025-04.html");
  const read = (text: string) => [...operation.parse(answerOf(text), request, readingContext)] as HotelCardRecord[];
  const fields = [
    "alias",
    "country_code",
    "name",
    "url",
    "review",
    "display_location",
    "distance_from_center",
  ] as const;
  const said = (record: HotelCardRecord) => fields.map((field) => record[field]);
  const cards = read(page.replace(/<script[^>]*data-capla-store-data="apollo"[\s\S]*?<\/script>/g, ""));
  expect(cards).toHaveLength(25);
  expect(cards.map(said)).toEqual(read(page).map(said));
});
