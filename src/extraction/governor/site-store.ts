import { askSite, newSite, type Site, type SiteAsk, type SiteReply } from "./site-limit.ts";

/** Grants starts at the origins, as one process sees it. */
export interface SiteLimits {
  /** Whether other processes use it too: then a process renews its lease, and stops if it cannot. */
  isShared: boolean;
  /** This process's milliseconds, for timers and leases. */
  now(): number;
  ask(origin: string, ask: SiteAsk): SiteReply | Promise<SiteReply>;
}

/** Stores the state of the origins. */
export interface SiteStore extends SiteLimits {
  /** The remaining time of each pause that a site asked for, by origin. */
  pauses(): Promise<Map<string, number>>;
  /** Ends the pause of an origin. */
  resume(origin: string): Promise<void>;
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
    async pauses() {
      const left = [...sites].map(([origin, { limit }]) => [origin, limit.pausedUntil - now()] as const);
      return new Map(left.filter(([, ms]) => ms > 0));
    },
    async resume(origin) {
      const site = sites.get(origin);
      if (site) site.limit.pausedUntil = 0;
    },
  };
}
