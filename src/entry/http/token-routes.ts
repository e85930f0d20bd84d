import type { FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { WinnowError } from "../../contract/errors.ts";
import { isUuid } from "../../contract/values.ts";
import type { TokenHistoryQuery, TokenQueries } from "../../metering/token-queries.ts";
import { QueryReader } from "../../service/query-reader.ts";
import type { Service } from "../../service/service.ts";
import { createAddressLimit } from "./address-limit.ts";
import { secretOf } from "./call.ts";
import { standingHeaders } from "./headers.ts";

/** The caller's own figures: free, counted in no window, limited per address. */
export function registerTokenRoutes(
  server: FastifyInstance,
  service: Service,
  tokens: TokenQueries,
  clock: Clock,
): void {
  server.register(async (scope) => {
    const limit = createAddressLimit(clock, scope.windows, { of: "token", requests: 300, seconds: 60 });
    scope.addHook("onRequest", async (request) => {
      limit(request.ip);
      request.holder = await service.identify(secretOf(request), request.ip);
      if (request.holder.key.usage_context === "mcp_only") throw new WinnowError("mcp_only");
    });
    scope.addHook("onSend", async ({ call, holder }, reply) => {
      if (holder) await service.tellStanding(holder, call);
      reply.headers(standingHeaders(call, clock.now()));
    });
    scope.get("/token/statistic", ({ holder }) => tokens.statistic(holder));
    scope.get("/token/requests", async ({ holder, query }, reply) => {
      const { rows, next_cursor } = await tokens.requests(holder, readQuery(query));
      if (next_cursor) reply.header("x-next-cursor", next_cursor);
      return rows;
    });
    scope.get("/token/requests/:id/evidence", async ({ holder, params }, reply) => {
      const { id } = params as { id: string };
      const warc = isUuid(id) ? await service.evidenceOf(holder, id.toLowerCase()) : null;
      if (!warc) throw new WinnowError("not_found", NO_EVIDENCE);
      return reply
        .header("content-type", "application/gzip")
        .header("content-disposition", `attachment; filename="${id.toLowerCase()}.warc.gz"`)
        .send(Buffer.from(warc));
    });
    scope.get("/token/requests/count", async ({ holder, query }) => ({
      total: await tokens.countRequests(holder, readQuery(query)),
    }));
  });
}

const NO_EVIDENCE =
  "No evidence is kept for this request: send x-evidence: keep with it, let it run to its end, and fetch it within 7 days with a key of the same account that is allowed for its source.";

function readQuery(raw: unknown): TokenHistoryQuery {
  const query = new QueryReader(raw);
  const limit = query.whole("limit", 1, 100, { mayBeEmpty: false }) ?? 10;
  const wish = { start: query.time("start_time"), end: query.time("end_time"), limit, cursor: query.text("cursor") };
  query.done();
  return wish;
}
