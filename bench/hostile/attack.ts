import { setTimeout as sleep } from "node:timers/promises";
import { openReaders } from "../../test/drills/readers/unread-readers.ts";
import type { Client } from "./client.ts";

/** `pages` take long to read, `loops` are readers of somebody else's source that never end, `readers` open links and do not read. */
export const means = ["site", "receiver", "storage", "files", "pages", "loops", "readers"] as const;
export type Means = (typeof means)[number];

/** Records of the result of which a hostile account wants files. */
const RECORDS = 2_000;
/** Of one account, and from how many networks of this machine. */
const READERS = { readers: 50, networks: 100 };
const LINKS = 2;
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
    await Promise.all(by.map((one) => (one === "readers" ? this.#openLinks(signal) : this.#repeat(one, signal))));
  }

  async #openLinks(signal: AbortSignal): Promise<void> {
    const urls: string[] = [];
    for (let nth = 0; nth < LINKS; nth++) {
      const made = await this.#client.send("POST", `/jobs/${this.#job}/link`, { format: "csv" });
      urls.push((await made.json()).url);
    }
    const attack = openReaders(urls, READERS);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await attack.end();
  }

  async #repeat(by: Exclude<Means, "readers">, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [path, body, headers] = this.#request(by);
      // Refusals are part of it.
      await this.#client.try(path, body, headers, signal);
      await sleep(100);
    }
  }

  #request(by: Exclude<Means, "readers">): [path: string, body?: object, headers?: Record<string, string>] {
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
      case "pages":
        return ["/api/nlretail/products/search", { keyword: "enormous", count: 20, timeout: 20 }];
      case "loops":
        return ["/api/endless/things", { count: 2, timeout: 20 }];
      case "files":
        // Another page each time: no file was made before.
        return [`/jobs/${this.#job}/records?format=xlsx&limit=${RECORDS - (this.#tries % 1_500)}`];
    }
  }
}
