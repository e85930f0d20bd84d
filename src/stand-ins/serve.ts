import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { errorMessage } from "../base/thrown.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall } from "../contract/stand-in.ts";
import { type Fault, faultKinds, parseFault } from "./faults.ts";
import { serveStandIn } from "./stand-in-server.ts";

export interface ServeOptions {
  /** Port of the first stand-in; the others follow. By default, any free ports. */
  port?: number;
  /** Initial faults. If undefined (not even `{}`), faults cannot be switched on. */
  faults?: Record<string, Fault>;
  /** Called for every request that reaches a stand-in. */
  onCall?(source: string, call: StandInCall): void;
}

export type ServedStandIns = Awaited<ReturnType<typeof serveStandIns>>;

/** Serves the stand-in site of each source on its own loopback port. */
export async function serveStandIns(sources: Source[], options: ServeOptions = {}) {
  const { port, faults, onCall } = options;
  const servers = new Map(
    await Promise.all(
      sources.map(async (source, index) => {
        const heard = (call: StandInCall) => onCall?.(source.name, call);
        return [source.name, await serveStandIn(await source.standIn(), port ? port + index : 0, heard)] as const;
      }),
    ),
  );
  const serverOf = (source: string) => {
    const server = servers.get(source);
    if (!server) throw new Error(`no stand-in is served for "${source}"`);
    return server;
  };
  const board: Switchboard = {
    faults: () => Object.fromEntries([...servers].map(([name, { fault }]) => [name, fault()])),
    async setFault(source, fault) {
      if (!faults) throw new Error("the stand-ins were started without faults");
      await serverOf(source).setFault(fault);
    },
  };
  const control = faults ? controlServer(board).listen(port ? port + sources.length : 0, "127.0.0.1") : null;
  if (control) await once(control, "listening");
  for (const [source, fault] of Object.entries(faults ?? {})) await board.setFault(source, fault);

  return {
    ...board,
    /** All origins of the source's manifest are served at this one. */
    originOf: (source: string): string => serverOf(source).origin,
    /** Connections currently open at a stand-in. */
    connections: (source: string): number => serverOf(source).connections(),
    /** Resolves when nobody is connected to a stand-in any more. */
    quiet: (source: string): Promise<void> => serverOf(source).quiet(),
    /** Address of the control port; null if faults are not configured. */
    controlOrigin: control && `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      control?.closeAllConnections();
      control?.close();
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

interface Switchboard {
  faults(): Record<string, Fault | null>;
  setFault(source: string, fault: Fault | null): Promise<void>;
}

/**
 * The control port, which is open only when faults are configured: `GET /` lists them, `PUT /nlretail` with `reset:1000`
 * switches one on, `DELETE /nlretail` switches it off.
 */
function controlServer(board: Switchboard): Server {
  return createServer(async (request, response) => {
    const source = (request.url ?? "/").slice(1);
    try {
      if (request.method === "PUT") {
        await board.setFault(source, parseFault(await text(request)));
      } else if (request.method === "DELETE") {
        await board.setFault(source, null);
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`${JSON.stringify({ faults: board.faults(), kinds: faultKinds }, null, 2)}\n`);
    } catch (error) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(`${JSON.stringify({ detail: errorMessage(error) })}\n`);
    }
  });
}
