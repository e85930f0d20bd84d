import type { Group } from "./command-groups.ts";
import { groupTitles } from "./generated/endpoints.ts";
import { sentencePart } from "./output/sentence-part.ts";

/** Commands for a group of endpoints; `register` if some of them do more than call one. */
const endpointGroup = (
  name: string,
  register: Group["register"] = async (program) => {
    (await import("./endpoints/register.ts")).registerEndpoints(program, name);
  },
): Group => ({ commands: { [name]: sentencePart(groupTitles[name] ?? "") }, register });

/** Commands that call a service anywhere: all that the command-line package has. */
export const remoteCommands: Group[] = [
  {
    commands: { init: "save a service's address and key in a profile" },
    register: async (program) => (await import("./init.ts")).registerInit(program),
  },
  {
    commands: { open: "open the service's dashboard in your browser" },
    register: async (program) => (await import("./open.ts")).registerOpen(program),
  },
  {
    commands: { call: "run an operation of a service and print its records" },
    register: async (program) => (await import("./call.ts")).registerCall(program),
  },
  {
    commands: { lookup: "find values for a field: a city code, a brand, a district id" },
    register: async (program) => (await import("./lookup.ts")).registerLookup(program),
  },
  {
    commands: { batch: "run an operation for each line of a file; resumes after a stop" },
    register: async (program) => (await import("./batch.ts")).registerBatch(program),
  },
  endpointGroup("jobs", async (program) => (await import("./jobs.ts")).registerJobs(program)),
  endpointGroup("batches", async (program) => (await import("./batches.ts")).registerBatches(program)),
  endpointGroup("schedules"),
  endpointGroup("webhooks", async (program) => (await import("./webhooks.ts")).registerWebhooks(program)),
  endpointGroup("links"),
  endpointGroup("token"),
  {
    commands: { describe: "list the operations of a service, or describe one" },
    register: async (program) => (await import("./describe.ts")).registerDescribe(program),
  },
  {
    commands: { status: "check whether a service answers and the key works" },
    register: async (program) => (await import("./status.ts")).registerStatus(program),
  },
  {
    commands: { usage: "show points, rate windows and requests of the account" },
    register: async (program) => (await import("./usage.ts")).registerUsage(program),
  },
  {
    commands: { mcp: "run an MCP server on standard input and output" },
    register: async (program) => (await import("./mcp.ts")).registerMcp(program),
  },
];
