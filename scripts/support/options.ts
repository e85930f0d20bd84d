import { parseArgs } from "node:util";

type Usual = number | string | boolean | readonly string[];
type Given<U> = U extends number ? number : U extends boolean ? boolean : U extends string ? string : string[];

/** The options of a script, by what they usually are: a number, a text, a switch that is off, or a list (`--only a --only b`). */
export function options<U extends Record<string, Usual>>(usual: U): { [Name in keyof U]: Given<U[Name]> } {
  const described = Object.entries(usual).map(([name, value]) => [
    name,
    {
      type: typeof value === "boolean" ? "boolean" : "string",
      multiple: Array.isArray(value),
      default: typeof value === "number" ? String(value) : value,
    },
  ]);
  const { values } = parseArgs({ options: Object.fromEntries(described) });
  const read = Object.entries(values).map(([name, value]) => [
    name,
    typeof usual[name] === "number" ? Number(value) : value,
  ]);
  return Object.fromEntries(read);
}

/** Those of `all` that somebody named, all if nobody did. An unknown name would measure nothing, and pass. */
export function chosen<Name extends string>(named: string, separator: string, all: readonly Name[]): Name[] {
  const names = named === "" ? [] : named.split(separator);
  const unknown = names.filter((name) => !all.some((one) => one === name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}: the names are ${all.join(", ")}`);
  return all.filter((one) => names.length === 0 || names.includes(one));
}
