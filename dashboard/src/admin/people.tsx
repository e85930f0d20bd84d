import { Badge, Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { PersonView } from "../../../src/endpoints/dashboard/types.ts";
import { useMappedPages } from "../api/use-pages.ts";
import type { Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { SearchFilter } from "../ui/filters.tsx";
import { formatNumber, humanise } from "../ui/format.ts";
import { IconUsers } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";

const route = getRouteApi("/signed-in/admin-only/admin/people");

interface PeopleAnswer {
  people: PersonView[];
  more: boolean;
}

const readPeople = ({ people, more }: PeopleAnswer, before: number) => ({
  rows: people,
  next_cursor: more ? String(before + people.length) : null,
});

const columns: Array<Column<PersonView>> = [
  {
    header: "Email",
    role: "title",
    cell: ({ id, email, role, email_verified }) => (
      <Group gap="xs">
        <TextLink to={`/admin/people/${id}`}>{email}</TextLink>
        {role === "admin" && <Badge variant="light">Admin</Badge>}
        {!email_verified && (
          <Badge variant="light" color="gray">
            Not confirmed
          </Badge>
        )}
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

export function PeoplePage() {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useMappedPages(`/admin/people?${new URLSearchParams({ search: search ?? "" })}`, readPeople, {
    cursor: "offset",
  });
  return (
    <Page title="People" about="All accounts.">
      <Group>
        <SearchFilter
          placeholder="Name or email"
          value={search}
          onChange={(text) => navigate({ search: { search: text }, replace: true })}
        />
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
    </Page>
  );
}
