import { List, Text } from "@mantine/core";
import type { PageView } from "../../../src/endpoints/dashboard/types.ts";
import { Note } from "./text.tsx";

/** The addresses and titles of a site's pages. They are not links: a page may differ for each visitor. */
export function PageList({ pages }: { pages: PageView[] }) {
  return (
    <List size="sm" mb="sm" listStyleType="none">
      {pages.map(({ url, status, title }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page may be fetched twice, and the list does not change
        <List.Item key={at} style={{ overflowWrap: "anywhere" }}>
          {title !== null && <Text size="sm">{title}</Text>}
          <Note>
            {status} {url}
          </Note>
        </List.Item>
      ))}
    </List>
  );
}
