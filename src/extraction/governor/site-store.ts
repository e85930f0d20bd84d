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
  /** The remaining time of the pause that each origin asked for; 0 if it did not. */
  pauses(): Promise<Map<string, number>>;
  /** Forgets what an origin asked for and how it responded: its pause ends, and its whole rate and concurrency are back. */
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
      return new Map([...sites].map(([origin, { limit }]) => [origin, Math.max(0, limit.pausedUntil - now())]));
    },
    async resume(origin) {
      sites.delete(origin);
    },
  };
}
