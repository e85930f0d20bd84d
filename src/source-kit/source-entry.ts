/** `winnow-api/source`: everything that a source needs, for packages and folders outside this repository. */
export * from "./html.ts";
export * from "./json.ts";
export * from "./record.ts";
export * from "./request.ts";
export * from "./source.ts";
export * from "./values.ts";
