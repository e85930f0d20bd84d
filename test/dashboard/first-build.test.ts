import { expect, test } from "vitest";
import { browserSuite } from "./browser.ts";

const build = Promise.withResolvers<void>();
const { newContext, running } = browserSuite({ building: build.promise });

test("the printed address, opened while the first start builds the dashboard, moves on by itself and keeps the token", async () => {
  const at = await (await newContext()).newPage();
  await at.goto(`/#outbox=${running().operatorToken}`);
  await at.getByRole("heading", { name: "One moment" }).waitFor();
  build.resolve();
  await at.getByRole("link", { name: "Create an account" }).click();
  await at.getByText("You get 1,000 points and your first key.").waitFor();
  expect(at.url()).not.toContain("outbox");
});
