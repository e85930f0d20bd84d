import type { Config } from "./config.ts";
import { openService, type ServiceOptions, storeAway } from "./open-service.ts";
import { openWorkerPort } from "./worker-port.ts";

/** A process that only runs jobs. Any number of workers, on any machines, can share one PostgreSQL. */
export async function startWorker(config: Config, options: ServiceOptions = {}): Promise<{ close(): Promise<void> }> {
  const opened = new AsyncDisposableStack();
  try {
    const { jobs, watch } = await openService(config, options, opened);
    const { workerPort } = config.jobs;
    if (workerPort > 0) opened.use(await openWorkerPort(workerPort, config.server.host, watch.scraped));
    jobs.start();
    return { close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw storeAway(error, config);
  }
}
