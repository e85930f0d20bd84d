import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";

export const means = ["site", "receiver", "storage", "files"] as const;
export type Means = (typeof means)[number];

/** Records of the result of which a hostile account wants files. */
const RECORDS = 2_000;
const WELL = { query: "чайник", count: 1 };
const later = { prefer: "respond-async" };

/** A free account and what it needs for its attacks. */
export class HostileAccount {
  readonly #client: Client;
  readonly #hanging: string;
  #destination = "";
  #job = "";
  #tries = 0;

  constructor(client: Client, hanging: string) {
    this.#client = client;
    this.#hanging = hanging;
  }

  async prepare(): Promise<void> {
    const storage = {
      endpoint: this.#hanging,
      bucket: "b",
      access_key_id: "k",
      secret_access_key: "s",
      format: "xlsx",
    };
    const made = await this.#client.send("POST", "/destinations", { name: "hanging", ...storage });
    this.#destination = (await made.json()).id;
    const request = { query: "а", count: RECORDS };
    const submitted = await this.#client.send("POST", "/api/ruretail/products/search", request, later);
    const { id } = await submitted.json();
    await this.#client.send("GET", `/jobs/${id}?wait=60`);
    this.#job = id;
  }

  /** Attacks by all these means, as fast as the account may, until the signal. */
  async attack(by: Means[], signal: AbortSignal): Promise<void> {
    await Promise.all(by.map((one) => this.#repeat(one, signal)));
  }

  async #repeat(by: Means, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [path, body, headers] = this.#request(by);
      // Refusals are part of it.
      await this.#client.try(path, body, headers, signal);
      await sleep(100);
    }
  }

  #request(by: Means): [path: string, body?: object, headers?: Record<string, string>] {
    this.#tries += 1;
    switch (by) {
      case "site": {
        const request = { keyword: "plumber", count: 20, timeout: 300 };
        return ["/api/bizbureau/businesses/search", request, this.#tries % 2 === 0 ? later : {}];
      }
      case "receiver":
        return ["/api/ruretail/products/search", WELL, { ...later, "webhook-url": `${this.#hanging}/hang` }];
      case "storage":
        return [
          "/batches",
          { operation: "/api/ruretail/products/search", requests: [WELL], destination: this.#destination },
        ];
      case "files":
        // Another page each time: no file was made before.
        return [`/jobs/${this.#job}/records?format=xlsx&limit=${RECORDS - (this.#tries % 1_500)}`];
    }
  }
}
