import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Time for a client to read its response and to send the rest of its body; longer, and it could hold the connection forever. */
const LINGER_MS = 2_000;

/**
 * Closes a connection after its last response. Until then the rest of what the client sends is read and discarded: closing
 * with bytes unread would reset the connection, and the client might lose the response.
 */
export function closeSoon(socket: Socket): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(timer));
}

/**
 * Reads and discards the rest of a body whose response has been sent, so that the connection can carry the next request. A
 * client that does not finish its body in time loses the connection.
 */
export function discardBody(body: IncomingMessage): void {
  // A handler that stopped reading halfway still holds the body back.
  body.unpipe().resume();
  const timer = setTimeout(() => body.complete || body.socket.destroy(), LINGER_MS).unref();
  body.once("close", () => clearTimeout(timer));
}
