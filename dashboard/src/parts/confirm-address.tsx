import { Code } from "@mantine/core";
import type { SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { hasOutboxToken } from "../api/outbox-token.ts";
import { formatNumber } from "../ui/format.ts";
import { TextLink } from "../ui/text.tsx";

/** What a confirmed address gives, such as "Confirm your address to get your 1,000 points". */
export const whyConfirm = ({ waiting_points }: NonNullable<SessionAnswer["me"]>): string =>
  `Confirm your address${waiting_points > 0 ? ` to get your ${formatNumber(waiting_points)} points` : ""}`;

/** Where the link is that confirms the address. Without a mail server, only the operator can read it. */
export function WhereLinkIs({ session: { me, outbox } }: { session: SessionAnswer }) {
  if (!outbox)
    return `We sent a link to ${me?.email}. If you had an account already, the mail says how to sign in to it.`;
  if (!hasOutboxToken()) {
    return (
      <>
        This service sends no mail. Ask whoever runs it for the link to {me?.email}: <Code>npx winnow outbox</Code>{" "}
        prints it.
      </>
    );
  }
  return (
    <>
      This service sends no mail: the link for {me?.email} is in the{" "}
      <TextLink to="/outbox" underline="always" inherit>
        outbox
      </TextLink>
      .
    </>
  );
}
