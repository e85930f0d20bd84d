import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RequestDetail } from "../../../src/endpoints/dashboard/types.ts";
import { curlSnippet } from "../../../src/words/curl-snippet.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useOperation } from "../parts/chosen-operation.tsx";
import { requestBody } from "../playground/fields.ts";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import { DownloadButton } from "../ui/download-button.tsx";
import { IconCalendarRepeat, IconCompare, IconCopy, IconLink, IconRepeat } from "../ui/icons.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { newSchedulePath, playgroundPath } from "./requests-path.ts";

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
        <LinkButton to={`/requests/compare?${new URLSearchParams({ after: request.id })}`} icon={IconCompare}>
          Compare
        </LinkButton>
      )}
      {operation && request.kind === "admitted" && (
        <LinkButton to={newSchedulePath(request.endpoint, request.id)} icon={IconCalendarRepeat}>
          Schedule
        </LinkButton>
      )}
      <LinkButton to={playgroundPath(request.endpoint, { request: request.id })} icon={IconRepeat} variant="filled">
        Run again
      </LinkButton>
    </Group>
  );
}
