/** The fields of a request. */
export * from "../contract/fields.ts";
export { fedBy } from "../contract/lookup.ts";
