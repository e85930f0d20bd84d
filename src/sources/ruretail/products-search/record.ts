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
  whole,
} from "../../../contract/record.ts";

const BrandRef = defineRecord("RuretailBrandRef", {
  id: text(),
  name: text(),
  alias: text(),
  url: text(),
  image: text(),
  vendor_site: text(),
});
const CategoryRef = defineRecord("RuretailCategoryRef", {
  id: text(),
  name: text(),
  alias: text(),
  url: text(),
});
const PickupSummary = defineRecord("RuretailPickupSummary", {
  delivery_date: text({ description: "YYYY-MM-DD." }),
  store_count: whole(),
});
const Label = defineRecord("RuretailLabel", {
  kind: text(),
  name: text(),
  url: text(),
  action_id: text(),
  expires_at: text(),
});
const Property = defineRecord("RuretailProperty", {
  name: required(text()),
  value: required(text()),
  measure: text(),
  group: text(),
});

export const Product = defineRecord("RuretailProduct", {
  id: filled(required(text())),
  city: text({ description: "City code." }),
  city_name: text(),
  name: filled(text()),
  short_name: text(),
  alias: text(),
  url: filled(text()),
  brand: sub(BrandRef),
  category: sub(CategoryRef),
  price: decimal({ description: "Current price." }),
  old_price: decimal({ description: "Price before discount." }),
  club_price: decimal({ description: "Loyalty-club price." }),
  club_price_view_type: text(),
  discount_percent: whole(),
  bonus_points: whole(),
  sbp_bonus: whole(),
  is_fair_price: flag(),
  currency: textOr("RUB"),
  is_available: flag(),
  is_discount: flag(),
  rating: decimal(),
  opinion_count: whole(),
  review_count: whole(),
  stock_in_stores: whole(),
  max_stock_in_store: whole(),
  pickup_points: list(PickupSummary),
  image: text(),
  images: texts(),
  labels: list(Label),
  key_properties: list(Property),
  pack_size: whole(),
  supplier_pack_size: whole(),
  has_analog_products: flag(),
  access_mode: text(),
});

export const product = recordMaker(Product);
export const brandRef = recordMaker(BrandRef);
export const categoryRef = recordMaker(CategoryRef);
export const pickupSummary = recordMaker(PickupSummary);
export const label = recordMaker(Label);
export const property = recordMaker(Property);
