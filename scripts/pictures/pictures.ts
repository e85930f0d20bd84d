import type { Page } from "playwright-core";
import type { SampleAccount } from "./sample-account.ts";

/** A page, and the steps before its picture is taken. */
export interface Picture {
  name: string;
  path: string;
  signedIn: boolean;
  act?: (page: Page) => Promise<void>;
}

const run = async (page: Page) => {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("View in history").waitFor();
  await page.getByRole("button", { name: "Open record 1", exact: true }).waitFor();
};

const hotels = `/playground?${new URLSearchParams({ operation: "/api/stays/hotels/search" })}`;

/** Every page, by file name. */
export function pictures(account: SampleAccount): Picture[] {
  const anybody: Array<[name: string, path: string]> = [
    ["home", "/"],
    ["sign-in", "/sign-in"],
    ["sign-up", "/sign-up"],
    ["forgot-password", "/forgot-password"],
    ["reset-password", "/reset-password?token=x"],
    ["status", "/status"],
    ["docs", "/docs"],
    ["not-found", "/no-such-page"],
  ];
  const own: Array<[name: string, path: string, act?: Picture["act"]]> = [
    ["overview", "/overview"],
    ["usage", "/usage?days=7"],
    ["requests", "/requests"],
    ["request", account.request],
    ["request-failed", account.failedRequest],
    [
      "drawer",
      account.request,
      async (page) => {
        await page.getByRole("button", { name: "Open record 2", exact: true }).click();
        await page.getByRole("dialog").waitFor();
      },
    ],
    [
      "map",
      account.request,
      async (page) => {
        await page.getByRole("tab", { name: "Map" }).click();
        await page.locator(".map-land[d]").first().waitFor({ state: "attached" });
      },
    ],
    ["compare", account.compare],
    ["playground", hotels, run],
    ["playground-empty", "/playground"],
    ["points", "/points"],
    ["keys", "/keys"],
    ["key", account.key],
    ["jobs", "/automation/jobs"],
    ["job", account.job],
    ["batches", "/automation/batches"],
    ["batch", account.batch],
    ["new-batch", "/automation/batches/new"],
    ["schedules", "/automation/schedules"],
    ["schedule", account.schedule],
    ["new-schedule", "/automation/schedules/new"],
    ["webhooks", "/automation/webhooks"],
    ["webhook", account.webhook],
    ["destinations", "/automation/destinations"],
    ["plans", "/plans"],
    ["mcp", "/mcp-setup"],
    ["account", "/account"],
    [
      "palette",
      "/overview",
      async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("option").first().waitFor();
      },
    ],
    ["admin-people", "/admin/people"],
    ["admin-person", account.person],
    ["admin-keys", "/admin/keys"],
    ["admin-requests", "/admin/requests"],
    ["admin-request", account.request.replace("/requests", "/admin/requests")],
    ["admin-sources", "/admin/sources"],
    ["admin-incidents", "/admin/incidents"],
    ["admin-audit", "/admin/audit"],
  ];
  return [
    ...anybody.map(([name, path]) => ({ name, path, signedIn: false })),
    ...own.map(([name, path, act]) => ({ name, path, signedIn: true, ...(act && { act }) })),
  ];
}
