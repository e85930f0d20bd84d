import type { Page } from "playwright-core";
import { openingAccount, type SampleAccount } from "../support/dashboard/sample-account.ts";

/** A page, and the actions on it before it is checked. */
export interface State {
  path: string;
  name?: string;
  act?: (at: Page) => Promise<void>;
}

const press = (at: Page, name: string | RegExp) =>
  at
    .getByRole("button", { name, ...(typeof name === "string" && { exact: true }) })
    .first()
    .click();

const hotels = "/playground?operation=/api/stays/hotels/search";

async function run(at: Page): Promise<void> {
  await press(at, "Run");
  await at.getByText("View in history").waitFor();
}

/** Makes the first source appear down, with a note from the operator. */
async function withTrouble(at: Page): Promise<void> {
  const note = "Being mended, back by noon.";
  await at.route("**/status.json", async (route) => {
    const status = await (await route.fetch()).json();
    const trouble = { state: "down", reason: "The source does not respond." };
    const times = { opened_at: status.checked_at - 60_000, closed_at: null };
    const incident = { no: 1, operation: "/api/a", kind: "failing", field: null, ...trouble, ...times, note };
    Object.assign(status.sources[0], { ...trouble, since: times.opened_at, incidents: [incident] });
    await route.fulfill({ json: status });
  });
  await at.reload();
  await at.getByText(note).waitFor();
  await at.unroute("**/status.json");
}

/** Shows an address while it is being confirmed: the response does not come. */
async function confirming(at: Page): Promise<void> {
  await at.route("**/email/verify", () => {});
  await at.reload();
  await at.getByLabel("Loading").waitFor();
}

type Sampled = Pick<SampleAccount, "shared"> & { samples: Pick<SampleAccount["samples"], "/requests/$id"> };

/** States of pages other than the one they open in. */
export const states = ({ samples: { "/requests/$id": request }, shared }: Sampled): State[] => [
  { path: "/verify-email?token=held", name: "an address being confirmed", act: confirming },
  { path: "/status", name: "a source that is unwell", act: withTrouble },
  {
    path: "/overview",
    name: "the command palette",
    act: async (at) => {
      await at.keyboard.press("Control+k");
      await at.getByRole("option").first().waitFor();
    },
  },
  {
    path: "/usage",
    name: "a column of a chart",
    act: async (at) => {
      await at.getByRole("region", { name: /choose with the arrow keys/ }).focus();
      await at.keyboard.press("End");
      await at.locator(".chart-tooltip").waitFor();
    },
  },
  {
    path: "/playground",
    name: "a refused call",
    act: async (at) => {
      await at.getByLabel("Keyword").fill("");
      await press(at, "Run");
      await at.getByText("nothing was charged").waitFor();
    },
  },
  {
    path: "/playground",
    name: "the call as JSON",
    act: async (at) => {
      await at.getByText("JSON", { exact: true }).click();
      await at.getByLabel("The body as JSON").waitFor();
    },
  },
  {
    path: "/playground",
    name: "saved calls",
    act: async (at) => {
      await press(at, /^Saved calls/);
      await at.getByLabel("Save this call as").waitFor();
    },
  },
  {
    path: hotels,
    name: "records in a table, with the columns' menu",
    act: async (at) => {
      await run(at);
      await press(at, /^Columns/);
      await at.getByRole("checkbox", { name: "Name", exact: true }).waitFor();
    },
  },
  {
    path: hotels,
    name: "records on a map",
    act: async (at) => {
      await run(at);
      await at.getByRole("tab", { name: "Map" }).click();
      await press(at, "Next record");
      await at.locator(".map-land[d]").waitFor({ state: "attached" });
    },
  },
  {
    path: request,
    name: "records as JSON",
    act: async (at) => {
      await at.getByRole("tab", { name: "JSON" }).click();
      await at.getByRole("region", { name: "Records as JSON" }).waitFor();
    },
  },
  {
    path: request,
    name: "one record",
    act: async (at) => {
      await press(at, "Open record 1");
      await at.getByRole("dialog").waitFor();
    },
  },
  {
    path: "/keys",
    name: "a new key, and a question about another",
    act: async (at) => {
      await press(at, "Limits");
      await press(at, "Create key");
      await at.getByTestId("api-key").waitFor();
      // The new key moves the list, so that an earlier click could miss.
      await at.getByRole("button", { name: "Revoke", exact: true }).nth(1).waitFor();
      await press(at, "Revoke");
      await at.getByRole("dialog").waitFor();
    },
  },
  {
    path: "/settings",
    name: "the second factor",
    act: async (at) => {
      await at.getByLabel("Your password").fill("correct horse battery");
      await press(at, "Set up");
      await at.getByRole("img", { name: "QR code of the key" }).waitFor();
    },
  },
  {
    path: "/overview",
    name: "the menu of the account",
    act: async (at) => {
      await press(at, "Your menu");
      await at.getByRole("menuitem", { name: "Sign out" }).waitFor();
    },
  },
  {
    // Last, because the tab shows the account from then on.
    path: "/settings?of=account",
    name: "an account of several people",
    act: async (at) => {
      await at.evaluate(openingAccount(shared));
      await at.getByRole("table", { name: "Changes" }).waitFor();
    },
  },
];
