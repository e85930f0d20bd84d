import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type {
  MembershipView,
  PersonDetail,
  PersonView,
  StatementEntry,
} from "../../../src/endpoints/dashboard/types.ts";
import { statementColumns } from "../account/statement-columns.tsx";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { usePages } from "../api/use-pages.ts";
import { auditColumns } from "../parts/audit-columns.tsx";
import { FormCard } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatDate, formatNumber, humanise } from "../ui/format.ts";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Stat } from "../ui/stat.tsx";
import { AdminKeysTable } from "./admin-keys-table.tsx";

const route = getRouteApi("/signed-in/admin-only/admin/people/$id");

const pointsColumns = statementColumns("/admin/requests");

const accountColumns: Array<Column<MembershipView>> = [
  { header: "Name", role: "title", cell: ({ name }) => name },
  { header: "Role", cell: ({ role }) => humanise(role) },
  { header: "ID", cell: ({ id }) => id },
];

export function PersonPage() {
  const { id } = route.useParams();
  const query = useQuery(queries.at<PersonDetail>(`/admin/people/${encodeURIComponent(id)}`));
  const points = usePages<StatementEntry>(`/admin/people/${encodeURIComponent(id)}/ledger?limit=10`);
  return (
    <Page title={query.data?.person.name ?? "Person"} back={["/admin/people", "All accounts"]}>
      <QueryView query={query}>
        {({ person, accounts, keys, audit }) => (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
              <Stat
                label="Email"
                value={person.email}
                note={person.email_verified ? "Confirmed" : "Not confirmed"}
                small
              />
              <Stat label="Points" value={formatNumber(person.points)} note={`${humanise(person.plan)} plan`} />
              <Stat label="Role" value={humanise(person.role)} note={`Joined ${formatDate(person.created_at)}`} />
              <Stat label="Keys" value={formatNumber(keys.length)} note="Including revoked ones" />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
              <GrantForm person={person} />
              <PlanForm person={person} />
              <RoleForm person={person} />
              <PauseForm person={person} />
            </SimpleGrid>
            {accounts.length > 0 && (
              <>
                <Title order={2}>Accounts</Title>
                <DataTable label="Accounts" columns={accountColumns} rows={accounts} keyOf={(account) => account.id} />
              </>
            )}
            <Title order={2}>Keys</Title>
            <AdminKeysTable keys={keys} />
            <Title order={2}>Points</Title>
            <PagedTable
              label="Points"
              dense
              columns={pointsColumns}
              pages={points}
              keyOf={({ no }) => no}
              more="Show older entries"
              empty="No entries."
            />
            <Title order={2}>Changes</Title>
            <DataTable label="Changes" columns={auditColumns} rows={audit} keyOf={({ no }) => no} empty="No changes." />
          </>
        )}
      </QueryView>
    </Page>
  );
}

const usePersonChange = ({ id }: PersonView, what: string, done: string) =>
  useChange((body: object) => api.post(`/admin/people/${id}/${what}`, body), { done });

interface ChangeProps {
  title: string;
  danger?: boolean;
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

function Change({ title, danger = false, busy, onSubmit, children }: ChangeProps) {
  return (
    <FormCard label={title} onSubmit={onSubmit}>
      <Stack gap="sm">
        <Text fw={600}>{title}</Text>
        {children}
        <Group>
          <Button
            type="submit"
            variant={danger ? "light" : "default"}
            color={danger ? "red" : undefined}
            loading={busy}
          >
            {title}
          </Button>
        </Group>
      </Stack>
    </FormCard>
  );
}

function GrantForm({ person }: { person: PersonView }) {
  const form = useForm({ initialValues: { points: 1000 as number | string, reason: "" } });
  const change = usePersonChange(person, "grant", "Points added.");
  return (
    <Change
      title="Grant points"
      busy={change.isPending}
      onSubmit={() => change.mutate({ ...form.values, points: Number(form.values.points) })}
    >
      <NumberInput
        label="Points"
        description="A negative number removes points."
        allowDecimal={false}
        {...form.getInputProps("points")}
      />
      <TextInput label="Reason for the points" required minLength={3} {...form.getInputProps("reason")} />
    </Change>
  );
}

function PlanForm({ person }: { person: PersonView }) {
  const { data } = useQuery(queries.plans);
  const form = useForm({ initialValues: { plan: person.plan, reason: "" } });
  const change = usePersonChange(person, "plan", "Plan changed.");
  return (
    <Change title="Change plan" busy={change.isPending} onSubmit={() => change.mutate(form.values)}>
      <Select
        label="Plan"
        description="The difference in this month's points is added at once."
        data={toOptions(...(data?.plans ?? []).map(({ name }) => name))}
        {...form.getInputProps("plan")}
      />
      <TextInput label="Reason for the plan" required minLength={3} {...form.getInputProps("reason")} />
    </Change>
  );
}

function RoleForm({ person }: { person: PersonView }) {
  const form = useForm({ initialValues: { role: person.role as string, reason: "" } });
  const change = usePersonChange(person, "role", "Role changed.");
  return (
    <Change title="Change role" busy={change.isPending} onSubmit={() => change.mutate(form.values)}>
      <Select
        label="Role"
        description="An admin sees all accounts and can change plans."
        data={toOptions("member", "admin")}
        {...form.getInputProps("role")}
      />
      <TextInput label="Reason for the role" required minLength={3} {...form.getInputProps("reason")} />
    </Change>
  );
}

/** Pauses an account that is compromised or abusive. */
function PauseForm({ person }: { person: PersonView }) {
  const form = useForm({ initialValues: { reason: "" } });
  const isPaused = person.paused_at !== null;
  const change = usePersonChange(
    person,
    isPaused ? "resume" : "pause",
    isPaused ? "The owner can sign in again." : "The account is paused.",
  );
  return (
    <Change
      title={isPaused ? "Resume the account" : "Pause the account"}
      danger={!isPaused}
      busy={change.isPending}
      onSubmit={() => change.mutate(form.values)}
    >
      <Text size="sm" c="dimmed">
        {isPaused
          ? "Lets the owner sign in again. Keys stay revoked; the owner resumes schedules, batches and webhooks."
          : "Signs the owner out and keeps them out, revokes the keys, pauses schedules and batches, and disables webhooks, until an admin resumes the account."}
      </Text>
      <TextInput label="Reason" required minLength={3} {...form.getInputProps("reason")} />
    </Change>
  );
}
