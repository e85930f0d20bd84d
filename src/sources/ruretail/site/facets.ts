import { type Item, offerIn } from "./catalogue.ts";
import type { ShopCity } from "./cities.ts";
import { optionSlug } from "./slug.ts";
import type { Category } from "./vocabulary.ts";

/** One selectable filter: its id, its texts, and which goods it matches. */
export interface Choice {
  id: string;
  name: string;
  has(item: Item): boolean;
  /** Choices nested in this one: the shops of "in a shop now". */
  inner?: Group;
}

export interface Group {
  id: string;
  name: string;
  logic: "LOGIC_CHECKBOX" | "LOGIC_RADIO";
  choices: Choice[];
}

/** The groups of a search in a city: those of every search, the brands, and the properties of the categories found. */
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
  return group("availability_filter_group_id", "Наличие товара", [
    {
      id: "available.all",
      name: "Доступен самовывоз",
      has: (item) => offerIn(city, item).stores.length > 0 || offerIn(city, item).pickup.length > 0,
    },
    {
      id: "available.instore",
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
      id: "available.delivery",
      name: "Доступен для доставки",
      has: (item) => offerIn(city, item).delivery,
    },
  ]);
}

const STATUSES: Array<
  [id: string, status: "installment" | "on_sale" | "new" | "hit" | "sale" | "clearance", name: string]
> = [
  ["ms_installment", "installment", "Доступно в рассрочку"],
  ["ms_action", "on_sale", "Товары по акции"],
  ["ms_new", "new", "Новинки в каталоге"],
  ["ms_hit", "hit", "Хиты продаж"],
  ["ms_sale", "sale", "Распродажа"],
  ["ms_clearance", "clearance", "Ликвидация"],
];

const statuses = group(
  "marketing_status_filter_group_id",
  "Статус товара",
  STATUSES.map(([id, status, name]) => ({ id, name, has: (item) => item.statuses.has(status) })),
);

const anything = (id: string): Choice => ({ id, name: "Любой", has: () => true });

const discounts = (city: ShopCity): Group =>
  group(
    "discount_filter_group_id",
    "Товары со скидкой",
    [
      anything("discount.any"),
      ...[5, 10, 20, 35].map((least) => ({
        id: `discount.price1_${least}`,
        name: `${least}% и больше`,
        has: (item: Item) => offerIn(city, item).discountPercent >= least,
      })),
    ],
    "LOGIC_RADIO",
  );

const ratings = group(
  "rating_filter_group_id",
  "Оценка товара по отзывам",
  [
    anything("rating.any"),
    ...[4.5, 4, 3.5, 3].map((least) => ({
      id: `rating.${least.toFixed(1)}`,
      name: `${least.toLocaleString("ru")} и выше`,
      has: (item: Item) => item.rating >= least,
    })),
  ],
  "LOGIC_RADIO",
);

function brands(categories: Category[], found: readonly Item[]): Group {
  const names = [...new Set(found.map(({ brand }) => brand))].sort();
  return group(
    `9292_${categories[0]?.id ?? 0}`,
    "Бренд",
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
