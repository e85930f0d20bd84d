import { beforeAll, describe, expect, test } from "vitest";
import { attribute, type Element, findElements, having, parseReferee, words } from "../../../source-testing/referee.ts";
import { capturesOf, readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
import operation from "../hotels-search.ts";
import type { HotelCardRecord } from "./hotel-card.ts";

const captures = capturesOf("stays");
const page = () => captures!("search-rendered-2026-02.html");
const read = (text: string) =>
  [
    ...operation.parse(
      savedAnswer(text),
      { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" } as never,
      readingContext,
    ),
  ] as HotelCardRecord[];

const numberIn = (text: string | null | undefined) =>
  text && /\d/.test(text) ? Number(/[\d,]+(?:\.\d+)?/.exec(text)![0].replaceAll(",", "")) : null;
const dollars = (shown: string | null | undefined) =>
  shown
    ? { "@type": "StaysPrice", amount: numberIn(shown), currency: "USD", formatted: /\$[\d,]+/.exec(shown)![0] }
    : null;

function symbol(stars: Element | undefined): string | null {
  if (!stars) return null;
  return attribute(stars, "data-testid") === "rating-stars" ? "STARS" : "TILES";
}

/** A card read by another parser in another way: by the page's own names for its parts. */
function refereeCard(card: Element) {
  const part = (id: string) => having(card, "data-testid", id)[0];
  const link = new URL(attribute(part("title-link"), "href")!);
  const [, country, alias] = /^\/hotel\/([a-z]{2})\/([^.]+)\.html$/.exec(link.pathname)!;
  const room = Number(link.searchParams.get("matching_block_id")!.split("_")[0]);
  const address = words(part("address-text"))!;
  const stars = having(card, "data-testid").find((one) => attribute(one, "data-testid")!.startsWith("rating-"));
  const unit = part("recommended-units")!;
  const configuration = having(unit, "data-testid", "property-card-unit-configuration")[0]!;
  const spans = configuration.childNodes.filter((one) => one.nodeName === "span").map((one) => words(one)!);
  const counted = (name: RegExp) => numberIn(spans.find((span) => name.test(span)));
  const area = spans.find((span) => span.endsWith("ft²"));
  const line = (configuration.parentNode as Element).parentNode;
  const [, beds] = /^(\d+) (?:[a-z-]+ )*beds?\b/.exec(words(line)!.slice(words(configuration)!.length)) ?? [];
  const review = part("review-score");
  const [scored, , rest] = review?.childNodes ?? [];
  const prices = having(card, "data-testid", "price-and-discounted-price").map((one) => words(one)!);
  const beach = findElements(card).find(
    (one) => one.tagName === "span" && /^(Beachfront|[\d,.]+ (feet|miles?|yards) from beach)$/.test(words(one) ?? ""),
  );
  const text = words(card)!;
  return {
    "@type": "StaysHotelCard",
    id: Math.floor(room / 100),
    alias,
    country_code: country,
    name: words(part("title")),
    url: `https://site.example/hotel/${country}/${alias}.html`,
    accommodation_type_id: null,
    star_rating: stars
      ? numberIn(
          /(\d) out of 5/.exec(
            attribute(stars.parentNode as Element, "aria-label") ?? attribute(stars, "aria-label") ?? "",
          )?.[1],
        )
      : null,
    star_rating_symbol: symbol(stars),
    review: review
      ? {
          "@type": "StaysReviewScore",
          score: numberIn(words(scored)),
          review_count: numberIn(words(rest)!.match(/[\d,]+ reviews?$/)![0]),
          label: words(rest)!.replace(/\s*[\d,]+ reviews?$/, ""),
        }
      : null,
    address: null,
    city: address.split(", ").at(-1),
    destination_id: null,
    latitude: null,
    longitude: null,
    display_location: address,
    district: address.includes(", ") ? address.split(", ")[0] : null,
    distance_from_center: words(part("distance")),
    public_transport: null,
    beach_distance: words(beach),
    is_centrally_located: null,
    image: new URL(attribute(part("image"), "src")!).href,
    price: dollars(prices.at(-1)),
    price_per_night: dollars(prices[0]),
    price_before_discount: dollars(/Original price (\$[\d,]+)/.exec(text)?.[1]),
    excluded_charges: dollars(/\+(\$[\d,]+) taxes/.exec(text)?.[1]),
    room_id: room,
    room_name: words(findElements(unit).find(({ tagName }) => tagName === "h4")),
    bedroom_count: counted(/ bedrooms?$/),
    bathroom_count: counted(/ bathrooms?$/),
    bed_count: numberIn(beds),
    kitchen_count: counted(/ kitchens?$/),
    living_room_count: counted(/ living rooms?$/),
    area: numberIn(area),
    area_unit: area ? "ft²" : null,
    meal_plan: null,
    free_cancellation_until: null,
    availability_message: null,
    has_free_cancellation: /Free cancellation/.test(text),
    has_no_prepayment: /No prepayment needed/.test(text),
    allows_pets_for_free: null,
    is_sustainable: null,
    sustainability_certifications: [],
    host_trader_label: null,
  };
}

describe.skipIf(!captures)("the cards of a saved page", () => {
  let records: HotelCardRecord[];
  beforeAll(() => {
    records = read(page());
  });

  test("every field of every card matches what the card shows", () => {
    const cards = having(parseReferee(page()), "data-testid", "property-card");
    expect(cards).toHaveLength(75);
    expect(records).toEqual(cards.map(refereeCard));
  });

  test.each<[testid: string, lost: Partial<HotelCardRecord>]>([
    ["title", { name: null }],
    ["review-score", { review: null }],
    ["distance", { distance_from_center: null }],
    ["recommended-units", {}],
    ["image", { image: null }],
    ["address-text", { display_location: null, city: null, district: null, beach_distance: null }],
    ["cancellation-policy-icon", { has_free_cancellation: false }],
    [
      "property-card-unit-configuration",
      {
        bedroom_count: null,
        bathroom_count: null,
        bed_count: null,
        kitchen_count: null,
        living_room_count: null,
        area: null,
        area_unit: null,
      },
    ],
  ])("without %s on the first card, only its value is missing", (testid, lost) => {
    const [first, ...others] = read(page().replace(`data-testid="${testid}"`, ""));
    expect(first).toEqual({ ...records[0], ...lost });
    expect(others).toEqual(records.slice(1));
  });

  test("in another order, the records come in that order", () => {
    const mark = 'data-testid="property-card" ';
    const [head, ...cards] = page().split(`<div ${mark}`);
    // The parser repairs the markup of a page that is cut between its cards.
    const turned = read([head, ...cards.reverse()].join(`<div ${mark}`));
    expect(new Set(turned.map(({ id }) => id))).toEqual(new Set(records.map(({ id }) => id)));
    expect(turned.at(-1)!.id).toBe(records[0]!.id);
  });

  test("amounts in another locale's notation are the same amounts", () => {
    const euros = read(page().replace(/\$(\d[\d,]*)/g, (_, digits: string) => `€ ${digits.replaceAll(",", ".")}`));
    expect(euros.map(({ price }) => price!.amount)).toEqual(records.map(({ price }) => price!.amount));
    expect(new Set(euros.map(({ price }) => price!.currency))).toEqual(new Set(["EUR"]));
  });
});
