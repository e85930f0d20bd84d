// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { OperationMaker } from "../operation.ts";
import type { Bizbureau, BizbureauBusinessesSearch, BizbureauBusinessSearchResult, BizbureauLocation, BizbureauLocationsSearch } from "./bizbureau.ts";
import type { Hkproperty, HkpropertyEstate, HkpropertyEstatesSearch, HkpropertyEstatesUnits, HkpropertyUnit, HkpropertyValuation, HkpropertyValuations } from "./hkproperty.ts";
import type { Jobsboard, JobsboardCompanies, JobsboardCompaniesSearch, JobsboardCompany, JobsboardCompanyRef } from "./jobsboard.ts";
import type { Nlretail, NlretailProductsSearch, NlretailSearchProduct } from "./nlretail.ts";
import type { Ruretail, RuretailCities, RuretailCity, RuretailFilter, RuretailProduct, RuretailProductsFilters, RuretailProductsSearch } from "./ruretail.ts";
import type { Stays, StaysDestination, StaysDestinationsSearch, StaysFilter, StaysFilters, StaysHotelCard, StaysHotelsSearch } from "./stays.ts";

export type * from "./bizbureau.ts";
export type * from "./hkproperty.ts";
export type * from "./jobsboard.ts";
export type * from "./nlretail.ts";
export type * from "./ruretail.ts";
export type * from "./stays.ts";

/** What each operation takes and gives, by its name. A source of your own is added by declaring it here once more. */
export interface OperationTypes {
  "bizbureau/businesses/search": { request: BizbureauBusinessesSearch; record: BizbureauBusinessSearchResult };
  "bizbureau/locations/search": { request: BizbureauLocationsSearch; record: BizbureauLocation };
  "hkproperty/valuations": { request: HkpropertyValuations; record: HkpropertyValuation };
  "hkproperty/estates/search": { request: HkpropertyEstatesSearch; record: HkpropertyEstate };
  "hkproperty/estates/units": { request: HkpropertyEstatesUnits; record: HkpropertyUnit };
  "jobsboard/companies": { request: JobsboardCompanies; record: JobsboardCompany };
  "jobsboard/companies/search": { request: JobsboardCompaniesSearch; record: JobsboardCompanyRef };
  "nlretail/products/search": { request: NlretailProductsSearch; record: NlretailSearchProduct };
  "ruretail/products/search": { request: RuretailProductsSearch; record: RuretailProduct };
  "ruretail/products/filters": { request: RuretailProductsFilters; record: RuretailFilter };
  "ruretail/cities": { request: RuretailCities; record: RuretailCity };
  "stays/hotels/search": { request: StaysHotelsSearch; record: StaysHotelCard };
  "stays/destinations/search": { request: StaysDestinationsSearch; record: StaysDestination };
  "stays/filters": { request: StaysFilters; record: StaysFilter };
}

export type OperationName = keyof OperationTypes;
/** Of a name that is known only when the program runs, any object; of a misspelt one, nothing. */
type Typed<Op extends string, Part extends "request" | "record"> = Op extends OperationName
  ? OperationTypes[Op][Part]
  : string extends Op
    ? Record<string, unknown>
    : never;
export type RequestOf<Op extends string> = Typed<Op, "request">;
export type RecordOf<Op extends string> = Typed<Op, "record">;

/** Every operation of the service, by source. */
export class Operations {
  /** Business directory. */
  readonly bizbureau: Bizbureau;
  /** Hong Kong residential valuation. */
  readonly hkproperty: Hkproperty;
  /** Job board. */
  readonly jobsboard: Jobsboard;
  /** Dutch retailer. */
  readonly nlretail: Nlretail;
  /** Russian electronics retailer. */
  readonly ruretail: Ruretail;
  /** Lodging search. */
  readonly stays: Stays;

  constructor(operation: OperationMaker) {
    this.bizbureau = {
      businessesSearch: operation("/api/bizbureau/businesses/search"),
      locationsSearch: operation("/api/bizbureau/locations/search"),
    };
    this.hkproperty = {
      valuations: operation("/api/hkproperty/valuations"),
      estatesSearch: operation("/api/hkproperty/estates/search"),
      estatesUnits: operation("/api/hkproperty/estates/units"),
    };
    this.jobsboard = {
      companies: operation("/api/jobsboard/companies"),
      companiesSearch: operation("/api/jobsboard/companies/search"),
    };
    this.nlretail = {
      productsSearch: operation("/api/nlretail/products/search"),
    };
    this.ruretail = {
      productsSearch: operation("/api/ruretail/products/search"),
      productsFilters: operation("/api/ruretail/products/filters"),
      cities: operation("/api/ruretail/cities"),
    };
    this.stays = {
      hotelsSearch: operation("/api/stays/hotels/search"),
      destinationsSearch: operation("/api/stays/destinations/search"),
      filters: operation("/api/stays/filters"),
    };
  }
}
