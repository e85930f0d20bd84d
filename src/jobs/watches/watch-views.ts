import { type Static, Type } from "typebox";
import {
  anything,
  choice,
  given,
  listOf,
  mapOf,
  moment,
  operationRecord,
  orNull,
  uuid,
  words,
} from "../../contract/shapes.ts";

/** The view of a schedule that watches fields. Times are ISO 8601. */

/** A number that moves: by a share of what it was, or by an amount. */
export const moveConditions = [
  "changes_by_percent",
  "falls_by_percent",
  "rises_by_percent",
  "falls_by",
  "rises_by",
] as const;
const conditions = ["below", "above", ...moveConditions, "appears", "disappears", "becomes"] as const;

const when = choice(conditions, {
  description:
    "`below` and `above` a number; `changes_by_percent` since the rule last fired, `falls_by_percent` from the highest and `rises_by_percent` from the lowest value since then, `falls_by` and `rises_by` the same by an amount; `appears`, `disappears`: a value, or without `field` the record itself; `becomes` a value.",
});
const first_run = Type.Optional(
  Type.Boolean({
    description: "true: it also fires if the condition already holds when it first sees a record, as in the first run.",
  }),
);
export const WatchRuleInput = Type.Object(
  {
    field: Type.Optional(orNull(given({ maxLength: 200, description: "Path of the field, such as `price.amount`." }))),
    when,
    value: Type.Optional(anything({ description: "What the field is compared with; a value of the field's type." })),
    first_run,
  },
  { title: "WatchRuleInput" },
);
export type WatchRuleInput = Static<typeof WatchRuleInput>;

export const WatchRule = Type.Object(
  {
    field: orNull(words({ description: "Null for a rule about the record itself." })),
    when,
    value: anything({ description: "Null for `appears` and `disappears`." }),
    first_run,
  },
  { title: "WatchRule" },
);
export type WatchRule = Static<typeof WatchRule>;

const HistoryPoint = Type.Object(
  {
    at: moment({ description: "The run that found these values; they hold until the next point." }),
    listed: Type.Boolean({ description: "Whether the record was in the list." }),
    values: mapOf(anything(), { description: "The tracked fields; empty while the record is not listed." }),
    recalled: orNull(
      words({
        description:
          "The recall that found wrong values here (`GET /recalls`). The point has the corrected ones, or else those from before.",
      }),
    ),
  },
  { title: "HistoryPoint" },
);

export const RecordHistory = Type.Object(
  {
    record_id: words({ description: "The record's id." }),
    record: orNull(operationRecord({ description: "As the last run saw it; null if the record is gone." })),
    first_seen: moment({ description: "The first run that had the record." }),
    last_seen: moment({ description: "The last run that had the record." }),
    listed: Type.Boolean({ description: "Whether the last run had it." }),
    points: listOf(HistoryPoint, { description: "Oldest first: one for each run in which something changed." }),
  },
  { title: "RecordHistory" },
);
export type RecordHistory = Static<typeof RecordHistory>;

const number = (description: string) => Type.Unsafe<number>({ type: "number", description });

export const Mover = Type.Object(
  {
    record_id: words({ description: "The record's id." }),
    record: orNull(operationRecord({ description: "As the last run saw it." })),
    old: number("The value at the start of the time range."),
    new: number("The last value."),
    percent: orNull(number("The change in percent of the old value; null if that is 0.")),
  },
  { title: "Mover" },
);
export type Mover = Static<typeof Mover>;

export const TrackedRecord = Type.Object(
  {
    record_id: words({ description: "The record's id." }),
    record: orNull(operationRecord({ description: "As the last run saw it." })),
    now: anything({ description: "The last value." }),
    before: anything({ description: "The value before that; null if it has not changed in the time range." }),
    lowest: orNull(number("The lowest number in the time range; null if there is none.")),
    highest: orNull(number("The highest.")),
    numbers: listOf(number("A value."), { description: "The numbers in the time range, oldest first, 40 at most." }),
  },
  { title: "TrackedRecord" },
);
export type TrackedRecord = Static<typeof TrackedRecord>;

const triggerFields = {
  rule: { ...WatchRule, description: "The rule that fired." },
  record_id: words({ description: "The record's id." }),
  old: anything({ description: "The previous value; for a percentage the one it is measured from." }),
  new: anything({ description: "The value now." }),
  record: orNull(operationRecord({ description: "The record now, or as it last was." })),
};
export const Trigger = Type.Object(
  {
    id: words({ description: "Its id; later ones have larger numbers." }),
    run_id: uuid({ description: "The job that found it." }),
    at: moment({ description: "When the run found it." }),
    ...triggerFields,
  },
  { title: "Trigger" },
);
export type Trigger = Static<typeof Trigger>;

/** The payload of `watch.triggered`. */
export const FiredRule = Type.Object(
  {
    schedule_id: uuid({ description: "The schedule." }),
    name: words({ description: "The schedule's name." }),
    run_id: uuid({ description: "The job." }),
    at: moment({ description: "When the run found it." }),
    ...triggerFields,
    record: orNull(mapOf(anything(), { description: "The record now, or as it last was." })),
    link: orNull(words({ description: "The record's history in the dashboard; null if PUBLIC_URL is not set." })),
  },
  { title: "FiredRule" },
);
