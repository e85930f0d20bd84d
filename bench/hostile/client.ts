import { Agent, fetch } from "undici";

/** Calls of one account, from its own loopback address, so that the limits per network do not affect the result. */
export class Client {
  readonly #address: string;
  readonly #key: string;
  readonly #dispatcher: Agent;

  constructor(address: string, key: string, localAddress: string) {
    this.#address = address;
    this.#key = key;
    this.#dispatcher = new Agent({ localAddress });
  }

  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}, signal?: AbortSignal) {
    const answer = await fetch(this.#address + path, {
      method,
      dispatcher: this.#dispatcher,
      headers: { "access-token": this.#key, ...(body && { "content-type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer as Omit<typeof answer, "json"> & { json(): Promise<any> };
  }

  /** A request that may be refused, hang or be called off. */
  async try(path: string, body: object | undefined, headers: Record<string, string> | undefined, signal: AbortSignal) {
    const answer = await this.send(body ? "POST" : "GET", path, body, headers, signal).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
  }
}
