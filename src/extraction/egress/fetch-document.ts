import { Agent } from "undici";
import { type EgressOptions, guardedConnector } from "./connector.ts";
import { outgoingFailure } from "./outgoing-failure.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16 * 1024;

/** Fetches a small document from an untrusted address, through the guard, without following redirects. Errors are public. */
export async function fetchDocument(address: string, egress: Partial<EgressOptions> = {}): Promise<string> {
  const connect = guardedConnector({ mayBePrivate: () => false, ...egress });
  const agent = new Agent({ connect, allowH2: false, maxResponseSize: MAX_BYTES });
  const { origin, pathname, search } = new URL(address);
  try {
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname + search,
      method: "GET",
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`it answered ${statusCode}`);
    return text;
  } catch (error) {
    throw new Error(outgoingFailure(error), { cause: error });
  } finally {
    await agent.destroy();
  }
}
