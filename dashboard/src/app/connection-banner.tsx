import { Anchor, Loader, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type Trouble, useTrouble } from "../api/connection.ts";

const signIn = () => `/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`;

const words: Record<Trouble, () => ReactNode> = {
  offline: () => "You are offline. What is shown may be out of date.",
  unreachable: () => "Winnow cannot be reached. Trying again…",
  slow: () => "Winnow is slow to respond. Still waiting…",
  updated: () => (
    <>
      Winnow was updated. <Anchor href={window.location.href}>Reload</Anchor>
    </>
  ),
  "signed out": () => (
    <>
      Your session has ended. <Anchor href={signIn()}>Sign in again</Anchor>
    </>
  ),
  no_account: () => (
    <>
      You are no longer a member of the account in this tab.{" "}
      <Anchor href="/overview">Open your personal account</Anchor>
    </>
  ),
  single_sign_on: () => (
    <>
      Members of this account use single sign-on. <Anchor href={signIn()}>Sign in with it</Anchor>
    </>
  ),
};

/** What is wrong with the connection, on every page. The page stays as it is. */
export function ConnectionBanner() {
  const trouble = useTrouble();
  return (
    <div aria-live="polite" className="connection">
      {trouble && (
        <div className="surface connection-banner" data-trouble={trouble}>
          {(trouble === "unreachable" || trouble === "slow") && <Loader size="xs" aria-hidden />}
          <Text size="sm" fw={500}>
            {words[trouble]()}
          </Text>
        </div>
      )}
    </div>
  );
}
