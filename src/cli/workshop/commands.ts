import type { Group } from "../command-groups.ts";

/** Commands of whoever writes and repairs sources. */
export const workshopCommands: Group[] = [
  { commands: { "new-source": "create a new source with passing tests" }, load: () => import("./new-source.ts") },
  {
    commands: {
      record: "run an operation and save the site's responses as WARC",
      replay: "run an operation on saved responses, without a network",
    },
    load: () => import("./record.ts"),
  },
  { commands: { dev: "replay recordings whenever a file of a source changes" }, load: () => import("./dev.ts") },
  { commands: { parse: "run a reader on a saved response, without a network" }, load: () => import("./parse.ts") },
  { commands: { redact: "make recordings fit to be committed, for a stand-in" }, load: () => import("./redact.ts") },
  {
    commands: { "go-live": "try a live site step by step and save its responses" },
    load: () => import("./go-live/go-live.ts"),
  },
  { commands: { repair: "propose a change of a source whose site has changed" }, load: () => import("../repair.ts") },
];
