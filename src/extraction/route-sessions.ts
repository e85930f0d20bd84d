import type { Route } from "./routes/route-rotation.ts";
import { openSession, type Session } from "./session.ts";
import type { SourceState } from "./source-state.ts";
import type { Transport } from "./transport/transport.ts";

/** Visitors that one run may be on a provider's route: after that many walls, the next route is tried. */
const MAX_VISITORS = 3;

interface Opened {
  visitor: Promise<Visitor>;
  count: number;
}

/** One visitor of the site: cookies, and the transport that it comes by. */
export interface Visitor {
  session: Session;
  transport: Transport;
}

/** The visitors of one run, one on each route: all its pages are requested by the same one, until it meets a wall. */
export class RouteSessions {
  readonly #state: Pick<SourceState, "manifest" | "jarFor">;
  readonly #opened = new Map<Route, Opened>();
  readonly #own: Array<Promise<Transport>> = [];

  constructor(state: Pick<SourceState, "manifest" | "jarFor">) {
    this.#state = state;
  }

  by(route: Route): Promise<Visitor> {
    return this.#at(route).visitor;
  }

  /** Whether another visitor takes over from one that met a wall. Only a provider's route has others. */
  async replace(route: Route, walled: Visitor): Promise<boolean> {
    const opened = this.#at(route);
    if (!route.newVisitor) return false;
    // Another page of the run has met the wall before.
    if ((await opened.visitor) !== walled) return true;
    if (opened.count >= MAX_VISITORS) return false;
    this.#opened.set(route, { visitor: this.#open(route), count: opened.count + 1 });
    return true;
  }

  /** Closes the connections that belong to this run. */
  async close(): Promise<void> {
    await Promise.all(this.#own.map((transport) => transport.then((one) => one.close()).catch(() => {})));
  }

  #at(route: Route): Opened {
    let opened = this.#opened.get(route);
    if (!opened) {
      opened = { visitor: this.#open(route), count: 1 };
      this.#opened.set(route, opened);
      // A list of proxies that could not be read may be readable at the next try.
      opened.visitor.catch(() => this.#opened.delete(route));
    }
    return opened;
  }

  async #open(route: Route): Promise<Visitor> {
    const { manifest, jarFor } = this.#state;
    if (!route.newVisitor) {
      const { transport } = route;
      return { transport, session: openSession({ ...manifest, transport, jarFor: jarFor(route) }) };
    }
    const opening = route.newVisitor();
    this.#own.push(opening);
    const transport = await opening;
    // Cookies belong to the address that they were given to.
    return { transport, session: openSession({ ...manifest, transport }) };
  }
}
