import {
  decimal,
  defineRecord,
  filled,
  flag,
  inUnit,
  list,
  recordMaker,
  required,
  sub,
  text,
  texts,
  whole,
} from "../../../contract/record.ts";

export const NearbyPlace = defineRecord("HkpropertyNearbyPlace", {
  kind: text({ description: "mtr, mall, park, carpark, ev_charging or university." }),
  name: text(),
  walk_minutes: whole(),
});

export const SchoolNet = defineRecord("HkpropertySchoolNet", {
  primary_school_net: text(),
  primary_school_url: text(),
  secondary_school_district: text(),
  secondary_school_url: text(),
});

export const Valuation = defineRecord("HkpropertyValuation", {
  id: filled(required(text())),
  unit_code: text(),
  building_type_code: text(),
  estate_name: filled(text()),
  unit_address: text(),
  location: text(),
  estate_url: text(),
  valuation_at: filled(inUnit("unix seconds", whole({ description: "Unix seconds." }))),
  previous_valuation_at: inUnit("unix seconds", whole({ description: "Unix seconds." })),
  price: filled(inUnit("HKD", decimal({ description: "Estimated price." }))),
  price_change_percent: decimal({ description: "Month-on-month change." }),
  min_price: inUnit("HKD", decimal({ description: "Lower bound of the estimate." })),
  max_price: inUnit("HKD", decimal({ description: "Upper bound of the estimate." })),
  min_price_change_percent: decimal(),
  max_price_change_percent: decimal(),
  saleable_area: inUnit("sq ft", decimal()),
  saleable_price_per_sqft: inUnit("HKD", decimal()),
  building_group_id: text(),
  building_group_name: text(),
  developer: text(),
  management_company: text(),
  phase_count: whole(),
  building_count: whole(),
  unit_count: whole(),
  is_pet_friendly: flag(),
  facilities: texts(),
  category_labels: texts(),
  shopping_mall: text(),
  nearby_places: list(NearbyPlace, { description: "Nearby MTR, malls, parks, carparks." }),
  school_net: sub(SchoolNet),
  latitude: decimal(),
  longitude: decimal(),
  image: text(),
});

export const valuation = recordMaker(Valuation);
export const nearbyPlace = recordMaker(NearbyPlace);
export const schoolNet = recordMaker(SchoolNet);
