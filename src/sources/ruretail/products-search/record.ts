import {
  decimal,
  defineRecord,
  filled,
  flag,
  list,
  recordMaker,
  required,
  sub,
  text,
  textOr,
  texts,
  unseen,
  whole,
} from "../../../contract/record.ts";

const BrandRef = defineRecord("RuretailBrandRef", {
  id: text("The site's ID of the brand."),
  name: text("Name of the brand."),
  alias: text("Name of the brand in URLs."),
  url: unseen(text("URL of the brand's page.")),
  image: unseen(text("URL of the brand's logo.")),
  vendor_site: unseen(text("URL of the manufacturer's website.")),
});

const CategoryRef = defineRecord("RuretailCategoryRef", {
  id: text("The site's ID of the category."),
  name: text("Name of the category, in Russian."),
  alias: text("Name of the category in URLs."),
  url: text("URL of the category's page."),
});

const PickupSummary = defineRecord("RuretailPickupSummary", {
  delivery_date: text("Day of pickup, YYYY-MM-DD."),
  store_count: whole("Stores where the product can be picked up on that day."),
});

const Label = defineRecord("RuretailLabel", {
  kind: text("The site's kind of label: INSTALLMENT, BONUS, PROMOCODE, CUSTOM, ..."),
  name: text("Text of the label, in Russian."),
  url: text("URL of the promotion."),
  action_id: text("The site's ID of the promotion."),
  expires_at: text("ISO 8601 time at which the promotion ends."),
});

const Property = defineRecord("RuretailProperty", {
  name: required(text("Name of the property, in Russian.")),
  value: required(text("Value of the property.")),
  measure: text("Unit of the value, if the site gives it apart."),
  group: text("Heading under which the site lists the property."),
});

export const Product = defineRecord("RuretailProduct", {
  id: filled(required(text("The site's ID of the product."))),
  city: text("City code: prices and stock are those of this city."),
  city_name: text("Name of the city, in Russian."),
  name: filled(text("Full name, in Russian.")),
  short_name: text("Name as a card shows it."),
  alias: text("Name of the product in its URL."),
  url: filled(text("URL of the product's page.")),
  brand: sub(BrandRef, "Brand."),
  category: sub(CategoryRef, "Category in which the site lists the product."),
  price: decimal("Current price in `currency`; null if the product is not for sale now."),
  old_price: decimal("Price before the discount, in `currency`; null if there is none."),
  club_price: decimal("Price for members of the loyalty club, in `currency`; null if the site shows none."),
  club_price_view_type: text("The site's code for how it shows the club price: PRICE_IN_RUB, SKIP (hidden), ..."),
  discount_percent: whole("Discount in percent; null if there is none."),
  bonus_points: whole("Loyalty points that a purchase earns."),
  sbp_bonus: unseen(whole("By its name, a bonus for paying by SBP, Russia's instant payment system.")),
  is_fair_price: flag("Whether the site marks the price as fair; it does not say how it judges."),
  currency: textOr("RUB", "ISO 4217 code of the currency of the prices."),
  is_available: flag("Whether the product can be bought now."),
  is_discount: flag("Whether these are marked-down goods."),
  rating: decimal("Average of the opinions, out of 5; null if there are none."),
  opinion_count: whole("Number of customers' opinions."),
  review_count: whole("Number of reviews, which the site counts apart from opinions."),
  stock_in_stores: whole("The site's count of stock in the stores of the city."),
  max_stock_in_store: whole("Most items in one place; 50 also stands for more than 50."),
  pickup_points: list(PickupSummary, "Stores that offer pickup, by day."),
  image: text("URL of the main picture, in the largest size offered."),
  images: texts("URLs of all pictures; empty unless `with_images` is true."),
  labels: list(Label, "Promotion labels."),
  key_properties: list(Property, "Main specifications."),
  pack_size: whole("Number of items that are sold together."),
  supplier_pack_size: whole("Number of items in the supplier's package."),
  has_analog_products: flag("Whether the site offers similar products; only rendered cards show it."),
  access_mode: unseen(text("The site's code for who may buy the product.")),
});

export const product = recordMaker(Product);
export const brandRef = recordMaker(BrandRef);
export const categoryRef = recordMaker(CategoryRef);
export const pickupSummary = recordMaker(PickupSummary);
export const label = recordMaker(Label);
export const property = recordMaker(Property);
