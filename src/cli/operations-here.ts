import { readConfig } from "../app/config.ts";
import { installedSources } from "../app/installed-sources.ts";
import { createRegistry } from "../service/registry.ts";
import type { CompletedOperation } from "./completion.ts";

/** The operations of this installation's sources, without calling a service. */
export const operationsHere = async (): Promise<CompletedOperation[]> =>
  createRegistry(await installedSources(readConfig(process.env))).entries.map(({ name, operation }) => ({
    name,
    fields: operation.request.properties,
  }));
