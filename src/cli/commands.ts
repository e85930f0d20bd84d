import type { Command } from "commander";

interface Group {
  /** The commands of the group, with a few words for the list. */
  commands: Record<string, string>;
  register(program: Command): Promise<void>;
}

/**
 * What `winnow` can do. A group is loaded when one of its commands is asked for: the parts behind `serve` take a
 * second to load, and `winnow --help` need not wait for them.
 */
const groups: Group[] = [
  {
    commands: { serve: "run everything: the API, the dashboard and the stand-in sites" },
    register: async (program) => (await import("./serve.ts")).registerServe(program),
  },
  {
    commands: { work: "take jobs off the queue and run them, beside any number of servers" },
    register: async (program) => (await import("./work.ts")).registerWork(program),
  },
  {
    commands: {
      keys: "create, list, rotate and revoke API keys",
      accounts: "create, list and change accounts",
      admin: "who may open the pages for administrators",
      plans: "the plans, with their points and limits",
    },
    async register(program) {
      const [{ registerKeys }, { registerAccountCommands }] = await Promise.all([
        import("./keys.ts"),
        import("./accounts-commands.ts"),
      ]);
      registerAccountCommands(program, registerKeys(program));
    },
  },
  {
    commands: { parse: "read a saved answer of a site, without a network" },
    register: async (program) => (await import("./parse.ts")).registerParse(program),
  },
  {
    commands: {
      canary: "run the calls that must always work, and say which did not",
      sources: "how each source is doing; hold one closed or open",
    },
    register: async (program) => (await import("./health-commands.ts")).registerHealthCommands(program),
  },
  {
    commands: { incidents: "what broke at the sources, and what to mend it from" },
    register: async (program) => (await import("./incidents.ts")).registerIncidents(program),
  },
  {
    commands: {
      record: "run an operation and save what the site answered, as WARC",
      replay: "run an operation on what was saved, without a network",
    },
    register: async (program) => (await import("./record.ts")).registerRecord(program),
  },
  {
    commands: { "new-source": "write the folder of a new source, whose tests pass" },
    register: async (program) => (await import("./new-source.ts")).registerNewSource(program),
  },
  {
    commands: { doctor: "check this machine, its settings and every source, and say what to do" },
    register: async (program) => (await import("./doctor.ts")).registerDoctor(program),
  },
  {
    commands: { "go-live": "try a live site step by step, and save what it answered" },
    register: async (program) => (await import("./go-live.ts")).registerGoLive(program),
  },
  {
    commands: { init: "keep the address and the key of a service, so that nothing needs to be exported" },
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
    commands: { lookup: "find what to put in a field: a city's code, a brand, a district's id" },
    register: async (program) => (await import("./lookup.ts")).registerLookup(program),
  },
  {
    commands: { batch: "run an operation for each line of a file; can be stopped and started again" },
    register: async (program) => (await import("./batch.ts")).registerBatch(program),
  },
  {
    commands: { jobs: "calls that run in the background: list, show, records, cancel, submit" },
    register: async (program) => (await import("./jobs.ts")).registerJobs(program),
  },
  {
    commands: { batches: "batches that run at a service: list, submit, failures, records, pause, retry" },
    register: async (program) => (await import("./batches.ts")).registerBatches(program),
  },
  {
    commands: { schedules: "calls that repeat by the clock, and what changed between them" },
    register: async (program) => (await import("./schedules.ts")).registerSchedules(program),
  },
  {
    commands: { webhooks: "who is told when something has happened; listen prints it here" },
    register: async (program) => (await import("./webhooks.ts")).registerWebhooks(program),
  },
  {
    commands: { describe: "list the operations of a service, or tell all about one" },
    register: async (program) => (await import("./describe.ts")).registerDescribe(program),
  },
  {
    commands: { status: "whether a service answers, and whether the key works" },
    register: async (program) => (await import("./status.ts")).registerStatus(program),
  },
  {
    commands: { usage: "points, rate windows and requests of the account" },
    register: async (program) => (await import("./usage.ts")).registerUsage(program),
  },
  {
    commands: { mcp: "MCP over standard input and output, for agents" },
    register: async (program) => (await import("./mcp.ts")).registerMcp(program),
  },
  {
    commands: { "migrate-store": "carry everything from one store to another, such as from SQLite to PostgreSQL" },
    register: async (program) => (await import("./migrate-store.ts")).registerMigrateStore(program),
  },
  {
    commands: { completion: "a script that completes these commands in your shell" },
    register: async (program) => (await import("./completion.ts")).registerCompletion(program, registerAll),
  },
];

/** Makes the command that `words` ask for, and of the others no more than the list shows. */
export async function registerFor(program: Command, words: string[]): Promise<void> {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const wanted = first === "help" ? second : first;
  for (const group of groups) {
    if (wanted !== undefined && Object.hasOwn(group.commands, wanted)) await group.register(program);
    else for (const [name, summary] of Object.entries(group.commands)) program.command(name).summary(summary);
  }
}

async function registerAll(program: Command): Promise<void> {
  for (const group of groups) await group.register(program);
}
