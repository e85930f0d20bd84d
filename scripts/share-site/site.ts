import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The website of the drill, at `/<visit>/<process>`. It records when each request arrived and how many were concurrent. */
export async function openRecordingSite(tookMsOf: (visit: string) => number) {
  const visits = new Map<string, { arrived: number[]; inFlight: number; mostInFlight: number }>();
  const of = (id: string) => {
    const known = visits.get(id) ?? { arrived: [], inFlight: 0, mostInFlight: 0 };
    visits.set(id, known);
    return known;
  };
  const server = createServer((request, response) => {
    const id = request.url!.split("/")[1]!;
    const visit = of(id);
    visit.arrived.push(Date.now());
    visit.mostInFlight = Math.max(visit.mostInFlight, ++visit.inFlight);
    response.once("close", () => visit.inFlight--);
    setTimeout(() => response.end("page"), tookMsOf(id));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    of,
    close: () => server.close().closeAllConnections(),
  };
}
