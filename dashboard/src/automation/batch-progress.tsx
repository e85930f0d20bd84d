import { Progress, Text } from "@mantine/core";
import type { BatchView } from "../../../src/endpoints/dashboard/types.ts";
import { formatNumber } from "../ui/format.ts";

export const isOpen = ({ status }: BatchView): boolean => status === "running" || status === "paused";

/** Progress of a batch: succeeded and failed items out of all. */
export function BatchProgress({ batch: { items, total }, size = "md" }: { batch: BatchView; size?: string }) {
  const done = items.succeeded + items.failed + items.cancelled;
  const share = (count: number) => (count / total) * 100;
  return (
    <>
      <Progress.Root size={size} aria-hidden>
        <Progress.Section value={share(items.succeeded)} />
        <Progress.Section value={share(items.failed)} color="red" />
        <Progress.Section value={share(items.cancelled)} color="gray" />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4}>
        {formatNumber(done)} of {formatNumber(total)}
        {items.failed > 0 && `, ${formatNumber(items.failed)} failed`}
      </Text>
    </>
  );
}
