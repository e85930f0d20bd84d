import { startTestService, type TestService } from "./service.ts";
import { startToyService } from "./toy-service.ts";

const running = new Map<() => Promise<TestService>, Promise<TestService>>();

function shared(start: () => Promise<TestService>): Promise<TestService> {
  const service = running.get(start) ?? start();
  running.set(start, service);
  return service;
}

/**
 * One running service for all suites of a worker that only call it, each with accounts of its own. It ends with the worker.
 * A suite that starts, stops or sets one up, or counts what all accounts have in common, starts its own.
 */
export const sharedService = (): Promise<TestService> => shared(startTestService);

/** The same with the toy shelf as its one source. */
export const sharedToyService = (): Promise<TestService> => shared(startToyService);

/** Ends them; the next suite that calls one starts it again. */
export async function endSharedServices(): Promise<void> {
  const services = [...running.values()];
  running.clear();
  for (const service of services) await (await service).close();
}
