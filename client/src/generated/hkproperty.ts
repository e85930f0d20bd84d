// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Hong Kong residential valuation. */
export interface Hkproperty {
  /**
   * Valuation of one residential unit: 1 credit per request. 412 when no valuation exists for the property reference number.
   *
   * Weekly automated valuation of one Hong Kong private residential unit, identified by its property reference number, with the profile of its estate.
   */
  valuations: Operation<HkpropertyValuations, HkpropertyValuation>;
  /**
   * Estates by name: 1 credit per request, free if nothing is found.
   *
   * Estates, phases and single buildings whose name contains a text, as the site's own search box suggests them. Not yet verified on the live site: name and code are known from public code; district, address and number of units are inferred.
   */
  estatesSearch: Operation<HkpropertyEstatesSearch, HkpropertyEstate>;
  /**
   * Units of an estate: 1 credit per request, free if nothing is found. 412 when the source does not know the estate, or the estate has no such building.
   *
   * Units of an estate's buildings, floor by floor, each with the value for `unit` of the valuation. Not yet verified on the live site: buildings, floors, flats and codes are known from public code; that a valuation accepts the unit's code, and where the saleable area is, are inferred.
   */
  estatesUnits: Operation<HkpropertyEstatesUnits, HkpropertyUnit>;
}

export interface HkpropertyValuations {
  /** The unit's property reference number, or the site's own code for it. */
  unit: string;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** Traditional Chinese (hk), simplified Chinese (sc) or English (en). Default "hk". */
  lang?: "hk" | "sc" | "en";
}

export interface HkpropertyValuation {
  /** The kind of record, always the same. */
  "@type": "HkpropertyValuation";
  /** The unit's property reference number, as the site or the request gives it. */
  id: string;
  /** The site's code of the unit, 12 letters. */
  unit_code: string | null;
  /** The site's code of the building: `1-` and its letters. */
  building_type_code: string | null;
  /** Name of the estate, with its phase. */
  estate_name: string | null;
  /** Estate, building, floor and flat in one line. */
  unit_address: string | null;
  /** Neighbourhood or district. */
  location: string | null;
  /** URL of the estate's page. */
  estate_url: string | null;
  /** Date of the estimate (unix seconds). */
  valuation_at: number | null;
  /** Date of the estimate before this one (unix seconds). */
  previous_valuation_at: number | null;
  /** Estimated price (HKD). */
  price: number | null;
  /** Month-on-month change of the estimate, in percent. */
  price_change_percent: number | null;
  /** Lower bound of the estimate (HKD). */
  min_price: number | null;
  /** Upper bound of the estimate (HKD). */
  max_price: number | null;
  /** Change of the lower bound, in percent. */
  min_price_change_percent: number | null;
  /** Change of the upper bound, in percent. */
  max_price_change_percent: number | null;
  /** Saleable area of the unit (sq ft). */
  saleable_area: number | null;
  /** Estimated price for each square foot of saleable area (HKD). */
  saleable_price_per_sqft: number | null;
  /** The site's ID of the group of buildings. */
  building_group_id: string | null;
  /** Name of the group of buildings. */
  building_group_name: string | null;
  /** Developer of the estate; several are separated by commas. */
  developer: string | null;
  /** Company that manages the estate. */
  management_company: string | null;
  /** Phases of the estate; 0 if it has none. */
  phase_count: number | null;
  /** Buildings of the estate. */
  building_count: number | null;
  /** Units of the estate. */
  unit_count: number | null;
  /** Whether the estate allows pets. */
  is_pet_friendly: boolean | null;
  /** Facilities of the estate. */
  facilities: Array<string>;
  /** The site's labels of the estate, such as being near the railway. */
  category_labels: Array<string>;
  /** Name of the first mall among the nearby places. */
  shopping_mall: string | null;
  /** Nearby MTR, malls, parks, carparks. */
  nearby_places: Array<HkpropertyNearbyPlace>;
  /** School districts of the estate. */
  school_net: HkpropertySchoolNet | null;
  /** Latitude of the estate in degrees. */
  latitude: number | null;
  /** Longitude of the estate in degrees. */
  longitude: number | null;
  /** URL of a photo of the estate. */
  image: string | null;
}

export interface HkpropertyNearbyPlace {
  /** The kind of record, always the same. */
  "@type": "HkpropertyNearbyPlace";
  /** mtr, mall, park, carpark, ev_charging or university. */
  kind: string | null;
  /** Name of the place. */
  name: string | null;
  /** Walking time from the estate, in minutes. */
  walk_minutes: number | null;
}

export interface HkpropertySchoolNet {
  /** The kind of record, always the same. */
  "@type": "HkpropertySchoolNet";
  /** Number of the primary school net. */
  primary_school_net: string | null;
  /** URL of the site's page on that net. */
  primary_school_url: string | null;
  /** District for secondary schools. */
  secondary_school_district: string | null;
  /** URL of the site's page on that district. */
  secondary_school_url: string | null;
}

export interface HkpropertyEstatesSearch {
  /** An estate's name, or part of it. */
  query: string;
  /** Language of the names. Default "hk". */
  lang?: "hk" | "sc" | "en";
  /** Maximum number of records to return. Default 20. */
  count?: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface HkpropertyEstate {
  /** The kind of record, always the same. */
  "@type": "HkpropertyEstate";
  /** The estate's code: the value for `estate` of the units operation. */
  estate: string;
  /** Name of the estate, in the requested language. */
  name: string | null;
  /** District. */
  district: string | null;
  /** Street address. Always null so far: Winnow has seen no page of the site that has it. */
  address: string | null;
  /** Number of units in the estate. */
  unit_count: number | null;
}

export interface HkpropertyEstatesUnits {
  /** The estate's code, or its full name. */
  estate: string;
  /** Name or code of one building. If not given, all buildings. */
  building?: string | null;
  /** Language of the names. Default "hk". */
  lang?: "hk" | "sc" | "en";
  /** Maximum number of records to return. Default 20. */
  count?: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface HkpropertyUnit {
  /** The kind of record, always the same. */
  "@type": "HkpropertyUnit";
  /** Value for `unit` of the valuation; null if the site gives the unit no code. */
  unit: string | null;
  /** The site's code of the unit, 12 letters. */
  unit_code: string | null;
  /** Name or number of the building. */
  building: string | null;
  /** Floor, as the site writes it. */
  floor: string | null;
  /** Letter or number of the flat on its floor. */
  flat: string | null;
  /** Saleable area (sq ft). */
  saleable_area: number | null;
}
