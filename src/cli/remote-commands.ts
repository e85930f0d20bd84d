import type { Group } from "./command-groups.ts";
import { groupTitles } from "./generated/endpoints.ts";
import { sentencePart } from "./output/sentence-part.ts";

/** Commands for a group of endpoints; `load` if some of them do more than call one. */
const endpointGroup = (name: string, load: Group["load"] = () => endpointsOf(name)): Group => ({
  commands: { [name]: sentencePart(groupTitles[name] ?? "") },
  load,
});

async function endpointsOf(name: string): ReturnType<Group["load"]> {
  const { registerEndpoints } = await import("./endpoints/register.ts");
  return { register: (program) => registerEndpoints(program, name) };
}

/** Commands that call a service anywhere: all that the command-line package has. */
export const remoteCommands: Group[] = [
  { commands: { init: "save a service's address and key in a profile" }, load: () => import("./init.ts") },
  { commands: { open: "open the service's dashboard in your browser" }, load: () => import("./open.ts") },
  { commands: { call: "run an operation of a service and print its records" }, load: () => import("./call.ts") },
  {
    commands: { lookup: "find values for a field: a city code, a brand, a district id" },
    load: () => import("./lookup.ts"),
  },
  {
    commands: { batch: "run an operation for each line of a file; resumes after a stop" },
    load: () => import("./batch.ts"),
  },
  endpointGroup("jobs", () => import("./jobs.ts")),
  endpointGroup("batches", () => import("./batches.ts")),
  endpointGroup("schedules"),
  endpointGroup("webhooks", () => import("./webhooks.ts")),
  endpointGroup("links"),
  endpointGroup("destinations"),
  endpointGroup("recalls"),
  endpointGroup("token"),
  {
    commands: {
      describe: "list the operations of a service, or describe one",
      status: "check whether a service answers and the key works",
      usage: "show points, rate windows and requests of the account",
    },
    load: () => import("./overview.ts"),
  },
  { commands: { mcp: "run an MCP server on standard input and output" }, load: () => import("./mcp.ts") },
];

/** The configuration file; keys too, where the store is. */
export const accountFile = (load: Group["load"]): Group => ({
  commands: {
    apply: "make webhooks, destinations, schedules and keys as a file describes them",
    "export-config": "print them as such a file",
  },
  load,
});
