import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
import type { UntrustedProxy } from "../../base/network/trusted-proxies.ts";
import type { EndpointContext, Reports } from "../../endpoints/context.ts";
import type { BackgroundWork } from "../../service/background-work.ts";
import type { Service } from "../../service/service.ts";
import type { Windows } from "../../store/shared-windows.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface ServerDependencies extends BackgroundWork {
  service: Service;
  tokens: EndpointContext["tokens"];
  clock: Clock;
  /** What limits by address are counted in; of this process alone unless given. */
  windows?: Windows;
  log: FastifyBaseLogger;
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustProxy?: string;
  /** Called once for a proxy that it does not name. */
  onUntrustedProxy?: (seen: UntrustedProxy) => void;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins?: string[];
  /** The address that people open, such as `https://winnow.example`. */
  publicOrigin(): string;
  /** Whether calls can be let in: what `/health` says. */
  canAdmit(): Promise<boolean>;
  /** Sources that calls wait for although no process was granted a request for ten seconds. */
  stalledSources(): string[];
  lifecycle: Lifecycle;
  reports: Reports;
  /** Told of each call that is refused ahead of all routes and hooks. */
  onShed?: (path: string) => void;
  /** Entry points other than the API (dashboard, MCP), each a plugin of its own. */
  entryPoints?: Array<(server: FastifyInstance) => void | Promise<void>>;
}
