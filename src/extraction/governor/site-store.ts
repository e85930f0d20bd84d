import { askSite, newSite, type Site, type SiteAsk, type SiteReply } from "./site-limit.ts";

/** Stores the state of the origins, as one process sees it. */
export interface SiteStore {
  /** Whether other processes use it too: then a process renews its lease, and stops if it cannot. */
  isShared: boolean;
  /** This process's milliseconds, for timers and leases. */
  now(): number;
  ask(origin: string, ask: SiteAsk): SiteReply | Promise<SiteReply>;
}

/** In memory, for one process. */
export function memorySites(now: () => number): SiteStore {
  const sites = new Map<string, Site>();
  return {
    isShared: false,
    now,
    ask(origin, ask) {
      const site = sites.get(origin) ?? newSite(ask.allowed);
      sites.set(origin, site);
      return askSite(site, "", ask, now());
    },
  };
}
