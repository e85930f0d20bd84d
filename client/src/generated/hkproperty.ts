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
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** Traditional Chinese (hk), simplified Chinese (sc) or English (en). Default "hk". */
  lang?: "hk" | "sc" | "en";
}

export interface HkpropertyValuation {
  "@type": "HkpropertyValuation";
  id: string;
  unit_code: string | null;
  building_type_code: string | null;
  estate_name: string | null;
  unit_address: string | null;
  location: string | null;
  estate_url: string | null;
  /** Unix seconds. */
  valuation_at: number | null;
  /** Unix seconds. */
  previous_valuation_at: number | null;
  /** Estimated price. */
  price: number | null;
  /** Month-on-month change. */
  price_change_percent: number | null;
  /** Lower bound of the estimate. */
  min_price: number | null;
  /** Upper bound of the estimate. */
  max_price: number | null;
  min_price_change_percent: number | null;
  max_price_change_percent: number | null;
  saleable_area: number | null;
  saleable_price_per_sqft: number | null;
  building_group_id: string | null;
  building_group_name: string | null;
  developer: string | null;
  management_company: string | null;
  phase_count: number | null;
  building_count: number | null;
  unit_count: number | null;
  is_pet_friendly: boolean | null;
  facilities: Array<string>;
  category_labels: Array<string>;
  shopping_mall: string | null;
  /** Nearby MTR, malls, parks, carparks. */
  nearby_places: Array<HkpropertyNearbyPlace>;
  school_net: HkpropertySchoolNet | null;
  latitude: number | null;
  longitude: number | null;
  image: string | null;
}

export interface HkpropertyNearbyPlace {
  "@type": "HkpropertyNearbyPlace";
  /** mtr, mall, park, carpark, ev_charging or university. */
  kind: string | null;
  name: string | null;
  walk_minutes: number | null;
}

export interface HkpropertySchoolNet {
  "@type": "HkpropertySchoolNet";
  primary_school_net: string | null;
  primary_school_url: string | null;
  secondary_school_district: string | null;
  secondary_school_url: string | null;
}

export interface HkpropertyEstatesSearch {
  /** An estate's name, or part of it. */
  query: string;
  /** Language of the names. Default "hk". */
  lang?: "hk" | "sc" | "en";
  /** Most records to return. Default 20. */
  count?: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface HkpropertyEstate {
  "@type": "HkpropertyEstate";
  /** The estate's code: the value for `estate` of the units operation. */
  estate: string;
  name: string | null;
  district: string | null;
  address: string | null;
  unit_count: number | null;
}

export interface HkpropertyEstatesUnits {
  /** The estate's code, or its full name. */
  estate: string;
  /** Name or code of one building. If not given, all buildings. */
  building?: string | null;
  /** Language of the names. Default "hk". */
  lang?: "hk" | "sc" | "en";
  /** Most records to return. Default 20. */
  count?: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface HkpropertyUnit {
  "@type": "HkpropertyUnit";
  /** Value for `unit` of the valuation; null if the site gives the unit no code. */
  unit: string | null;
  unit_code: string | null;
  building: string | null;
  floor: string | null;
  flat: string | null;
  saleable_area: number | null;
}
