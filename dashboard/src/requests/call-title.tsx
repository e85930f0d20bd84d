import { useOperations } from "../parts/chosen-operation.tsx";
import { CellNote } from "../ui/data-table.tsx";
import { TextLink } from "../ui/text.tsx";
import { callSummary } from "./call-summary.ts";

interface CallTitleProps {
  to: string;
  path: string;
  params: Record<string, unknown>;
  /** Why the call failed. */
  error?: string | null;
}

/** A call's operation, as a link, what sets it apart from others, and why it failed. */
export function CallTitle({ to, path, params, error = null }: CallTitleProps) {
  const summary = [useCallSummary()(path, params), error].filter(Boolean).join(" · ");
  return (
    <span className="cell-line">
      <TextLink to={to}>{path.replace(/^\/api\//, "")}</TextLink>
      {summary !== "" && <CellNote>{summary}</CellNote>}
    </span>
  );
}

/** Returns a function that summarises calls from their operations' descriptions. */
export function useCallSummary(): (path: string, params: Record<string, unknown>) => string {
  const operations = new Map(useOperations().map((operation) => [operation.path, operation]));
  return (path, params) => callSummary(operations.get(path), params);
}
