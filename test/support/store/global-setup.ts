import type { TestProject } from "vitest/node";
import { postgresOnDemand } from "./postgres-on-demand.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Asked once per suite: answers with the address of the run's PostgreSQL, which the first question starts. */
    postgresAt: string;
  }
}

/** One PostgreSQL for the whole run, and none where no suite asks for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { address, close } = await postgresOnDemand();
  project.provide("postgresAt", address);
  return close;
}
