import { type Source, settingEnv } from "../contract/source.ts";

/** The sources in one line, for the README. */
export const sourcesLine = (sources: readonly Source[]): string =>
  `Sources, all behind one contract: ${sources.map(({ name, title }) => `${title} (\`${name}\`)`).join(", ")}.`;

/** What an operator should know about each source before going live. */
export const goingLiveTable = (sources: readonly Source[]): string =>
  [
    "| source | settings | most uncertain | expected route |",
    "| --- | --- | --- | --- |",
    ...sources.map(({ name, origins, settings = {}, goingLive }) => {
      const names = [
        ...Object.keys(origins).map((key) => (key === "site" ? "origin" : `${key}_origin`)),
        ...Object.keys(settings),
      ];
      const note = goingLive?.origin ? ` (${goingLive.origin})` : "";
      const [first, ...others] = names.map((key) => `\`${settingEnv(name, key)}\``);
      return `| ${name} | ${[`${first}${note}`, ...others].join(", ")} | ${goingLive?.uncertain ?? ""} | ${goingLive?.route ?? ""} |`;
    }),
  ].join("\n");
