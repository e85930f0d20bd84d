import { useQuery } from "@tanstack/react-query";
import type { MembersAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { Allowed } from "../parts/allowed.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { AccountSettings } from "./account-settings.tsx";
import { Changes } from "./changes.tsx";
import { NewAccount } from "./new-account.tsx";
import { People } from "./people.tsx";
import { SingleSignOn } from "./single-sign-on.tsx";

/** The people of the account that the tab shows, or how to create one for several people. */
export function MembersPage() {
  const me = useQuery(queries.session).data?.me;
  const isShared = me !== undefined && me !== null && me.account.name !== null;
  const members = useQuery({ ...queries.at<MembersAnswer>("/members"), enabled: isShared });
  if (!me) return null;
  if (!isShared) return <NewAccount />;
  return (
    <Page title={me.account.name ?? ""} about={`Your role in this account: ${me.account.role}.`}>
      <QueryView query={members}>
        {(found) => (
          <>
            <People me={me} {...found} />
            <Allowed to="own">
              <SingleSignOn />
            </Allowed>
            <AccountSettings me={me} members={found.members} />
            <Allowed to="manage">
              <Changes />
            </Allowed>
          </>
        )}
      </QueryView>
    </Page>
  );
}
