import { Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminKey } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { Empty } from "../ui/empty.tsx";
import { SearchFilter } from "../ui/filters.tsx";
import { IconKey } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { AdminKeysTable } from "./admin-keys-table.tsx";

export default function AdminKeysPage() {
  const [typed, setTyped] = useState<string>();
  const words = typed?.trim() ?? "";
  // Sends only the first characters of a whole key, which the service stores: the key is a secret.
  const search = /^\w{20,}$/.test(words) ? words.slice(0, 10) : words;
  const query = useQuery({
    ...queries.at<{ keys: AdminKey[] }>(`/admin/keys?${new URLSearchParams({ search })}`),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="All keys" about="The keys of every account: the newest 200 that match.">
      <Group>
        <SearchFilter placeholder="Name, email, or the key" value={typed} onChange={setTyped} />
      </Group>
      <QueryView query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon={IconKey} title="No matching keys">
              Search for its name, the owner's email, or the key itself.
            </Empty>
          ) : (
            <AdminKeysTable keys={keys} withAccount />
          )
        }
      </QueryView>
    </Page>
  );
}
