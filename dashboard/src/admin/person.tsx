import { SimpleGrid, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { MembershipView, PersonView } from "../../../src/endpoints/dashboard/types.ts";
import { statementColumns } from "../account/statement-columns.tsx";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { auditColumns } from "../parts/audit-columns.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import type { Values } from "../playground/fields.ts";
import { type Column, DataTable, PagedTable } from "../ui/data-table.tsx";
import { formatDate, formatNumber, humanise } from "../ui/format.ts";
import { toOptions } from "../ui/options.ts";
import { Facts, Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";
import { AdminKeysTable } from "./admin-keys-table.tsx";

const pointsColumns = statementColumns("/admin/requests");

const accountColumns: Array<Column<MembershipView>> = [
  ["Name", "name", "title"],
  ["Role", "role", "word"],
  ["ID", "id"],
];

export default function PersonPage() {
  const { id } = useAddress();
  const query = useQuery(queries.at(`/admin/people/${encodeURIComponent(id)}`));
  const shown = query.data?.person;
  return (
    <Page title={shown?.name ?? "Person"} about={shown?.email} back={["/admin/people", "All accounts"]}>
      <QueryView query={query}>
        {({ person, accounts, keys, audit }) => (
          <>
            <section className="surface" style={{ padding: 20 }} aria-label="The person">
              <Facts
                of={[
                  ["Email", person.email_verified ? "Confirmed" : "Not confirmed"],
                  ["Points", formatNumber(person.points), `${humanise(person.plan)} plan`],
                  ["Role", humanise(person.role), `Joined ${formatDate(person.created_at)}`],
                  ["Keys", formatNumber(keys.length), "Including revoked ones"],
                ]}
              />
            </section>
            <ChangeForms person={person} />
            {accounts.length > 0 && (
              <>
                <Title order={2}>Accounts</Title>
                <DataTable label="Accounts" columns={accountColumns} rows={accounts} />
              </>
            )}
            <Title order={2}>Keys</Title>
            <AdminKeysTable keys={keys} />
            <Title order={2}>Points</Title>
            <PagedTable
              label="Points"
              columns={pointsColumns}
              path={`/admin/people/${person.id}/ledger?limit=10`}
              more="Show older entries"
              empty="No entries."
            />
            <Title order={2}>Changes</Title>
            <DataTable label="Changes" columns={auditColumns} rows={audit} empty="No changes." />
          </>
        )}
      </QueryView>
    </Page>
  );
}

interface ChangeFormProps {
  person: PersonView;
  /** The last part of the endpoint's address. */
  what: "grant" | "plan" | "role" | "pause" | "resume";
  title: string;
  about?: ReactNode;
  fields?: ComponentProps<typeof DescribedForm>["about"];
  initial?: Values;
  danger?: boolean;
  done: string;
}

/** A change that an admin makes to a person's account, with its reason. */
const ChangeForm = ({ person, what, title, about, fields = {}, initial, danger = false, done }: ChangeFormProps) => (
  <section className="surface" style={{ padding: 20 }}>
    <Text fw={600} mb={about ? 4 : "sm"}>
      {title}
    </Text>
    {about && <Note mb="sm">{about}</Note>}
    <DescribedForm
      of={`POST /admin/people/{id}/${what}`}
      path={`/admin/people/${person.id}/${what}`}
      layout="stack"
      framed={false}
      about={fields}
      {...(initial && { initial })}
      label={title}
      action={title}
      button={danger ? { variant: "light", color: "red" } : { variant: "default" }}
      done={done}
    />
  </section>
);

function ChangeForms({ person }: { person: PersonView }) {
  const { data } = useQuery(queries.plans);
  const plans = toOptions(...(data?.plans ?? []).map(({ name }) => name));
  const isPaused = person.paused_at !== null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <ChangeForm
        {...{ person, what: "grant", title: "Grant points", done: "Points added." }}
        initial={{ points: 1000 }}
        fields={{
          points: { description: "A negative number removes points." },
          reason: { label: "Reason for the points" },
        }}
      />
      <ChangeForm
        {...{ person, what: "plan", title: "Change plan", done: "Plan changed." }}
        initial={{ plan: person.plan }}
        fields={{
          plan: {
            kind: "choice",
            options: plans,
            description: "The difference in this month's points is added at once.",
          },
          reason: { label: "Reason for the plan" },
        }}
      />
      <ChangeForm
        {...{ person, what: "role", title: "Change role", done: "Role changed." }}
        initial={{ role: person.role }}
        fields={{
          role: { description: "An admin sees all accounts and can change plans." },
          reason: { label: "Reason for the role" },
        }}
      />
      {isPaused ? (
        <ChangeForm
          {...{ person, what: "resume", title: "Resume the account", done: "The owner can sign in again." }}
          about="Lets the owner sign in again. Keys stay revoked; the owner resumes schedules, batches and webhooks."
        />
      ) : (
        <ChangeForm
          {...{ person, what: "pause", title: "Pause the account", done: "The account is paused." }}
          danger
          about="Signs the owner out and keeps them out, revokes the keys, pauses schedules and batches, and disables webhooks, until an admin resumes the account."
        />
      )}
    </SimpleGrid>
  );
}
