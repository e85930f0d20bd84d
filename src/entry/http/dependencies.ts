import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
import type { UntrustedProxy } from "../../base/network/trusted-proxies.ts";
import type { StandInReply } from "../../contract/stand-in.ts";
import type { EndpointContext, Reports } from "../../endpoints/context.ts";
import type { BackgroundWork } from "../../jobs/open-jobs.ts";
import type { Service } from "../../service/service.ts";
import type { Windows } from "../../store/shared-windows.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface ServerDependencies extends BackgroundWork {
  service: Service;
  tokens: EndpointContext["tokens"];
  recalls: EndpointContext["recalls"];
  readProvenance: EndpointContext["readProvenance"];
  clock: Clock;
  /** Counts for limits by address. */
  windows: Windows;
  log: FastifyBaseLogger;
  /** Addresses whose `X-Forwarded-For` is trusted. */
  trustProxy: string;
  /** Called once for a proxy that is not among them. */
  onUntrustedProxy: (seen: UntrustedProxy) => void;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: string[];
  /** The public address, such as `https://winnow.example`. */
  publicOrigin(): string;
  /** What a person sees of a stand-in; null if it has no such page. */
  standInPage(source: string, path: string): Promise<StandInReply | null>;
  /** The operator's mail address or web page, for `security.txt`; empty if there is none. */
  contact: string;
  /** Whether calls can be admitted, for `/health`. */
  canAdmit(): Promise<boolean>;
  /** Sources with waiting calls for which no process was granted a request for ten seconds. */
  stalledSources(): string[];
  lifecycle: Lifecycle;
  reports: Reports;
  /** Called for each call that is rejected before all routes and hooks. */
  onShed: (path: string) => void;
  /** Entry points other than the API (dashboard, MCP), each its own plugin. */
  entryPoints: Array<(server: FastifyInstance) => void | Promise<void>>;
}
