/** Every warning an answer can carry (`x-warnings`), in one flat list; the docs are made from it. */
export const warningCatalogue = {
  radius_without_location: "`radius` had no effect: it needs a `location`.",
  available_only_without_dates: "`available_only` had no effect: it needs `checkin` and `checkout`.",
  price_filter_without_dates: "A price filter had no effect: it needs `checkin` and `checkout`.",
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof warningCatalogue;
