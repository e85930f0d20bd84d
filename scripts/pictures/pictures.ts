import type { Page } from "playwright-core";
import type { Pages } from "../../src/entry/dashboard/pages.ts";
import { openingAccount, pageAddress, type SampleAccount } from "../../test/support/dashboard/sample-account.ts";

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

/** `/keys/$id` is `keys-one`, and `/` is `home`. */
const nameOf = (page: string): string =>
  page === "/" ? "home" : page.slice(1).replaceAll(/\$\w+/g, "one").replaceAll("/", "-");

/** States of pages, and pages outside the web app, that are worth a picture. */
const others = ({ failedRequest, reusedRequest, samples, shared }: SampleAccount): Picture[] => [
  { name: "docs", path: "/docs", signedIn: false },
  { name: "not-found", path: "/no-such-page", signedIn: false },
  { name: "request-failed", path: failedRequest, signedIn: true },
  { name: "request-reused", path: reusedRequest, signedIn: true },
  {
    name: "drawer",
    path: samples["/requests/$id"],
    signedIn: true,
    act: async (page) => {
      await page.getByRole("button", { name: "Open record 2", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "provenance",
    path: samples["/requests/$id"],
    signedIn: true,
    act: async (page) => {
      await page.getByRole("switch", { name: "Where values come from" }).first().click();
      await page.getByText("Point at a value").waitFor();
      await page.getByRole("button", { name: "Open record 2", exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "map",
    path: samples["/requests/$id"],
    signedIn: true,
    act: async (page) => {
      await page.getByRole("tab", { name: "Map" }).click();
      await page.locator(".map-land[d]").first().waitFor({ state: "attached" });
    },
  },
  { name: "playground-run", path: hotels, signedIn: true, act: run },
  {
    name: "members-shared",
    path: "/settings?of=account",
    signedIn: true,
    act: async (page) => {
      await page.evaluate(openingAccount(shared));
      await page.getByRole("table", { name: "Changes" }).waitFor();
    },
  },
  {
    name: "palette",
    path: "/overview",
    signedIn: true,
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
    },
  },
  // Last, because the pages show test data from then on.
  {
    name: "playground-fault",
    path: hotels,
    signedIn: true,
    act: async (page) => {
      await page.getByRole("switch", { name: "Test mode" }).check({ force: true });
      await page.getByRole("combobox", { name: "Fault" }).click();
      await page.getByRole("option", { name: "wall" }).click();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("412").first().waitFor();
    },
  },
];

/** Every page of the router, and the others. */
export function pictures({ open, own, admin }: Pages, account: SampleAccount): Picture[] {
  const taken = (signedIn: boolean) => (page: string) => ({
    name: nameOf(page),
    path: pageAddress(page, account.samples),
    signedIn,
  });
  return [...open.map(taken(false)), ...[...own, ...admin].map(taken(true)), ...others(account)];
}
