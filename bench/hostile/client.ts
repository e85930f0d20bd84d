import { Agent, fetch } from "undici";

/** Calls of one account, from its own loopback address, so that the limits per network do not affect the result. */
export function clientOf(address: string, key: string, localAddress: string) {
  const dispatcher = new Agent({ localAddress });

  async function send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ) {
    const answer = await fetch(address + path, {
      method,
      dispatcher,
      headers: { "access-token": key, ...(body && { "content-type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer as Omit<typeof answer, "json"> & { json(): Promise<any> };
  }

  return { send };
}

export type Client = ReturnType<typeof clientOf>;
