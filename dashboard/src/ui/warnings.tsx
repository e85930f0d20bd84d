import { Text } from "@mantine/core";

/** The warnings of a response, and what the reader of its records should do about doubtful values. */
export function Warnings({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  const doubtful = codes.flatMap((code) => /^drift:(.+)$/.exec(code)?.[1] ?? []);
  return (
    <Text size="sm" mt="xs">
      Warnings: {codes.join(", ")}.
      {doubtful.length > 0 &&
        ` Check ${doubtful.join(", ")} before you use ${doubtful.length === 1 ? "it" : "them"}: this is not what the same request gave before, or an incident is open.`}
    </Text>
  );
}
