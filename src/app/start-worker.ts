import { once } from "node:events";
import { createServer } from "node:http";
import type { Config } from "./config.ts";
import { openService, type ServiceOptions, storeAway } from "./open-service.ts";

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

interface Worker {
  /** Whether the request's token may read the metrics. */
  mayRead(token: string): boolean;
  metrics(): Promise<string>;
}

/** The port of a worker, for probes and Prometheus: a process whose event loop hangs does not answer. */
async function openWorkerPort(port: number, host: string, { mayRead, metrics }: Worker): Promise<AsyncDisposable> {
  const server = createServer(async ({ url, headers }, response) => {
    if (url === "/health/live") return void response.end("ok");
    if (url !== "/metrics") return void response.writeHead(404).end();
    if (!mayRead(headers.authorization?.replace(/^Bearer /i, "") ?? "")) return void response.writeHead(401).end();
    response.setHeader("content-type", "text/plain; version=0.0.4; charset=utf-8").end(await metrics());
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
