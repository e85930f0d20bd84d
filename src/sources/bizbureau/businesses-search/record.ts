import { decimal, defineRecord, filled, flag, recordMaker, required, text, texts } from "../../../contract/record.ts";

export const Business = defineRecord("BizbureauBusinessSearchResult", {
  id: filled(required(text("The site's ID of one location of the business: bureau, business and address."))),
  name: filled(text("Name of the business.")),
  image: text("URL of the logo."),
  bbb_rating: text("Letter grade from A+ to F; null if the business has none."),
  is_accredited: filled(flag("Whether the bureau accredits the business.")),
  phone: text("The first phone number that the site lists, as written there."),
  category: text("Main line of business."),
  categories: texts("All lines of business."),
  address: text("Street address; null if the business has no storefront."),
  city: text("City."),
  state: text("Two-letter code of the state or province."),
  zip_code: text("US ZIP code, often ZIP+4, or Canadian postal code."),
  rating_score: decimal("The score behind the letter grade, 0 to 100; null if there is no grade."),
  bbb_name: text("Name of the regional bureau that keeps the profile."),
  profile_url: filled(text("URL of the business's profile.")),
  local_profile_url: text("URL of the profile of this location, if it has its own."),
});

export const business = recordMaker(Business);
