import { openAccount } from "../api/acting-account.ts";
import { DescribedForm } from "../parts/described-form.tsx";
import { Section } from "../ui/section.tsx";

/** Creates an account for several people, and opens it in this tab. */
export const NewAccount = () => (
  <Section
    title="An account for several people"
    about="Your personal account is yours alone. An account for several people has its own points, keys and history. It begins without points: ask whoever runs this service for a plan or points."
  >
    <DescribedForm
      of="POST /accounts"
      layout="line"
      framed={false}
      about={{ name: { label: "Name of the new account" } }}
      action="Create account"
      onDone={({ id }) => openAccount(id, "/settings?of=account")}
    />
  </Section>
);
