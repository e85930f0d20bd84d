import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminKey } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { Empty } from "../ui/empty.tsx";
import { IconKey, IconSearch } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { AdminKeysTable } from "./admin-keys-table.tsx";

export function AdminKeysPage() {
  const [typed, setTyped] = useState("");
  // Of a whole key only its first characters are sent, which the service keeps: a key is a secret.
  const [search] = useDebouncedValue(/^\w{20,}$/.test(typed.trim()) ? typed.trim().slice(0, 10) : typed, 300);
  const query = useQuery({
    ...queries.at<{ keys: AdminKey[] }>(`/admin/keys?${new URLSearchParams({ search })}`),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="All keys" about="The newest 200 matches.">
      <TextInput
        label="Search"
        placeholder="Name, email, or the key"
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={380}
      />
      <QueryView query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon={IconKey} title="No matching keys">
              Search for its name, the owner's email, or the key itself.
            </Empty>
          ) : (
            <AdminKeysTable keys={keys} />
          )
        }
      </QueryView>
    </Page>
  );
}
