import { Type } from "typebox";
import type { Permission } from "../accounts/roles.ts";
import type { ApiKey, Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { type Endpoint, endpointGroup, noSuch } from "../contract/endpoint.ts";
import { given, integer } from "../contract/shapes.ts";
import type { HealthDetails, Status } from "../health/status-types.ts";
import type { BackgroundWork } from "../jobs/open-jobs.ts";
import type { Payer, WorkOwner } from "../jobs/types.ts";
import type { LimitName } from "../limits/limits.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { TokenQueries } from "../metering/token-queries.ts";
import type { ProvenanceReader } from "../recalls/provenance-reader.ts";
import type { RecallViews } from "../recalls/recall-store.ts";
import type { Entry } from "../service/registry.ts";
import type { Service } from "../service/service.ts";

/** Dependencies of the handlers. */
export interface EndpointContext extends BackgroundWork {
  service: Service;
  recalls: RecallViews;
  readProvenance: ProvenanceReader;
  tokens: TokenQueries & Pick<MeteringService, "openAnswer">;
  /** The public address, such as `https://winnow.example`. */
  publicOrigin(): string;
  clock: Clock;
}

/** Dependencies of the handlers for keys and for anonymous callers. */
export interface PublicContext extends EndpointContext {
  probes: Probes;
  reports: Reports;
}

/** Status reports of the sources, for anyone and for the operator. */
export interface Reports {
  status(): Promise<Status>;
  details(): HealthDetails;
  /** Whether a bearer token is the operator's. */
  mayRead(token: string): boolean;
}

/** Probes of a supervisor or load balancer. Each throws if the check fails. */
export interface Probes {
  admitting(): Promise<void>;
  serving(): void;
  stalledSources(): string[];
}

/** Who calls: a key, or a user of the dashboard, who sees the work of all keys of the account. */
export interface EndpointCaller {
  owner: WorkOwner;
  /** The calling key with its account; throws for a session. */
  byKey: Caller;
  /** Throws if the caller's key may not use the operation. */
  permit(entry: Entry): void;
  /** The key that is charged for a run of this operation. Throws if none may use it. */
  callerFor(entry: Entry): Promise<Caller>;
  /**
   * Whether work that the caller changes or starts stays with the key that has paid for it so far. A key takes all of it
   * over, and a developer at the dashboard what is not theirs: otherwise they would spend around their own cap.
   */
  leaves(key: ApiKey): boolean;
}

/** Who pays for work of this operation that the caller changes or starts. */
export const requestPayer = ({ leaves, callerFor }: EndpointCaller, entry: Entry): Payer => ({
  entry,
  leaves,
  caller: () => callerFor(entry),
});

/**
 * A `defineEndpoint` for one group, by default for keys and for users of the dashboard who may work in the account. `thing`
 * is the resource of its paths.
 */
export const group = (name: string, thing: string, shared: Partial<Shared> = {}) =>
  endpointGroup<EndpointContext, EndpointCaller>(name, thing, {
    callers: ["key", "session"],
    limits: ["workCalls"],
    changes: "work",
    ...shared,
  });

type Shared = Pick<Endpoint, "callers" | "managesDelivery"> & { limits: LimitName[]; changes: Permission };

/** Returns the thing, or throws a 404 that names it. */
export function found<T>(thing: T | null | undefined, what: string): T {
  if (thing === null || thing === undefined) throw noSuch(what);
  return thing;
}

export const pageFields = {
  limit: integer({ minimum: 1, maximum: 100, default: 10, description: "Rows per page." }),
  cursor: Type.Optional(given({ maxLength: 200, description: "The `x-next-cursor` of the last page." })),
};

export const pageOf = ({ limit, cursor }: { limit: number; cursor?: string }) => ({ limit, cursor: cursor ?? null });

/** A time of a query in the service's form. */
export const parseTime = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));

export const FREE = "Free and not counted in any rate window.";
