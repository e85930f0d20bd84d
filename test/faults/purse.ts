import { setTimeout as wait } from "node:timers/promises";
import type { TestService } from "../support/service.ts";

const POINTS = 3_000;
const MAX_LOOKS = 400;

/** The points of accounts, asked beside the proxy. */
export class Purse {
  readonly #service: TestService;
  #asked = 0;

  constructor(service: TestService) {
    this.#service = service;
  }

  newKey(): Promise<string> {
    return this.#service.createKey({ points: POINTS });
  }

  /** The points once nothing is held: they are what the history says was paid. */
  async settled(key: string): Promise<number> {
    for (let looks = 0; ; looks++) {
      const points = await this.points(key);
      const paid = await this.#paid(key);
      if (points === POINTS - paid) return points;
      if (looks === MAX_LOOKS) throw new Error(`${points} points are left of ${POINTS}; the history says ${paid} paid`);
      await wait(25);
    }
  }

  async points(key: string): Promise<number> {
    return (await this.#get("/token/statistic", key)).json()[0].points;
  }

  async #paid(key: string): Promise<number> {
    let sum = 0;
    let cursor: unknown = "";
    do {
      const page = await this.#get(`/token/requests?limit=100${cursor && `&cursor=${cursor}`}`, key);
      for (const { cost } of page.json()) sum += Number(cost);
      cursor = page.headers["x-next-cursor"];
    } while (cursor);
    return sum;
  }

  #get(path: string, key: string) {
    // Calls are limited by address.
    this.#asked += 1;
    const address = `11.${(this.#asked >> 16) & 255}.${(this.#asked >> 8) & 255}.${this.#asked & 255}`;
    const headers = { "access-token": key, "x-forwarded-for": address };
    return this.#service.inject({ method: "GET", url: path, headers });
  }
}
