import { Badge, Group } from "@mantine/core";
import type { PersonView, SharedAccount } from "../../../src/endpoints/dashboard/types.ts";
import { useAddress } from "../api/use-address.ts";
import { type Column, PagedTable } from "../ui/data-table.tsx";
import { Filters } from "../ui/filters.tsx";
import { Page, Part } from "../ui/page.tsx";
import { TextLink } from "../ui/text.tsx";

const accountColumns: Array<Column<SharedAccount>> = [
  ["Name", "name", "title"],
  ["Owner", "owner", "text", "None"],
  ["Members", "members", "figure"],
  ["Plan", "plan", "word"],
  ["Points", "points", "figure"],
  ["Created", "created_at", "date"],
  ["ID", "id"],
];

const columns: Array<Column<PersonView>> = [
  {
    header: "Email",
    role: "title",
    cell: ({ id, email, role, email_verified }) => (
      <Group gap="xs">
        <TextLink to={`/admin/people/${id}`}>{email}</TextLink>
        {role === "admin" && <Badge>Admin</Badge>}
        {!email_verified && <Badge color="gray">Not confirmed</Badge>}
      </Group>
    ),
  },
  ["Name", "name"],
  ["Plan", "plan", "word"],
  ["Points", "points", "figure"],
  ["Joined", "created_at", "date"],
  ["Last signed in", "last_login_at", "ago", "Never"],
];

export default function PeoplePage() {
  const { search, set } = useAddress<"search">();
  const query = new URLSearchParams({ search: search.search ?? "" });
  return (
    <Page title="People" about="Everybody with a personal account, and the accounts that several people share.">
      <Filters search={search} set={set} find="Name or email" />
      <PagedTable
        label="People"
        columns={columns}
        path={`/admin/people?${query}`}
        more="Show more people"
        empty="No matching accounts. Search for part of a name or email."
      />
      <Part title="Accounts with several people">
        <PagedTable
          label="Accounts with several people"
          columns={accountColumns}
          path={`/admin/accounts?${query}`}
          more="Show more accounts"
          empty={search.search ? "No matching accounts." : "None yet."}
        />
      </Part>
    </Page>
  );
}
