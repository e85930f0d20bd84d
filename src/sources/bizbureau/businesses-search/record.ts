import { decimal, defineRecord, filled, flag, recordMaker, required, text, texts } from "../../../contract/record.ts";

export const Business = defineRecord("BizbureauBusinessSearchResult", {
  id: filled(required(text())),
  name: filled(text()),
  image: text(),
  bbb_rating: text({ description: "Letter grade; null if the business has none." }),
  is_accredited: filled(flag()),
  phone: text(),
  category: text(),
  categories: texts(),
  address: text(),
  city: text(),
  state: text(),
  zip_code: text(),
  rating_score: decimal(),
  bbb_name: text(),
  profile_url: filled(text()),
  local_profile_url: text(),
});

export const business = recordMaker(Business);
