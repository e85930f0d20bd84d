import { escapeUTF8 } from "entities";
import type { Property } from "./catalogue.ts";
import { groupsFor } from "./filter-list.ts";
import { distanceWords, fill, phrasesIn, scoreLabel } from "./phrases.ts";
import { formatMoney, isSoldOut, nightlyPrice, totalPrice } from "./prices.ts";
import type { Understood } from "./understood.ts";

const testId = (id: string, content: string, tag = "div", attributes = "") =>
  `<${tag} data-testid="${id}"${attributes}>${content}</${tag}>`;

/** A property as the page shows it. */
export function renderCard(property: Property, search: Understood): string {
  const { city, district } = property;
  const phrases = phrasesIn(search.language);
  const link = escapeUTF8(linkOf(property, search));
  const away = (meters: number, phrase: string) => fill(phrase, distanceWords(meters, search.language));
  const beach =
    property.metersFromBeach === null ? "" : `<div><span>${away(property.metersFromBeach, phrases.beach)}</span></div>`;
  const image = `<img src="/xdata/images/hotel/square240/${property.photo}.webp?k=1&amp;o=" data-testid="image">`;
  const place = escapeUTF8(district ? `${district.name}, ${city.name}` : city.name);
  return testId(
    "property-card",
    `${image}<h3><a href="${link}" data-testid="title-link">${testId("title", escapeUTF8(property.name))}<div>Opens in new window</div></a></h3>` +
      stars(property) +
      `<div><div>${testId("address-text", place, "span")}${testId("distance", away(property.metersFromCenter, phrases.distance), "span")}</div>${beach}</div>` +
      review(property, search) +
      offer(property, search),
  );
}

function linkOf(property: Property, { stay, party, order, applied }: Understood): string {
  const query = new URLSearchParams({
    group_adults: String(party.adults),
    no_rooms: String(party.rooms),
    group_children: String(party.children.length),
    sr_order: order,
    hotel_id: String(property.id),
  });
  if (applied.length > 0) query.set("nflt", applied.join(";"));
  if (stay) {
    query.set("checkin", stay.checkin);
    query.set("checkout", stay.checkout);
    query.set("matching_block_id", `${property.room.id}_1_2_0_0`);
  }
  return `/hotel/${property.city.countryCode}/${property.alias}.html?${query}`;
}

const stars = ({ stars: count, starSymbol }: Property) =>
  count === null
    ? ""
    : testId(starSymbol === "TILES" ? "rating-squares" : "rating-stars", "", "span", ` aria-label="${count} out of 5"`);

const review = ({ score, reviews }: Property, { language }: Understood) =>
  score === null
    ? ""
    : testId(
        "review-score",
        `<div>Scored ${score} </div><div aria-hidden="true">${score}</div><div><div>${scoreLabel(score, language)} </div><div>${reviews.toLocaleString(language)} reviews</div></div>`,
      );

function offer(property: Property, search: Understood): string {
  const { stay, party, currency, language } = search;
  if (!stay || isSoldOut(property, stay)) return "";
  const money = (amount: number) => escapeUTF8(formatMoney(amount, currency, language));
  const total = totalPrice(property, stay, party, currency);
  const shown = (amount: number) => testId("price-and-discounted-price", money(amount), "span", ' aria-hidden="true"');
  const before = property.discount ? `<span aria-hidden="true">${money(total / (1 - property.discount))}</span>` : "";
  const { room } = property;
  const unit = testId(
    "property-card-unit-configuration",
    `<span>${room.bedrooms} bedrooms</span> • <span>${room.bathrooms} bathrooms</span>`,
  );
  return testId(
    "availability-single",
    testId(
      "recommended-units",
      `<h4>${phrasesIn(language).rooms[room.name]}</h4><ul><li><span>${unit}</span><div>${room.beds} beds</div></li></ul>`,
    ) +
      testId(
        "availability-rate-information",
        `<div><div>Per night</div>${shown(nightlyPrice(property, stay, party, currency))}</div><span><div>${before}<div>${shown(total)}</div></div></span>`,
      ),
  );
}

/** The list of filters as boxes to tick. */
export const filterItems = (search: Understood): string =>
  groupsFor(search)
    .flatMap(({ field, options }) =>
      options.map(({ id, label, count }) => {
        const checked = search.applied.includes(id) ? " checked" : "";
        const box = `<input aria-label="${escapeUTF8(label)}: ${count} properties" type="checkbox" name="${id}" value="${id}"${checked}>`;
        return `<div data-filters-item="${field}:${id}">${box}<label>${testId("filters-group-label-content", escapeUTF8(label))}</label></div>`;
      }),
    )
    .join("") + search.applied.map((id) => `<button data-testid="filter:${escapeUTF8(id)}"></button>`).join("");
