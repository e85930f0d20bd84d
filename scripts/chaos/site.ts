import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The website that every process reads. It returns one of two pages after a delay, and tracks its concurrent requests. */
export async function openSite(tookMs: number) {
  let inFlight = 0;
  let max = 0;
  const arrived: number[] = [];
  const pageOf = (number: string) =>
    JSON.stringify({ things: Array.from({ length: 10 }, (_, at) => ({ id: `${number}-${at}`, name: `thing ${at}` })) });
  const pages = new Map(["1", "2"].map((number) => [number, pageOf(number)]));
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    arrived.push(performance.now());
    inFlight++;
    max = Math.max(max, inFlight);
    response.once("close", () => inFlight--);
    const page = pages.get(new URLSearchParams(request.url!.split("?")[1]).get("page") ?? "1");
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(page), site.tookMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = {
    tookMs,
    /** When each page was requested. */
    arrived,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inFlight: () => inFlight,
    /** The most concurrent requests since the last call. */
    takeMost() {
      const seen = max;
      max = inFlight;
      return seen;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
  return site;
}

export type Site = Awaited<ReturnType<typeof openSite>>;
