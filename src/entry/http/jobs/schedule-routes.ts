import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../base/clock.ts";
import { QueryReader } from "../../../service/query-reader.ts";
import { readSchedule } from "../../../service/read-schedule.ts";
import type { SchedulesApi } from "../../../service/schedules-api.ts";
import type { Service } from "../../../service/service.ts";
import { createAddressLimit } from "../address-limit.ts";
import { dryRunOf } from "../query-options.ts";
import { atomFeed } from "./atom-feed.ts";
import { found, registerOwnRoutes } from "./job-scope.ts";

interface ById {
  Params: { id: string };
}

/** Calls that are repeated by the clock, and what has changed between them. */
export function registerScheduleRoutes(
  server: FastifyInstance,
  service: Service,
  schedules: SchedulesApi,
  clock: Clock,
): void {
  // A time that never comes takes long to look for.
  const limitNew = createAddressLimit(clock, server.windows, { of: "new schedule", requests: 60, seconds: 60 });
  registerOwnRoutes(server, service, clock, (scope) => {
    scope.post("/schedules", async (request, reply) => {
      limitNew(request.ip);
      const { holder, body } = request;
      const isDry = dryRunOf(request.query as Record<string, string>);
      const wish = { ...readSchedule(service, body, (entry) => service.permit(holder, entry, "http")), holder };
      const preview = schedules.preview(wish);
      if (isDry) return preview;
      return reply.code(201).send({ ...(await schedules.create(wish)), preview });
    });
    scope.get("/schedules", async ({ holder, query }, reply) => {
      const { rows, next_cursor } = await schedules.list(holder, readPage(query));
      if (next_cursor) reply.header("x-next-cursor", next_cursor);
      return rows;
    });
    scope.get<ById>("/schedules/:id", async ({ holder, params }) =>
      found(await schedules.find(holder, params.id), "schedule"),
    );
    scope.delete<ById>("/schedules/:id", async ({ holder, params }) =>
      found(await schedules.remove(holder, params.id), "schedule"),
    );
    const acts = {
      pause: schedules.pause,
      resume: schedules.resume,
      run: schedules.runNow,
      feed: schedules.rotateFeed,
    };
    for (const [name, act] of Object.entries(acts)) {
      scope.post<ById>(`/schedules/:id/${name}`, async ({ holder, params }) =>
        found<unknown>(await act(holder, params.id), "schedule"),
      );
    }
    scope.get<ById>("/schedules/:id/changes", async ({ holder, params, query }, reply) => {
      const schedule = found(await schedules.find(holder, params.id), "schedule");
      const { rows, next_cursor } = await schedules.changes(schedule, readPage(query));
      if (next_cursor) reply.header("x-next-cursor", next_cursor);
      return rows;
    });
  });

  // A feed reader sends no headers of ours: the address carries a secret that opens this feed and nothing else.
  const limit = createAddressLimit(clock, server.windows, { of: "feed", requests: 120, seconds: 60 });
  server.get<{ Params: { id: string; secret: string } }>(
    "/schedules/:id/feed/:secret",
    async ({ ip, params }, reply) => {
      limit(ip);
      const { schedule, changes } = found(await schedules.feed(params.id, params.secret), "feed");
      return reply
        .header("content-type", "application/atom+xml; charset=utf-8")
        .header("cache-control", "private, max-age=60")
        .header("referrer-policy", "no-referrer")
        .send(atomFeed(schedule, changes));
    },
  );
}

function readPage(raw: unknown) {
  const query = new QueryReader(raw);
  const page = { limit: query.whole("limit", 1, 100) ?? 10, cursor: query.text("cursor") };
  query.done();
  return page;
}
