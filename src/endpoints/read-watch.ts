import type { TSchema } from "typebox";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { fieldAt, unknownField } from "../files/field-selection.ts";
import { moveConditions, type WatchRule, type WatchRuleInput } from "../jobs/watches/watch-views.ts";
import { limits } from "../limits/limits.ts";
import type { Entry } from "../service/registry.ts";

const scalars = ["string", "number", "integer", "boolean"];

/** The fields that a schedule watches, those of its rules included. Throws a 422 for fields that the record lacks. */
export function readWatch(
  { operation }: Entry,
  track: string[],
  rules: WatchRuleInput[],
): { track: string[]; rules: WatchRule[] } {
  const { record } = operation;
  const faults = [
    ...track.flatMap((path, index) => untrackable(record, path, ["body", "track", index])),
    ...rules.flatMap((rule, index) => ruleFaults(record, rule, ["body", "rules", index])),
  ];
  const all = [...new Set([...track, ...rules.flatMap(({ field }) => field ?? [])])];
  if (all.length > limits.watchFields.max) {
    faults.push(fault(["body", "track"], `a schedule tracks at most ${limits.watchFields.max} fields`, all));
  }
  if (faults.length > 0) throw new WinnowError("validation", faults);
  return {
    track: all,
    rules: rules.map(({ field, when, value, first_run }) => ({
      field: field ?? null,
      when,
      value: value ?? null,
      ...(first_run && { first_run }),
    })),
  };
}

type Place = ValidationItem["loc"];

const fault = (loc: Place, msg: string, input: unknown): ValidationItem => ({
  type: "value_error",
  loc,
  msg: `Value error, ${msg}`,
  input,
  ctx: { error: {} },
});

function untrackable(record: TSchema, path: string, loc: Place): ValidationItem[] {
  const unknown = unknownField(record, path, loc);
  if (unknown.length > 0) return unknown;
  const types = typesOf(fieldAt(record, path));
  if (types.some((type) => scalars.includes(type))) return [];
  return [fault(loc, `${path} is not a single value: track a text, a number or a yes or no`, path)];
}

const typesOf = (field: JsonSchema | null): string[] =>
  [field, ...(field?.anyOf ?? [])].flatMap((option) => option?.type ?? []);

function ruleFaults(record: TSchema, { field, when, value, first_run }: WatchRuleInput, loc: Place): ValidationItem[] {
  const isPresence = when === "appears" || when === "disappears";
  const isMove = moveConditions.some((one) => one === when);
  if (first_run && (isMove || when === "disappears")) {
    return [fault([...loc, "first_run"], `${when} compares with an earlier run`, first_run)];
  }
  if (isPresence && (value ?? null) !== null) return [fault([...loc, "value"], `${when} takes no value`, value)];
  if ((field ?? null) === null) {
    return isPresence ? [] : [fault([...loc, "field"], `${when} needs a field`, field ?? null)];
  }
  const path = String(field);
  const faults = untrackable(record, path, [...loc, "field"]);
  if (faults.length > 0 || isPresence) return faults;
  const node = fieldAt(record, path);
  if (when === "becomes") {
    const fits = (value ?? null) !== null && node !== null && Value.Check(Type.Unsafe(node), value);
    return fits ? [] : [fault([...loc, "value"], `${path} is ${typesOf(node).join(" or ")}`, value ?? null)];
  }
  const isNumber = typesOf(node).some((type) => type === "number" || type === "integer");
  if (!isNumber) return [fault([...loc, "field"], `${when} needs a number, which ${path} is not`, path)];
  if (typeof value !== "number") return [fault([...loc, "value"], `${when} needs a number`, value ?? null)];
  return isMove && value <= 0 ? [fault([...loc, "value"], "must be above 0", value)] : [];
}
