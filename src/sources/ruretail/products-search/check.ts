import { lookUpWith } from "../../../contract/did-you-mean.ts";
import { notMeant, ruleBroken } from "../../../contract/errors.ts";
import { FILTERS_LOOKUP } from "./request.ts";
import { brandId, facetOf, type SearchRequest } from "./search-request.ts";

/** Rules across fields, and forms that no answer of the site could make good. */
export function check(request: SearchRequest): void {
  const unknown = request.filters.find((entry) => facetOf(entry) === null);
  if (unknown !== undefined) {
    throw notMeant(
      `filters: each entry must be "<group id>:<option id>"; ${JSON.stringify(unknown)} is not. ${lookUpWith(FILTERS_LOOKUP)}`,
    );
  }
  const blank = request.brands.findIndex((brand) => brandId(brand) === "");
  if (blank >= 0)
    throw ruleBroken({ loc: ["brands", blank], msg: "a brand must not be empty", input: request.brands[blank] });
  const { price_min: min, price_max: max } = request;
  if (min !== null && max !== null && min > max) {
    throw ruleBroken({ loc: ["price_max"], msg: "price_max must not be below price_min", input: max });
  }
}
