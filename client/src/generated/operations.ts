// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { OperationMaker } from "../operation.ts";
import type { Bizbureau } from "./bizbureau.ts";
import type { Hkproperty } from "./hkproperty.ts";
import type { Jobsboard } from "./jobsboard.ts";
import type { Nlretail } from "./nlretail.ts";
import type { Ruretail } from "./ruretail.ts";
import type { Stays } from "./stays.ts";

export type * from "./bizbureau.ts";
export type * from "./hkproperty.ts";
export type * from "./jobsboard.ts";
export type * from "./nlretail.ts";
export type * from "./ruretail.ts";
export type * from "./stays.ts";

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
