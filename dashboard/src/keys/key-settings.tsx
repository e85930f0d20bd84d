import { Title } from "@mantine/core";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { DescribedForm } from "../parts/described-form.tsx";
import { useKeyFields, useMayChange } from "./key-fields.ts";

const dayOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString().slice(0, 10));

/** A key expires at the end of the chosen day. */
const endOf = (day: unknown): number | null => (typeof day === "string" ? Date.parse(`${day}T23:59:59.999Z`) : null);

/** Settings of a key that can change while it is in use. */
export function KeySettings({ apiKey }: { apiKey: KeyView }) {
  const about = useKeyFields();
  if (!useMayChange(apiKey)) return null;
  const expires_at = dayOf(apiKey.expires_at);
  return (
    <section>
      <Title order={2} mb="sm">
        Settings
      </Title>
      <DescribedForm
        of="PATCH /keys/{id}"
        path={`/keys/${apiKey.id}`}
        label="Key settings"
        keeps
        initial={{ ...apiKey, expires_at }}
        about={{
          ...about,
          name: { required: true },
          expires_at: {
            label: "Expires",
            kind: "date",
            description: "At the end of this day, UTC.",
            placeholder: "Does not expire",
          },
        }}
        toBody={({ expires_at: day, manages_delivery, ...body }) => ({
          ...body,
          ...(day !== expires_at && { expires_at: endOf(day) }),
          ...(manages_delivery !== apiKey.manages_delivery && { manages_delivery }),
        })}
        action="Save"
        done="Saved. The next call uses the new settings."
      />
    </section>
  );
}
