import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../api/queries.ts";
import { Filters } from "../ui/filters.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { AdminKeysTable } from "./admin-keys-table.tsx";

export default function AdminKeysPage() {
  const [typed, setTyped] = useState<{ search?: string | undefined }>({});
  const words = typed.search?.trim() ?? "";
  // Sends only the first characters of a whole key, which the service stores: the key is a secret.
  const search = /^\w{20,}$/.test(words) ? words.slice(0, 10) : words;
  const query = useQuery({
    ...queries.at(`/admin/keys?${new URLSearchParams({ search })}`),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="All keys" about="The keys of every account: the newest 200 that match.">
      <Filters search={typed} set={setTyped} find="Name, email, or the key" />
      <QueryView query={query}>{({ keys }) => <AdminKeysTable keys={keys} withAccount />}</QueryView>
    </Page>
  );
}
