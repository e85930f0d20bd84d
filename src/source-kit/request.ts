export * from "../contract/fields.ts";
export { fedBy } from "../contract/lookup.ts";
