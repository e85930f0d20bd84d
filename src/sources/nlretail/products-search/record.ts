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

export const CategoryRef = defineRecord("NlretailCategoryRef", {
  id: text("The site's ID of the category."),
  name: text("Name of the category, in Dutch."),
});

export const SearchProduct = defineRecord("NlretailSearchProduct", {
  id: filled(required(text("The site's ID of the product."))),
  name: filled(text("Name of the product, in Dutch.")),
  url: filled(text("URL of the product's page.")),
  image: filled(text("URL of the main picture, in the largest size offered.")),
  brand: text("Brand."),
  brand_url: text("URL of the brand's page."),
  price: filled(inUnit("EUR", decimal("Current price."))),
  list_price: inUnit("EUR", decimal("Reference price, if the site shows one.")),
  condition: text("new, refurbished or secondhand."),
  delivery: text("The site's sentence on stock and delivery, in Dutch."),
  delivered_within_48h: flag("Whether the site promises delivery within 48 hours."),
  rating: decimal("Average of the reviews, out of 5; null if there are none."),
  review_count: whole("Number of reviews."),
  categories: list(CategoryRef, "Category hierarchy, from the root down."),
  is_sponsored: flag("Whether the site shows the product as an advertisement."),
});

export const searchProduct = recordMaker(SearchProduct);
export const categoryRef = recordMaker(CategoryRef);
