import type { Group } from "./command-groups.ts";
import { accountFile, remoteCommands } from "./remote-commands.ts";

/** The commands of `winnow` in an installation of the service. */
export const groups: Group[] = [
  { commands: { serve: "run the API, the dashboard and the stand-in sites" }, load: () => import("./serve.ts") },
  { commands: { work: "run background jobs, next to any number of servers" }, load: () => import("./work.ts") },
  {
    commands: {
      keys: "create, list, rotate and revoke API keys",
      accounts: "create, list and change accounts",
      members: "list the members of accounts with several people, and cap what they spend",
      admin: "grant or revoke access to the admin pages",
      plans: "list the plans with their points and limits",
    },
    load: () => import("./accounts-commands.ts"),
  },
  { commands: { parse: "run a reader on a saved response, without a network" }, load: () => import("./parse.ts") },
  {
    commands: {
      canary: "run the calls that must always work and report failures",
      sources: "show the state of each source; close or open one by hand",
    },
    load: () => import("./health-commands.ts"),
  },
  {
    commands: { incidents: "list incidents of the sources and save their evidence" },
    load: () => import("./incidents.ts"),
  },
  {
    commands: {
      record: "run an operation and save the site's responses as WARC",
      replay: "run an operation on saved responses, without a network",
    },
    load: () => import("./record.ts"),
  },
  { commands: { repair: "propose a change of a source whose site has changed" }, load: () => import("./repair.ts") },
  { commands: { redact: "make recordings fit to be committed, for a stand-in" }, load: () => import("./redact.ts") },
  { commands: { "new-source": "create a new source with passing tests" }, load: () => import("./new-source.ts") },
  { commands: { dev: "replay recordings whenever a file of a source changes" }, load: () => import("./dev.ts") },
  { commands: { doctor: "check this machine, the settings and every source" }, load: () => import("./doctor.ts") },
  { commands: { outbox: "list the mails that could not be sent" }, load: () => import("./outbox.ts") },
  {
    commands: { "go-live": "try a live site step by step and save its responses" },
    load: () => import("./go-live/go-live.ts"),
  },
  {
    commands: {
      backup: "back up the store and its secret while the service runs",
      restore: "check a backup and restore it into an empty store",
    },
    load: () => import("./backup.ts"),
  },
  {
    commands: { "migrate-store": "copy everything to another store, such as from SQLite to PostgreSQL" },
    load: () => import("./migrate-store.ts"),
  },
  {
    commands: { "accept-secret": "start over with another AUTH_SECRET if the old one is lost" },
    load: () => import("./accept-secret.ts"),
  },
  {
    commands: { erase: "erase stored requests and records that have a value" },
    load: () => import("./erase.ts"),
  },
  ...remoteCommands,
  accountFile(() => import("./account-file/with-keys.ts")),
];
