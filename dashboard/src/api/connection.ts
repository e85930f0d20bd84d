import { type ComponentType, lazy } from "react";
import { newStore } from "./stored.ts";

/** What can be wrong between this page and the service. The first that applies is shown. */
const troubles = ["offline", "unreachable", "signed out", "no_account", "single_sign_on", "updated", "slow"] as const;
export type Trouble = (typeof troubles)[number];

const SLOW_MS = 8_000;
const RETRY_MS = 2_000;

const present = new Set<Trouble>();
const first = newStore<Trouble | undefined>(undefined);
const reconnected: (() => void)[] = [];
const late = new Set<object>();
/** Set during an outage: resolves at its end. */
let outage: PromiseWithResolvers<void> | null = null;
/** The document's version when this page was loaded. */
let version: string | null = null;

export class Unreachable extends Error {
  constructor() {
    super("Winnow could not be reached.");
  }
}

export function setTrouble(trouble: Trouble, is: boolean): void {
  if (present.has(trouble) === is) return;
  if (is) present.add(trouble);
  else present.delete(trouble);
  if (trouble === "unreachable") is ? begin() : end();
  first.set(troubles.find((one) => present.has(one)));
}

/** The trouble to show. */
export const useTrouble = first.use;

function begin(): void {
  outage = Promise.withResolvers();
  const retry = () => setTimeout(async () => outage && !(await isReachable()) && retry(), RETRY_MS);
  retry();
}

function end(): void {
  outage?.resolve();
  outage = null;
  for (const run of reconnected) run();
}

/** Runs after each outage. */
export const onReconnect = (run: () => void): void => void reconnected.push(run);

/** An error page of a proxy whose service is away. Winnow's own errors are JSON. */
const isFromProxy = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && !headers.get("content-type")?.includes("json");

/** Every request of the web app. Only here is it noticed that the service is away or slow. */
export async function reach(address: string, request: RequestInit = {}): Promise<Response> {
  const showLate = () => setTrouble("slow", late.size > 0);
  const timer = setTimeout(() => {
    late.add(request);
    showLate();
  }, SLOW_MS);
  try {
    const response = await fetch(address, request);
    if (isFromProxy(response)) throw new Unreachable();
    setTrouble("unreachable", false);
    return response;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    setTrouble("unreachable", true);
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
    late.delete(request);
    showLate();
  }
}

/** Asks for the document's headers: they need no session, and its version changes when the web app is updated. */
export async function isReachable(): Promise<boolean> {
  const document = await reach("/sign-in", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const found = document?.ok ? document.headers.get("etag") : null;
  version ??= found;
  if (found !== null && found !== version) setTrouble("updated", true);
  return document !== null;
}

/** Imports a part of the web app. During an outage this waits: a failed import would end the page that is open. */
export async function whenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      removeFailedStyles();
      // A part that is missing though the service is there is from an older version. The router loads the new one.
      if ((await isReachable()) && ++failures > 1) throw error;
      await outage?.promise;
    }
  }
}

/** A style sheet whose link is in the document is not asked for again with the part that needs it. */
function removeFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (!link.sheet) link.remove();
  }
}

/** React's `lazy`, for a part that may be opened during an outage. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => whenReachable(load));
