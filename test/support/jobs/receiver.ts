import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { SenderOptions } from "../../../src/jobs/webhooks/send.ts";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** A public address that the gate below maps to loopback. */
  url: string;
  port: number;
  received: Received[];
  /** How it responds from now on. */
  answer: (response: ServerResponse, request: Received) => void;
  network: Omit<SenderOptions, "clock">;
  close(): Promise<void>;
}

/** A webhook receiver on loopback, behind a name that resolves to a public address. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const one = { path: request.url!, headers: request.headers, body };
    received.push(one);
    receiver.answer(response, one);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: "http://hooks.example/in",
    port,
    received,
    answer: (response) => response.end("thank you"),
    network: {
      privateHosts: [],
      resolve: async () => ["93.184.215.14"],
      dial: (_target, callback) => {
        const socket: Socket = connect(port, "127.0.0.1", () => callback(null, socket));
        socket.once("error", (error) => callback(error, null));
      },
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
