/** The fields of a record with their locations in a row, and readers of common pages. */
export type { Static } from "typebox";
export * from "./fields/kinds.ts";
export { htmlPage, jsonPage } from "./fields/pages.ts";
export { htmlRecord, jsonRecord } from "./fields/table.ts";
export { complete, derivedFrom, filledFrom, shared } from "./provenance/traced-record.ts";
