import { Allowed } from "../parts/allowed.tsx";
import { Page } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { KeysTable } from "./keys-table.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

export default function KeysPage() {
  return (
    <Page title="Keys" about="All keys spend your account's points. Send a key in the access-token header.">
      <Load path="/keys">
        {({ keys }) => (
          <>
            <Allowed to="work">
              <NewKeyForm suggestion={`Key ${keys.length + 1}`} />
            </Allowed>
            <KeysTable keys={keys} />
          </>
        )}
      </Load>
    </Page>
  );
}
