import { Anchor, Badge, Button, Group, Table, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { PersonView } from "../../../src/entry/dashboard/admin-api-types.ts";
import { api } from "../api/call.ts";
import { Empty } from "../ui/empty.tsx";
import { formatAgo, formatDate, formatNumber, humanise } from "../ui/format.ts";
import { IconSearch, IconUsers } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";

const route = getRouteApi("/signed-in/admin-only/admin/people");

interface PeopleAnswer {
  people: PersonView[];
  more: boolean;
}

export function PeoplePage() {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const type = useDebouncedCallback(
    (text: string) => navigate({ search: { search: text || undefined }, replace: true }),
    300,
  );
  const query = useInfiniteQuery({
    queryKey: ["/admin/people", search],
    queryFn: ({ pageParam }) =>
      api.get<PeopleAnswer>(`/admin/people?${new URLSearchParams({ search, offset: String(pageParam) })}`),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) => (more ? pages.flatMap(({ people }) => people).length : undefined),
  });
  return (
    <Page title="People" about="All accounts.">
      <TextInput
        label="Search"
        placeholder="Name or email"
        leftSection={<IconSearch size={16} />}
        defaultValue={search}
        onChange={(event) => type(event.currentTarget.value)}
        maw={380}
      />
      <QueryView query={query}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          if (people.length === 0) {
            return (
              <Empty icon={IconUsers} title="No matching accounts">
                Search for part of a name or email.
              </Empty>
            );
          }
          return (
            <>
              <PeopleTable people={people} />
              {query.hasNextPage && (
                <Group justify="center">
                  <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                    Show more people
                  </Button>
                </Group>
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

function PeopleTable({ people }: { people: PersonView[] }) {
  return (
    <ScrollTable label="People">
      <Table.Thead>
        <Table.Tr>
          {["Address", "Name", "Plan"].map((label) => (
            <Table.Th key={label} scope="col">
              {label}
            </Table.Th>
          ))}
          <Table.Th scope="col" ta="right">
            Points
          </Table.Th>
          <Table.Th scope="col">Joined</Table.Th>
          <Table.Th scope="col">Last signed in</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Table.Tr key={person.id}>
            <Table.Th scope="row" fw={500}>
              <Group gap="xs" wrap="nowrap">
                <Anchor component={Link} to={`/admin/people/${person.id}`} size="sm">
                  {person.email}
                </Anchor>
                {person.role === "admin" && <Badge variant="light">Admin</Badge>}
                {!person.email_verified && (
                  <Badge variant="light" color="gray">
                    Not confirmed
                  </Badge>
                )}
              </Group>
            </Table.Th>
            <Table.Td>{person.name}</Table.Td>
            <Table.Td>{humanise(person.plan)}</Table.Td>
            <Table.Td ta="right">{formatNumber(person.points)}</Table.Td>
            <Table.Td>{formatDate(person.created_at)}</Table.Td>
            <Table.Td>{person.last_login_at ? formatAgo(person.last_login_at) : "never"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
