import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives webhooks and files: responds below `/well`, says when what arrived, and never responds elsewhere. */
export class HangingServer {
  readonly arrived = new Map<string, number>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<HangingServer> {
    const server = createServer();
    const made = new HangingServer(server);
    server.on("request", (request, response) => {
      request.resume();
      if (!request.url!.startsWith("/well")) return;
      made.arrived.set(request.url!, performance.now());
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return made;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
