import { Badge, Group } from "@mantine/core";
import type { PersonView, SharedAccount } from "../../../src/endpoints/dashboard/types.ts";
import { useAddress } from "../api/use-address.ts";
import { usePages } from "../api/use-pages.ts";
import { Part } from "../ui/card.tsx";
import type { Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { SearchFilter } from "../ui/filters.tsx";
import { formatNumber, humanise } from "../ui/format.ts";
import { IconUsers } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";

const accountColumns: Array<Column<SharedAccount>> = [
  { header: "Name", role: "title", cell: ({ name }) => name },
  { header: "Owner", cell: ({ owner }) => owner ?? "None" },
  { header: "Members", role: "figure", cell: ({ members }) => formatNumber(members) },
  { header: "Plan", cell: ({ plan }) => humanise(plan) },
  { header: "Points", role: "figure", cell: ({ points }) => formatNumber(points) },
  { header: "Created", cell: ({ created_at }) => <Time at={created_at} as="date" /> },
  { header: "ID", cell: ({ id }) => id },
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
  { header: "Name", cell: ({ name }) => name },
  { header: "Plan", cell: ({ plan }) => humanise(plan) },
  { header: "Points", role: "figure", cell: ({ points }) => formatNumber(points) },
  { header: "Joined", cell: ({ created_at }) => <Time at={created_at} as="date" /> },
  {
    header: "Last signed in",
    cell: ({ last_login_at }) => (last_login_at ? <Time at={last_login_at} as="ago" /> : "Never"),
  },
];

export default function PeoplePage() {
  const {
    search: { search },
    set,
  } = useAddress<"search">();
  const query = new URLSearchParams({ search: search ?? "" });
  const pages = usePages<PersonView>(`/admin/people?${query}`);
  const accounts = usePages<SharedAccount>(`/admin/accounts?${query}`);
  return (
    <Page title="People" about="Everybody with a personal account, and the accounts that several people share.">
      <Group>
        <SearchFilter placeholder="Name or email" value={search} onChange={(text) => set({ search: text })} />
      </Group>
      <PagedTable
        label="People"
        columns={columns}
        pages={pages}
        keyOf={({ id }) => id}
        more="Show more people"
        empty={
          <Empty icon={IconUsers} title="No matching accounts">
            Search for part of a name or email.
          </Empty>
        }
      />
      <Part title="Accounts with several people">
        <PagedTable
          label="Accounts with several people"
          columns={accountColumns}
          pages={accounts}
          keyOf={({ id }) => id}
          more="Show more accounts"
          empty={search ? "No matching accounts." : "None yet."}
        />
      </Part>
    </Page>
  );
}
