import { createRegistry } from "../service/registry.ts";
import { findSources } from "../sources/find-sources.ts";
import type { CompletedOperation } from "./completion.ts";

/** The operations of the sources in this installation, without a service to ask. */
export const operationsHere = async (): Promise<CompletedOperation[]> =>
  createRegistry(await findSources()).entries.map(({ name, operation }) => ({
    name,
    fields: operation.request.properties as CompletedOperation["fields"],
  }));
