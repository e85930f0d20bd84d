import Fastify from "fastify";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { systemClock } from "../../src/base/clock.ts";
import { createMetering } from "../../src/metering/metering.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";

/** A server that returns the same 20 records with and without metering, on two paths. Run as a separate process. */
const plans = openPlan(1e12);
const store = await openStore(JSON.parse(process.argv[2]!));
const metering = createMetering({ store, clock: systemClock, plans });
const accounts = createAccounts({ store, clock: systemClock, plans, metering });
const account = await accounts.createAccount({ email: "bench@people.example" });
const { secret } = await accounts.createKey(account.id, { name: "bench" });

const records = Array.from({ length: 20 }, (_, at) => ({
  "@type": "NlretailSearchProduct",
  id: `93000${at}`,
  name: `Koffiezetapparaat met thermoskan, nummer ${at}`,
  url: `https://site.example/nl/nl/p/koffiezetapparaat-${at}/93000${at}/`,
  image: `https://media.site.example/93000${at}/550x450.jpg`,
  brand: "Merk",
  brand_url: "https://site.example/nl/nl/b/merk/1/",
  price: 49.99 + at,
  list_price: 69.99 + at,
  condition: "new",
  delivery: "Morgen in huis",
  delivered_within_48h: true,
  rating: 4.3,
  review_count: 120 + at,
  categories: [{ "@type": "NlretailCategoryRef", id: "1", name: "Koken" }],
  is_sponsored: false,
}));

const server = Fastify();
const respond = () => JSON.stringify(records);
server.post("/plain", (_, reply) => reply.type("application/json").send(respond()));

let requests = 0;
const metered = async (headers: Record<string, unknown>, params: Record<string, unknown>, keepAnswer: boolean) => {
  const caller = await accounts.lookUpKey(headers["access-token"] as string);
  if (typeof caller === "string" || "retryAfter" in caller) throw new Error("the key is not known");
  const admission = await metering.admit({
    // Increasing ids, as the service generates them.
    requestId: `0190${String(requests++).padStart(12, "0")}`,
    caller,
    endpoint: "/api/nlretail/products/search",
    source: "nlretail",
    entryPoint: "http",
    maxCost: 10,
    timeoutSeconds: 300,
    params,
    idempotency: null,
  });
  if (admission.kind !== "admitted") throw new Error(admission.kind);
  const body = respond();
  const answer = keepAnswer
    ? { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) }
    : null;
  await metering.settle(admission.hold, {
    status: 200,
    cost: 10,
    results: 20,
    errorText: null,
    upstreamPages: 1,
    answer,
  });
  return body;
};
for (const keepAnswer of [false, true]) {
  server.post(keepAnswer ? "/metered-kept" : "/metered", async ({ headers, body }, reply) =>
    reply.type("application/json").send(await metered(headers, body as Record<string, unknown>, keepAnswer)),
  );
}

await server.listen({ port: 0, host: "127.0.0.1" });
process.send!({ port: (server.server.address() as { port: number }).port, secret });
process.on("disconnect", () => process.exit());
