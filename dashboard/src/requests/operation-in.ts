import type { CatalogueAnswer, OperationView } from "../../../src/endpoints/dashboard/types.ts";

/** The operation with this path, as far as the catalogue is loaded. */
export const operationIn = (catalogue: CatalogueAnswer | undefined, path: string): OperationView | undefined =>
  catalogue?.sources.flatMap(({ operations }) => operations).find((operation) => operation.path === path);
