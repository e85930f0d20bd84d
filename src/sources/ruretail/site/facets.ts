import {
  anyDiscount,
  anyRating,
  availabilityIds,
  BRAND_GROUP_NAME,
  discountIds,
  groupIds,
  ratingIds,
  statusIds,
} from "../products-search/filter-ids.ts";
import { type Item, offerIn } from "./catalogue.ts";
import type { ShopCity } from "./cities.ts";
import { optionSlug } from "./slug.ts";
import type { Category } from "./vocabulary.ts";

/** One filter that can be chosen: its id, its words, and which goods it lets through. */
export interface Choice {
  id: string;
  name: string;
  has(item: Item): boolean;
  /** Choices that show only inside this one: the shops of "in a shop now". */
  inner?: Group;
}

export interface Group {
  id: string;
  name: string;
  logic: "LOGIC_CHECKBOX" | "LOGIC_RADIO";
  choices: Choice[];
}

/** The groups that a search has in a city: those of every search, the brands, and the properties of the categories found. */
export function groupsFor(city: ShopCity, found: readonly Item[]): Group[] {
  const categories = [...new Set(found.map(({ category }) => category))];
  return [
    availability(city),
    statuses,
    discounts(city),
    ratings,
    brands(categories, found),
    ...categories.flatMap((category) => properties(category)),
  ];
}

const group = (id: string, name: string, choices: Choice[], logic: Group["logic"] = "LOGIC_CHECKBOX"): Group => ({
  id,
  name,
  logic,
  choices,
});

function availability(city: ShopCity): Group {
  return group(groupIds.availability, "Наличие товара", [
    {
      id: availabilityIds.pickup.id,
      name: "Доступен самовывоз",
      has: (item) => offerIn(city, item).stores.length > 0 || offerIn(city, item).pickup.length > 0,
    },
    {
      id: availabilityIds.pickup_now.id,
      name: "Забрать через 5 минут",
      has: (item) => offerIn(city, item).stores.length > 0,
      inner: group(
        "store_filter_group_id",
        "В конкретном магазине",
        city.stores.map(({ id, name }) => ({
          id: `available.${id}`,
          name,
          has: (item) => offerIn(city, item).stores.includes(id),
        })),
      ),
    },
    {
      id: availabilityIds.delivery.id,
      name: "Доступен для доставки",
      has: (item) => offerIn(city, item).delivery,
    },
  ]);
}

const STATUS_NAMES = {
  installment: "Доступно в рассрочку",
  on_sale: "Товары по акции",
  new: "Новинки в каталоге",
  hit: "Хиты продаж",
  sale: "Распродажа",
  clearance: "Ликвидация",
} as const;

const statuses = group(
  groupIds.status,
  "Статус товара",
  (Object.keys(STATUS_NAMES) as Array<keyof typeof STATUS_NAMES>).map((status) => ({
    id: statusIds[status].id,
    name: STATUS_NAMES[status],
    has: (item) => item.statuses.has(status),
  })),
);

const anything = (id: string): Choice => ({ id, name: "Любой", has: () => true });

const discounts = (city: ShopCity): Group =>
  group(
    groupIds.discount,
    "Товары со скидкой",
    [
      anything(anyDiscount.id),
      ...Object.entries(discountIds).map(([least, { id }]) => ({
        id,
        name: `${least}% и больше`,
        has: (item: Item) => offerIn(city, item).discountPercent >= Number(least),
      })),
    ],
    "LOGIC_RADIO",
  );

const ratings = group(
  groupIds.rating,
  "Оценка товара по отзывам",
  [
    anything(anyRating.id),
    ...Object.entries(ratingIds).map(([least, { id }]) => ({
      id,
      name: `${Number(least).toLocaleString("ru")} и выше`,
      has: (item: Item) => item.rating >= Number(least),
    })),
  ],
  "LOGIC_RADIO",
);

function brands(categories: Category[], found: readonly Item[]): Group {
  const names = [...new Set(found.map(({ brand }) => brand))].sort();
  return group(
    `9292_${categories[0]?.id ?? 0}`,
    BRAND_GROUP_NAME,
    names.map((name) => ({ id: name.toLowerCase(), name, has: (item) => item.brand === name })),
  );
}

const properties = (category: Category): Group[] =>
  category.properties.map(({ id, name, values, measure }, at) =>
    group(
      `${id}_${category.id}`,
      name,
      values.map((value) => {
        const words = measure ? `${value} ${measure}` : value;
        return {
          id: `${id}_${category.id}${optionSlug(words)}`,
          name: words,
          has: (item) => item.category === category && item.values[at] === value,
        };
      }),
    ),
  );
