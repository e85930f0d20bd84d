import { onDemand } from "../../../source-kit/stand-in/lists.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import type { Property } from "./catalogue.ts";

export interface Party {
  adults: number;
  children: number[];
  rooms: number;
}

/** Rates to the euro as they roughly were in 2025. */
const RATES = new Map(
  `EUR 1 USD 1.09 GBP 0.85 CHF 0.95 JPY 163 HUF 395 IDR 17600 KWD 0.33 AED 4 AMD 425 ARS 1100 AUD 1.66 AZN 1.85 BDT 130
  BGN 1.956 BHD 0.41 BRL 6.1 BYN 3.55 CAD 1.5 CLP 1030 CNY 7.9 COP 4500 CZK 25 DKK 7.46 EGP 54 FJD 2.45 GEL 3 GHS 13
  HKD 8.5 ILS 4 INR 92 ISK 150 JOD 0.77 KGS 95 KRW 1500 KZT 550 LAK 23700 LKR 325 MAD 10.6 MDL 19.4 MXN 20.5 MYR 4.85
  NAD 20 NGN 1650 NOK 11.6 NZD 1.8 OMR 0.42 PHP 62 PKR 305 PLN 4.27 QAR 3.97 RON 4.97 RSD 117 RUB 92 SAR 4.09 SEK 11.1
  SGD 1.44 THB 37 TND 3.35 TRY 40 TWD 35 UAH 45 UZS 13800 VND 27500 XOF 656 XPF 119.3 ZAR 20`
    .split(/\s+(?=[A-Z])/)
    .map((pair) => [pair.slice(0, 3), Number(pair.slice(4))]),
);
export const exchangeRate = (currency: string): number => RATES.get(currency) ?? 1;

export function toStay(checkin: string | null, checkout: string | null) {
  const nights = checkin && checkout ? (Date.parse(checkout) - Date.parse(checkin)) / 86_400_000 : 0;
  // The site accepts no stay above 90 nights.
  return checkin && checkout && nights > 0 && nights <= 90 ? { checkin, checkout, nights } : null;
}

export type Stay = NonNullable<ReturnType<typeof toStay>>;

/** A property is sold out on one arrival day in ten. */
export const isSoldOut = (property: Property, stay: Stay): boolean =>
  seeded(`stays sold ${property.id} ${stay.checkin}`).chance(0.1);

/** The price of the whole stay in a currency: nights differ by date, guests of a room above two pay a share each. */
export function totalPrice(property: Property, stay: Stay, party: Party, currency: string): number {
  const inRoom = (party.adults + party.children.length / 2) / party.rooms;
  const guests = 1 + Math.max(0, inRoom - 2) * 0.2;
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
