import { createServer, type Server } from "node:http";
import { errorMessage } from "../base/thrown.ts";
import { type Fault, faultKinds, parseFault } from "./faults.ts";

export interface Switchboard {
  faults(): Record<string, Fault | null>;
  setFault(source: string, fault: Fault | null): Promise<void>;
}

/**
 * The control port, which is open only when faults are configured: `GET /` lists them, `PUT /nlretail` with `reset:1000`
 * switches one on, `DELETE /nlretail` switches it off.
 */
export function controlServer(board: Switchboard): Server {
  return createServer(async (request, response) => {
    const source = (request.url ?? "/").slice(1);
    try {
      if (request.method === "PUT") {
        let body = "";
        for await (const chunk of request) body += chunk;
        await board.setFault(source, parseFault(body));
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
