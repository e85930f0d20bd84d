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
  kind: text("mtr, mall, park, carpark, ev_charging or university."),
  name: text("Name of the place."),
  walk_minutes: whole("Walking time from the estate, in minutes."),
});

export const SchoolNet = defineRecord("HkpropertySchoolNet", {
  primary_school_net: text("Number of the primary school net."),
  primary_school_url: text("URL of the site's page on that net."),
  secondary_school_district: text("District for secondary schools."),
  secondary_school_url: text("URL of the site's page on that district."),
});

export const Valuation = defineRecord("HkpropertyValuation", {
  id: filled(required(text("The unit's property reference number, as the site or the request gives it."))),
  unit_code: text("The site's code of the unit, 12 letters."),
  building_type_code: text("The site's code of the building: `1-` and its letters."),
  estate_name: filled(text("Name of the estate, with its phase.")),
  unit_address: text("Estate, building, floor and flat in one line."),
  location: text("Neighbourhood or district."),
  estate_url: text("URL of the estate's page."),
  valuation_at: filled(inUnit("unix seconds", whole("Date of the estimate."))),
  previous_valuation_at: inUnit("unix seconds", whole("Date of the estimate before this one.")),
  price: filled(inUnit("HKD", decimal("Estimated price."))),
  price_change_percent: decimal("Month-on-month change of the estimate, in percent."),
  min_price: inUnit("HKD", decimal("Lower bound of the estimate.")),
  max_price: inUnit("HKD", decimal("Upper bound of the estimate.")),
  min_price_change_percent: decimal("Change of the lower bound, in percent."),
  max_price_change_percent: decimal("Change of the upper bound, in percent."),
  saleable_area: inUnit("sq ft", decimal("Saleable area of the unit.")),
  saleable_price_per_sqft: inUnit("HKD", decimal("Estimated price for each square foot of saleable area.")),
  building_group_id: text("The site's ID of the group of buildings."),
  building_group_name: text("Name of the group of buildings."),
  developer: text("Developer of the estate; several are separated by commas."),
  management_company: text("Company that manages the estate."),
  phase_count: whole("Phases of the estate; 0 if it has none."),
  building_count: whole("Buildings of the estate."),
  unit_count: whole("Units of the estate."),
  is_pet_friendly: flag("Whether the estate allows pets."),
  facilities: texts("Facilities of the estate."),
  category_labels: texts("The site's labels of the estate, such as being near the railway."),
  shopping_mall: text("Name of the first mall among the nearby places."),
  nearby_places: list(NearbyPlace, "Nearby MTR, malls, parks, carparks."),
  school_net: sub(SchoolNet, "School districts of the estate."),
  latitude: decimal("Latitude of the estate in degrees."),
  longitude: decimal("Longitude of the estate in degrees."),
  image: text("URL of a photo of the estate."),
});

export const valuation = recordMaker(Valuation);
export const nearbyPlace = recordMaker(NearbyPlace);
export const schoolNet = recordMaker(SchoolNet);
export type ValuationRecord = ReturnType<typeof valuation>;
