import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import { type Item, type Offer, offerIn } from "./catalogue.ts";
import type { ShopCity } from "./cities.ts";

interface PageContext {
  /** The names under which the shop's own pictures are requested. */
  pictures: string[];
  origin: string;
  now: number;
}

const DAY = 86_400_000;
const SIZES = [
  ["SM", 55],
  ["MD", 400],
  ["XL", 1200],
] as const;

/** A product as the site's GraphQL sends it: numbers as text, `""` for none, `">50"` for many. */
export function wireProduct(item: Item, city: ShopCity, context: PageContext): unknown {
  const offer = offerIn(city, item);
  const { category } = item;
  return {
    id: item.id,
    name: item.name,
    shortName: item.shortName,
    slug: item.slug,
    isAvailable: offer.isAvailable,
    images: wireImages(item, context),
    price: {
      current: orEmpty(offer.price),
      old: orEmpty(offer.oldPrice),
      club: orEmpty(offer.clubPrice),
      clubPriceViewType: offer.clubPrice < offer.price ? "PRICE_IN_RUB" : "SKIP",
      discount: { percent: offer.discountPercent },
      bonusPoints: offer.bonus,
      isFairPrice: item.statuses.has("hit"),
    },
    category: { id: category.id, name: category.name, slug: category.slug },
    brand: { id: item.brand.toLowerCase(), name: item.brand, slug: item.brand.toLowerCase() },
    multiplicity: item.pack,
    quantityInPackageFromSupplier: item.supplierPack,
    labels: wireLabels(item, context),
    delivery: { self: { availabilityByDays: wireDays(offer, context.now), availableInFavoriteStores: [] } },
    stock: {
      countInStores: String(offer.stores.length),
      maxCountInStock: offer.maxInStore > 50 ? ">50" : String(offer.maxInStore),
    },
    propertiesShort: category.properties.map(({ name, measure }, at) => ({
      name,
      value: `${item.values[at]};`,
      measure: measure ?? "",
    })),
    propertiesGroup: [
      {
        name: "Основные характеристики",
        properties: category.properties.map(({ name, measure }, at) => ({
          name,
          value: item.values[at],
          measure: measure ?? "",
        })),
      },
    ],
    rating: item.opinions === 0 ? "0" : item.rating.toFixed(1),
    counters: { opinions: item.opinions, reviews: item.reviews },
  };
}

const orEmpty = (amount: number): string => (amount === 0 ? "" : String(amount));

function wireImages(item: Item, { pictures, origin }: PageContext): unknown {
  const list = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      sources: SIZES.map(([size, width]) => ({
        url: pictureUrl(origin, `${folder}/${item.id}-${index + 1}`, width),
        size,
      })),
    }));
  return {
    ...Object.fromEntries(pictures.map((name) => [name, list("product-images", item.pictures)])),
    discount: list("discount-images", item.statuses.has("clearance") ? 1 : 0),
  };
}

export const pictureUrl = (origin: string, picture: string, width: number): string =>
  `${origin}/cdn/resizing_type:fit/gravity:sm/width:${width}/height:${width}/plain/${picture}.jpg`;

function wireDays({ stores, pickup }: Offer, now: number): unknown[] {
  const midnight = (days: number) => new Date(Math.floor(now / DAY) * DAY + days * DAY).toISOString();
  return [...(stores.length > 0 ? [{ days: 0, points: stores.length }] : []), ...pickup].map(({ days, points }) => ({
    deliveryTime: midnight(days),
    storeCount: points,
  }));
}

interface WireLabel {
  id: string;
  type: string;
  title: string;
  target: { action: { id: string } | null; url: string } | null;
  expirationTime: string | null;
}

/** The badges of a card; some link to a promotion's page, some to nothing. */
export function wireLabels(item: Item, { origin, now }: Pick<PageContext, "origin" | "now">): WireLabel[] {
  const action = seeded(`action/${item.id}`).int(300_000, 320_000);
  const plain = (type: string, title: string): WireLabel => ({
    id: title,
    type,
    title,
    target: null,
    expirationTime: null,
  });
  return [
    ...(item.statuses.has("installment") ? [plain("INSTALLMENT", "Рассрочка 0-0-6")] : []),
    ...(item.statuses.has("on_sale")
      ? [
          {
            ...plain("CUSTOM", "Скидка на  комплект"),
            target: { action: { id: String(action) }, url: `${origin}/actions/${action}/` },
            expirationTime: new Date(Math.floor(now / DAY) * DAY + 14 * DAY).toISOString(),
          },
        ]
      : []),
    ...(item.statuses.has("sale") ? [plain("PROMOCODE", "Промокод на распродажу")] : []),
  ];
}
