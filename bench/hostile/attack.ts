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

type Attack = Exclude<Means, "readers">;

/** A free account with what its attacks need. They come as fast as the account may, until the signal. */
export async function hostileAccount({ send }: Client, hanging: string) {
  const storage = { endpoint: hanging, bucket: "b", access_key_id: "k", secret_access_key: "s", format: "xlsx" };
  const made = await send("POST", "/destinations", { name: "hanging", ...storage });
  const { id: destination } = await made.json();
  const submitted = await send("POST", "/api/ruretail/products/search", { query: "а", count: RECORDS }, later);
  const { id: job } = await submitted.json();
  await send("GET", `/jobs/${job}?wait=60`);
  let tries = 0;

  async function openLinks(signal: AbortSignal): Promise<void> {
    const urls: string[] = [];
    for (let nth = 0; nth < LINKS; nth++) {
      const made = await send("POST", `/jobs/${job}/link`, { format: "csv" });
      urls.push((await made.json()).url);
    }
    const attack = openReaders(urls, READERS);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await attack.end();
  }

  async function repeat(by: Attack, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [path, body, headers] = request(by);
      // It may be refused, hang or be called off: that is part of it.
      const answer = await send(body ? "POST" : "GET", path, body, headers, signal).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      await sleep(100);
    }
  }

  function request(by: Attack): [path: string, body?: object, headers?: Record<string, string>] {
    tries += 1;
    switch (by) {
      case "site": {
        const request = { keyword: "plumber", count: 20, timeout: 300 };
        return ["/api/bizbureau/businesses/search", request, tries % 2 === 0 ? later : {}];
      }
      case "receiver":
        return ["/api/ruretail/products/search", WELL, { ...later, "webhook-url": `${hanging}/hang` }];
      case "storage":
        return ["/batches", { operation: "/api/ruretail/products/search", requests: [WELL], destination }];
      case "pages":
        return ["/api/nlretail/products/search", { keyword: "enormous", count: 20, timeout: 20 }];
      case "loops":
        return ["/api/endless/things", { count: 2, timeout: 20 }];
      case "files":
        // Another page each time: no file was made before.
        return [`/jobs/${job}/records?format=xlsx&limit=${RECORDS - (tries % 1_500)}`];
    }
  }

  return (by: Means[], signal: AbortSignal) =>
    Promise.all(by.map((one) => (one === "readers" ? openLinks(signal) : repeat(one, signal))));
}
