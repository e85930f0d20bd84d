import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RequestDetail } from "../../../src/endpoints/dashboard/types.ts";
import { curlSnippet } from "../../../src/words/curl-snippet.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useOperation } from "../parts/chosen-operation.tsx";
import { requestBody } from "../playground/fields.ts";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import { DownloadButton } from "../ui/download-button.tsx";
import { IconCalendarRepeat, IconCompare, IconCopy, IconLink, IconRepeat } from "../ui/icons.tsx";

/** Actions on a past request. */
export function RequestActions({ request }: { request: RequestDetail }) {
  const { data: catalogue } = useQuery(queries.catalogue);
  const operation = useOperation(request.endpoint);
  const body = operation && request.kind === "admitted" ? requestBody(operation, request.params) : request.params;
  return (
    <Group gap="xs">
      {catalogue && (
        <CopyTextButton
          label="Copy as curl"
          value={curlSnippet({ baseUrl: catalogue.base_url, path: request.endpoint, body })}
          icon={IconCopy}
        />
      )}
      <CopyTextButton label="Copy link" value={window.location.href} icon={IconLink} />
      {request.evidence && (
        <DownloadButton href={linkPath(`/requests/${request.id}/evidence`)}>Evidence</DownloadButton>
      )}
      {request.answer !== null && (
        <Button
          component={Link}
          variant="default"
          to={`/requests/compare?${new URLSearchParams({ after: request.id })}`}
          leftSection={<IconCompare size={16} />}
        >
          Compare
        </Button>
      )}
      {operation && request.kind === "admitted" && (
        <Button
          component={Link}
          variant="default"
          to={`/automation/schedules/new?${new URLSearchParams({ operation: request.endpoint, request: request.id })}`}
          leftSection={<IconCalendarRepeat size={16} />}
        >
          Schedule
        </Button>
      )}
      <Button
        component={Link}
        to={`/playground?${new URLSearchParams({ operation: request.endpoint, request: request.id })}`}
        leftSection={<IconRepeat size={16} />}
      >
        Run again
      </Button>
    </Group>
  );
}
