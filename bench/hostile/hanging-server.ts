import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives webhooks and files: responds below `/well`, says when what arrived, and never responds elsewhere. */
export async function startHangingServer() {
  const arrived = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url!.startsWith("/well")) return;
    arrived.set(request.url!, performance.now());
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => server.close().closeAllConnections();
  return { address, arrived, close };
}
