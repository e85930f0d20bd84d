import { Text } from "@mantine/core";
import { humanise } from "./format.ts";

interface Told {
  codes: readonly string[];
  /** Whether a stand-in gave the records. */
  standIn: boolean | null;
  /** What the source took texts for, such as the place that was found. */
  resolved?: Record<string, unknown> | null;
}

/** What the reader of a response's records should know: that they are made up, or which values are doubtful. */
export function Warnings({ codes, standIn, resolved }: Told) {
  if (codes.length === 0 && !standIn && !resolved) return null;
  const doubtful = codes.flatMap((code) => /^drift:(.+)$/.exec(code)?.[1] ?? []);
  return (
    <Text size="sm" mt="xs">
      {resolved && `Interpreted as ${Object.entries(resolved).map(inWords).join(" · ")}. `}
      {standIn && "These records are made up: a stand-in gave them. "}
      {codes.length > 0 && `Warnings: ${codes.join(", ")}.`}
      {doubtful.length > 0 &&
        ` Check ${doubtful.join(", ")} before you use ${doubtful.length === 1 ? "it" : "them"}: this is not what the same request gave before, or an incident is open.`}
    </Text>
  );
}

const inWords = ([name, value]: [string, unknown]): string => `${humanise(name)}: ${value}`;
