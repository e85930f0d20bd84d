import type { Config } from "./config.ts";
import { openService, type ServiceOptions } from "./open-service.ts";

/** A process that only runs jobs. Any number of workers, on any machines, can share one PostgreSQL. */
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
