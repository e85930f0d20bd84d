import { TextLink } from "../ui/text.tsx";

const name = (record: Record<string, unknown> | null, id: string): string =>
  String(record?.name ?? record?.title ?? id);

interface RecordLinkProps {
  schedule: string;
  id: string;
  record: Record<string, unknown> | null;
}

/** A link to the history of a schedule's record. */
export const RecordLink = ({ schedule, id, record }: RecordLinkProps) => (
  <TextLink to={`/automation/schedules/${schedule}?record=${encodeURIComponent(id)}`}>{name(record, id)}</TextLink>
);
