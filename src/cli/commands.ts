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
    commands: { serve: "run the API, the dashboard and the stand-in sites" },
    register: async (program) => (await import("./serve.ts")).registerServe(program),
  },
  {
    commands: { work: "run background jobs, next to any number of servers" },
    register: async (program) => (await import("./work.ts")).registerWork(program),
  },
  {
    commands: {
      keys: "create, list, rotate and revoke API keys",
      accounts: "create, list and change accounts",
      admin: "grant or revoke access to the admin pages",
      plans: "list the plans with their points and limits",
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
    commands: { parse: "run a reader on a saved response, without a network" },
    register: async (program) => (await import("./parse.ts")).registerParse(program),
  },
  {
    commands: {
      canary: "run the calls that must always work and report failures",
      sources: "show the state of each source; close or open one by hand",
    },
    register: async (program) => (await import("./health-commands.ts")).registerHealthCommands(program),
  },
  {
    commands: { incidents: "list incidents of the sources and save their evidence" },
    register: async (program) => (await import("./incidents.ts")).registerIncidents(program),
  },
  {
    commands: {
      record: "run an operation and save the site's responses as WARC",
      replay: "run an operation on saved responses, without a network",
    },
    register: async (program) => (await import("./record.ts")).registerRecord(program),
  },
  {
    commands: { "new-source": "create a new source with passing tests" },
    register: async (program) => (await import("./new-source.ts")).registerNewSource(program),
  },
  {
    commands: { doctor: "check this machine, the settings and every source" },
    register: async (program) => (await import("./doctor.ts")).registerDoctor(program),
  },
  {
    commands: { outbox: "list the mails that could not be sent" },
    register: async (program) => (await import("./outbox.ts")).registerOutbox(program),
  },
  {
    commands: { "go-live": "try a live site step by step and save its responses" },
    register: async (program) => (await import("./go-live/go-live.ts")).registerGoLive(program),
  },
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
  {
    commands: { jobs: "run and list calls in the background" },
    register: async (program) => (await import("./jobs.ts")).registerJobs(program),
  },
  {
    commands: { batches: "run one operation for many requests at the service" },
    register: async (program) => (await import("./batches.ts")).registerBatches(program),
  },
  {
    commands: { schedules: "repeat calls by cron and list what changed" },
    register: async (program) => (await import("./schedules.ts")).registerSchedules(program),
  },
  {
    commands: { webhooks: "send events to your server, or print them here with listen" },
    register: async (program) => (await import("./webhooks.ts")).registerWebhooks(program),
  },
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
  {
    commands: {
      backup: "back up the store and its secret while the service runs",
      restore: "check a backup and restore it into an empty store",
    },
    register: async (program) => (await import("./backup.ts")).registerBackup(program),
  },
  {
    commands: { "migrate-store": "copy everything to another store, such as from SQLite to PostgreSQL" },
    register: async (program) => (await import("./migrate-store.ts")).registerMigrateStore(program),
  },
  {
    commands: { "accept-secret": "start over with another AUTH_SECRET, where the old one is lost" },
    register: async (program) => (await import("./accept-secret.ts")).registerAcceptSecret(program),
  },
  {
    commands: { completion: "print a shell completion script" },
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

export async function registerAll(program: Command): Promise<void> {
  for (const group of groups) await group.register(program);
}
