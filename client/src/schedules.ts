import type { NewSchedule, Schedule, ScheduleChange, SchedulePreview } from "./generated/jobs.ts";
import type { Transport } from "./transport.ts";

const ROWS_A_PAGE = 100;

/** A call to repeat by the clock. */
export interface ScheduleWish {
  name: string;
  /** An operation's name, such as `nlretail/products/search`. */
  operation: string;
  request: object;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  /** An IANA time zone; UTC unless given. */
  timeZone?: string;
  /** Fields whose changes are no changes. */
  ignoreFields?: string[];
  /** Points it may spend in a calendar month; then it is paused. */
  monthlyBudget?: number;
  /** An address that is told of changes. */
  webhookUrl?: string;
}

const bodyOf = ({ name, operation, request, cron, ...rest }: ScheduleWish): object => ({
  ...{ name, operation, request, cron, time_zone: rest.timeZone, ignore_fields: rest.ignoreFields },
  ...{ monthly_budget: rest.monthlyBudget, webhook: rest.webhookUrl },
});

/** Calls that repeat by the clock, and what changed between them. */
export class Schedules {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What a run and 30 days can cost, and when it runs; saves nothing. */
  preview(wish: ScheduleWish): Promise<SchedulePreview> {
    return this.#transport.post("/schedules?dry_run=true", bodyOf(wish));
  }

  /** With the secret of its feed, which is told this once. */
  create(wish: ScheduleWish): Promise<NewSchedule> {
    return this.#transport.post("/schedules", bodyOf(wish), { once: true });
  }

  get(id: string): Promise<Schedule> {
    return this.#transport.get(`/schedules/${id}`);
  }

  list(): AsyncGenerator<Schedule, void, undefined> {
    return this.#transport.pages<Schedule>("/schedules", {}, ROWS_A_PAGE);
  }

  pause(id: string): Promise<Schedule> {
    return this.#transport.post(`/schedules/${id}/pause`);
  }

  resume(id: string): Promise<Schedule> {
    return this.#transport.post(`/schedules/${id}/resume`);
  }

  /** Runs it now, besides its times. */
  run(id: string): Promise<Schedule> {
    return this.#transport.post(`/schedules/${id}/run`);
  }

  remove(id: string): Promise<Schedule> {
    return this.#transport.delete(`/schedules/${id}`);
  }

  /** A new secret of its Atom feed; the old address ends. */
  rotateFeed(id: string): Promise<{ feed_secret: string }> {
    return this.#transport.post(`/schedules/${id}/feed`);
  }

  /** What changed, newest first, page by page for as long as you read on. */
  changes(id: string): AsyncGenerator<ScheduleChange, void, undefined> {
    return this.#transport.pages<ScheduleChange>(`/schedules/${id}/changes`, {}, ROWS_A_PAGE);
  }
}
