import { readSchedule } from "../../../service/read-schedule.ts";
import type { ChangeView, SchedulePreview, ScheduleView } from "../../../service/work-views.ts";
import type { NewScheduleAnswer, PageAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import { holderFor, ownerOf } from "../holder.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes, Session } from "../session.ts";
import { PageQuery } from "../validation.ts";

/** Schedules and what changed between their runs. Bodies are those of `POST /schedules`. */
export function registerScheduleRoutes({ member }: GuardedRoutes, parts: DashboardParts): void {
  const { service, jobs } = parts;
  const { schedules } = jobs;

  async function wishOf({ person, body }: Session) {
    const read = readSchedule(service, body, () => {});
    return { ...read, holder: await holderFor(parts, person, read.entry.source.name) };
  }
  const pageOf = ({ query }: Session) => ({ limit: query.limit, cursor: query.cursor ?? null });

  member(
    "POST",
    "/schedules/preview",
    {},
    async (session): Promise<SchedulePreview> => schedules.preview(await wishOf(session)),
  );
  member(
    "POST",
    "/schedules",
    {},
    async (session): Promise<NewScheduleAnswer> => schedules.create(await wishOf(session)),
  );
  member(
    "GET",
    "/schedules",
    { querystring: PageQuery },
    (session): Promise<PageAnswer<ScheduleView>> => schedules.list(ownerOf(session.person), pageOf(session)),
  );

  async function found({ person, params }: Session): Promise<ScheduleView> {
    const schedule = await schedules.find(ownerOf(person), params.id!);
    if (!schedule) throw notFound();
    return schedule;
  }

  member("GET", "/schedules/:id", {}, found);
  member(
    "GET",
    "/schedules/:id/changes",
    { querystring: PageQuery },
    async (session): Promise<PageAnswer<ChangeView>> => schedules.changes(await found(session), pageOf(session)),
  );

  // Its key may have ended with a password reset: it goes on with one that the account has now.
  member("POST", "/schedules/:id/resume", {}, async (session): Promise<ScheduleView | null> => {
    const { operation, id } = await found(session);
    const source = service.registry.byPath(operation)?.source.name ?? "";
    const holder = await holderFor(parts, session.person, source).catch(() => null);
    return schedules.resume({ person: session.person, key: { id: holder?.key.id ?? "", sources: null } }, id);
  });

  const acts = {
    pause: schedules.pause,
    run: schedules.runNow,
    feed: schedules.rotateFeed,
    delete: schedules.remove,
  };
  for (const [name, act] of Object.entries(acts)) {
    member("POST", `/schedules/:id/${name}`, {}, async ({ person, params }): Promise<unknown> => {
      const done = await act(ownerOf(person), params.id!);
      if (!done) throw notFound();
      return done;
    });
  }
}
