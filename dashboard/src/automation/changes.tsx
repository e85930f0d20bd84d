import "./changes.css";
import { Group, Stack, Text, Title } from "@mantine/core";
import type { ChangeView } from "../../../src/endpoints/dashboard/types.ts";
import { isEmpty, recordName, valueText } from "../records/values.ts";
import { formatNumber, formatTime, humanise } from "../ui/format.ts";
import { Note, TextLink } from "../ui/text.tsx";

const words = { added: "Added", removed: "Removed", changed: "Changed", entered: "Entered", left: "Left" } as const;

/** A value as it appears in a sentence. */
const shown = (value: unknown): string => {
  if (isEmpty(value)) return "nothing";
  return typeof value === "number" ? formatNumber(value) : valueText(value);
};

type ChangeOf = Pick<ChangeView, "kind" | "record" | "record_id" | "fields">;

/** A schedule's changes, grouped by run, with the old and the new values of each record. */
export function Changes({ changes }: { changes: ChangeView[] }) {
  const runs = new Map<string, ChangeView[]>();
  for (const change of changes) runs.set(change.run_id, [...(runs.get(change.run_id) ?? []), change]);
  return (
    <Stack gap="lg">
      {[...runs].map(([run, own]) => (
        <div key={run}>
          <Group justify="space-between" mb="xs" gap="xs">
            <Title order={3} fz="md">
              {formatTime(Date.parse(own[0]!.at))}
            </Title>
            <Group gap="sm">
              <Note>{summarizeChanges(own)}</Note>
              <TextLink to={`/automation/jobs/${run}`}>View run</TextLink>
            </Group>
          </Group>
          <ChangeList changes={own} />
        </div>
      ))}
    </Stack>
  );
}

/** Changed records, new ones first. */
export const ChangeList = ({ changes }: { changes: ChangeOf[] }) => (
  <div className="surface" style={{ overflow: "hidden" }}>
    {changes.toSorted(byKind).map((change) => (
      <Change key={`${change.kind} ${change.record_id}`} change={change} />
    ))}
  </div>
);

const kinds: Array<ChangeView["kind"]> = ["added", "entered", "removed", "left", "changed"];
const byKind = (a: ChangeOf, b: ChangeOf) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind);

export const summarizeChanges = (changes: ChangeOf[]): string =>
  kinds
    .map((kind) => [changes.filter((change) => change.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`)
    .join(", ");

function Change({ change }: { change: ChangeOf }) {
  const name = recordName(change.record, change.record_id);
  return (
    <article className={`change change-${change.kind}`} aria-label={`${words[change.kind]}: ${name}`}>
      <Group gap="xs" wrap="nowrap" align="baseline">
        <Text size="xs" fw={650} c="dimmed" style={{ flex: "0 0 66px" }}>
          {words[change.kind]}
        </Text>
        <Text fw={600} style={{ overflowWrap: "anywhere", minWidth: 0 }}>
          {name}{" "}
          {name !== change.record_id && (
            <Text span size="xs" c="dimmed">
              {change.record_id}
            </Text>
          )}
        </Text>
      </Group>
      {change.fields && (
        <Stack gap={4} mt={6} component="dl" mb={0} mx={0}>
          {Object.entries(change.fields).map(([field, { old, new: now }]) => (
            <Group key={field} gap="xs" align="baseline">
              <Text size="sm" c="dimmed" component="dt" miw={120}>
                {humanise(field)}
              </Text>
              <Text size="sm" component="dd" m={0} style={{ minWidth: 0 }}>
                <del>{shown(old)}</del> → <ins>{shown(now)}</ins>
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </article>
  );
}
