import type { Group } from "./command-groups.ts";
import { remoteCommands } from "./remote-commands.ts";

/** The commands of `winnow` in an installation of the service. */
export const groups: Group[] = [
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
    commands: { redact: "make recordings fit to be committed, for a stand-in" },
    register: async (program) => (await import("./redact.ts")).registerRedact(program),
  },
  {
    commands: { "new-source": "create a new source with passing tests" },
    register: async (program) => (await import("./new-source.ts")).registerNewSource(program),
  },
  {
    commands: { dev: "replay recordings whenever a file of a source changes" },
    register: async (program) => (await import("./dev.ts")).registerDev(program),
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
  ...remoteCommands,
  {
    commands: { completion: "print a shell completion script" },
    async register(program) {
      const [{ registerCompletion }, { operationsHere }] = await Promise.all([
        import("./completion.ts"),
        import("./operations-here.ts"),
      ]);
      registerCompletion(program, groups, operationsHere);
    },
  },
];
