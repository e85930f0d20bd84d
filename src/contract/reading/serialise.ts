import type { ValidationItem } from "../errors.ts";
import { JsonFloat } from "./json.ts";

/** Serialises a 422 byte for byte as FastAPI does: `input` is echoed as it was sent, `7.0` as `7.0`. */
export function serialiseValidation(items: ValidationItem[]): string {
  return `{"detail":[${items.map(item).join(",")}]}`;
}

function item({ type, loc, msg, input, ctx }: ValidationItem): string {
  const parts = [`"type":${write(type)}`, `"loc":${write(loc)}`, `"msg":${write(msg)}`];
  if (input !== undefined) parts.push(`"input":${write(input)}`);
  if (ctx !== undefined) parts.push(`"ctx":${write(ctx)}`);
  return `{${parts.join(",")}}`;
}

/** FastAPI fails with a 500 on an echo nested deeper than Python's stack; here the deeper levels are omitted. */
const DEEPEST_ECHO = 1_000;

function write(value: unknown, depth = 0): string {
  if (value === null || depth > DEEPEST_ECHO) return "null";
  if (typeof value === "bigint") return value.toString();
  if (value instanceof JsonFloat) return writeFloat(value.value);
  if (Array.isArray(value)) return `[${value.map((inner) => write(inner, depth + 1)).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries: Iterable<[string, unknown]> = value instanceof Map ? value : Object.entries(value);
  const parts: string[] = [];
  for (const [key, inner] of entries) {
    // FastAPI's encoder omits keys of this form, which an ORM uses for private state.
    if (!key.startsWith("_sa")) parts.push(`${JSON.stringify(key)}:${write(inner, depth + 1)}`);
  }
  return `{${parts.join(",")}}`;
}

/** Formats a float as Python does, always with a point or an exponent. JSON has no NaN or infinity (FastAPI returns 500). */
function writeFloat(value: number): string {
  if (!Number.isFinite(value)) return "null";
  if (Object.is(value, -0)) return "-0.0";
  const [mantissa, exponent = ""] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 16) {
    const fixed = String(value);
    return fixed.includes(".") ? fixed : `${fixed}.0`;
  }
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}
