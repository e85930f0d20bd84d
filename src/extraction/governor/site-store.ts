import { askSite, newSite, type Site, type SiteAsk, type SiteReply } from "./site-limit.ts";

/** Where the numbers of the origins are kept, as one process sees them. */
export interface SiteStore {
  /** Whether other processes ask it, too: then a process renews its lease, and stops when it cannot. */
  isShared: boolean;
  /** Milliseconds of this process, for timers and leases. */
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
