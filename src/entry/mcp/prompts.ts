import type { Caller } from "../../accounts/types.ts";
import type { Entry, Registry } from "../../service/registry.ts";
import { entryOf } from "./discover.ts";
import { Fault } from "./fault.ts";

/** Prompts that clients offer to users, including an operation's worked example. */
export const prompts = [
  { name: "look_around", description: "What is available here, what it costs, and what to request first." },
  {
    name: "run_operation",
    description: "One operation, from its fields to the answer.",
    arguments: [
      { name: "operation", description: "Such as nlretail/products/search.", required: true },
      { name: "goal", description: "What you want to know.", required: false },
    ],
  },
];

const LONGEST_GOAL = 1_000;
/** The protocol's maximum: a client shows no more. */
const MAX_COMPLETIONS = 100;

const said = (text: string) => ({ messages: [{ role: "user" as const, content: { type: "text" as const, text } }] });

export function promptOf(registry: Registry, name: string, args: Record<string, string>) {
  if (name === "look_around") {
    return said(
      "Call discover to see the operations and their prices. Tell me in a few lines what is available, what it costs, and three questions that you could answer with it. Do not run execute yet.",
    );
  }
  if (name !== "run_operation") {
    throw new Fault(
      `There is no prompt "${name.slice(0, 60)}". Prompts: ${prompts.map((one) => one.name).join(", ")}.`,
    );
  }
  const { operation, ...entry } = entryOf(registry, (args.operation ?? "").slice(0, 200));
  const goal = args.goal ? `I want to know: ${args.goal.slice(0, LONGEST_GOAL)}\n\n` : "";
  return said(
    `${goal}Use ${entry.name} (${operation.summary}; ${operation.price.words}). First discover {"operation": "${entry.name}"} for its fields, then execute with a request such as ${JSON.stringify(operation.examples[0])}, with the smallest count that answers the question. Read the rest of the result with query or get_page, which are free. Tell me what it cost, and whether results_end says that these are all.`,
  );
}

/** Completions of what the user has typed. */
export function completionsOf(registry: Registry, caller: Caller, argument: { name: string; value: string }) {
  const names = argument.name === "operation" ? allowed(registry, caller).map(({ name }) => name) : [];
  const values = names.filter((name) => name.includes(argument.value.toLowerCase()));
  return {
    completion: {
      values: values.slice(0, MAX_COMPLETIONS),
      total: values.length,
      hasMore: values.length > MAX_COMPLETIONS,
    },
  };
}

/** Operations that the key may call. */
export const allowed = ({ entries }: Registry, { key: { sources } }: Caller): Entry[] =>
  entries.filter(({ source }) => sources === null || sources.includes(source.name));
