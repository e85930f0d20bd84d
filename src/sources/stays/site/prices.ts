import { seeded } from "../../../contract/seeded.ts";
import { onDemand } from "../../../source-kit/stand-in/lists.ts";
import type { Property } from "./catalogue.ts";

export interface Party {
  adults: number;
  children: number[];
  rooms: number;
}

/** Made-up rates to the euro, in order of value; a currency without one gets a rate drawn from its name. */
const RATES: Record<string, number> = {
  EUR: 1,
  USD: 1.09,
  GBP: 0.85,
  CHF: 0.95,
  JPY: 163,
  HUF: 395,
  IDR: 17_600,
  KWD: 0.33,
};
export const exchangeRate = (currency: string): number =>
  RATES[currency] ?? 1 + seeded(`stays rate ${currency}`).int(0, 400) / 10;

export function toStay(checkin: string | null, checkout: string | null) {
  const nights = checkin && checkout ? (Date.parse(checkout) - Date.parse(checkin)) / 86_400_000 : 0;
  // The site accepts no stay above 90 nights.
  return checkin && checkout && nights > 0 && nights <= 90 ? { checkin, checkout, nights } : null;
}

export type Stay = NonNullable<ReturnType<typeof toStay>>;

/** A property is sold out on one arrival day in ten. */
export const isSoldOut = (property: Property, stay: Stay): boolean =>
  seeded(`stays sold ${property.id} ${stay.checkin}`).chance(0.1);

/** The price of the whole stay in a currency: nights differ by date, guests above two pay a share each. */
export function totalPrice(property: Property, stay: Stay, party: Party, currency: string): number {
  const guests = 1 + Math.max(0, party.adults + party.children.length / 2 - 2) * 0.2;
  const season = 0.85 + seeded(`stays price ${property.id} ${stay.checkin}`).next() * 0.5;
  return (
    property.nightlyEuro *
    season *
    stay.nights *
    guests *
    party.rooms *
    exchangeRate(currency) *
    (1 - property.discount)
  );
}

/** The average nightly price, which the site's price filter and price orders use. */
export const nightlyPrice = (property: Property, stay: Stay | null, party: Party, currency: string): number =>
  stay ? totalPrice(property, stay, party, currency) / stay.nights : property.nightlyEuro * exchangeRate(currency);

const format = onDemand((language: string) =>
  onDemand((currency: string) => new Intl.NumberFormat(language, { style: "currency", currency })),
);

export const formatMoney = (amount: number, currency: string, language: string): string =>
  format(language)(currency).format(amount);
