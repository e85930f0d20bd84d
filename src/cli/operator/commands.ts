import type { Group } from "../command-groups.ts";

/** Commands of whoever runs a service. */
export const operatorCommands: Group[] = [
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
  { commands: { doctor: "check this machine, the settings and every source" }, load: () => import("./doctor.ts") },
  { commands: { outbox: "list the mails that could not be sent" }, load: () => import("./outbox.ts") },
  {
    commands: {
      backup: "back up the store and its secret while the service runs",
      restore: "check a backup and restore it into an empty store",
      "migrate-store": "copy everything to another store, such as from SQLite to PostgreSQL",
      "accept-secret": "start over with another AUTH_SECRET if the old one is lost",
      erase: "erase stored requests and records that have a value",
    },
    load: () => import("./store-commands.ts"),
  },
];
