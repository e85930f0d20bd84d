import {
  decimal,
  defineRecord,
  filled,
  flag,
  inUnit,
  list,
  recordMaker,
  required,
  text,
  whole,
} from "../../../contract/record.ts";

export const CategoryRef = defineRecord("NlretailCategoryRef", { id: text(), name: text() });

export const SearchProduct = defineRecord("NlretailSearchProduct", {
  id: filled(required(text())),
  name: filled(text()),
  url: filled(text()),
  image: filled(text()),
  brand: text(),
  brand_url: text(),
  price: filled(inUnit("EUR", decimal({ description: "Current price in euro." }))),
  list_price: inUnit("EUR", decimal({ description: "Reference price, if the site shows one." })),
  condition: text({ description: "new, refurbished or secondhand." }),
  delivery: text(),
  delivered_within_48h: flag(),
  rating: decimal({ description: "Average of the reviews, out of 5." }),
  review_count: whole(),
  categories: list(CategoryRef, { description: "Category hierarchy, from the root down." }),
  is_sponsored: flag(),
});

export const searchProduct = recordMaker(SearchProduct);
export const categoryRef = recordMaker(CategoryRef);
