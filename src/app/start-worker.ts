import type { Config } from "./config.ts";
import { openService, type ServiceOptions } from "./open-service.ts";

/** A process that takes jobs and answers nobody: any number of them, on any machines, on one PostgreSQL. */
export async function startWorker(config: Config, options: ServiceOptions = {}): Promise<{ close(): Promise<void> }> {
  const opened = new AsyncDisposableStack();
  try {
    const { jobs } = await openService(config, options, opened);
    jobs.start();
    return { close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
