import { Button, Group, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminSource } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { formatAgo } from "../ui/format.ts";

const choices = [
  { state: "closed", label: "Close", about: "Calls are refused." },
  { state: "open", label: "Keep open", about: "Calls go through, even if the source is down." },
  { state: "auto", label: "Automatic", about: "" },
] as const;

/** Lets an operator hold or release a source. Each decision is written to the audit log. */
export function HoldSource({ source }: { source: string }) {
  const { data } = useQuery(queries.at<{ sources: AdminSource[] }>("/admin/sources"));
  const [note, setNote] = useState("");
  const held = data?.sources.find((one) => one.source === source)?.held ?? null;
  const decide = useChange(
    (state: string) => api.post(`/admin/sources/${encodeURIComponent(source)}/hold`, { state, note }),
    { done: "Done. Recorded in the audit log.", onDone: () => setNote("") },
  );
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {held
          ? `Held ${held.state} by ${held.by}, ${formatAgo(held.at)}${held.note ? `: ${held.note}` : ""}`
          : "Automatic, from its health."}
      </Text>
      <TextInput
        label="Reason"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        mb="sm"
      />
      <Group gap="xs">
        {choices.map(({ state, label, about }) => (
          <Button
            key={state}
            size="xs"
            variant="default"
            title={about}
            disabled={(held?.state ?? "auto") === state}
            loading={decide.isPending && decide.variables === state}
            onClick={() => decide.mutate(state)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </>
  );
}
