import { expect, test } from "vitest";
import { answerTo, fillSignUp, openBrowser, printedAddress, shownLine } from "../support/journeys/browser.ts";
import { StartedService } from "../support/journeys/started-service.ts";

test("a reader of the reference, signed out and in the dark, gets from a test key to a call to a live key", async () => {
  const service = await StartedService.start("sqlite");
  const at = await openBrowser();
  await at.goto(printedAddress(service, "Reference"));
  await at.getByRole("link", { name: "Status" }).click();
  await at.getByRole("button", { name: "Switch to dark theme" }).click();
  await at.getByRole("link", { name: "API reference" }).click();
  await at.getByRole("heading", { name: "API reference" }).waitFor();
  expect(await at.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(13, 18, 22)");
  expect(await at.getByRole("navigation").getByRole("link").allTextContents()).toEqual(["Winnow", "Status", "Sign in"]);

  await at.getByRole("button", { name: "Create a test key" }).click();
  await at.getByRole("link", { name: "Create an account" }).click();
  await fillSignUp(at, "ada@people.example");
  await at.getByRole("heading", { name: "Your new key: First key" }).waitFor();
  const live = await shownLine(at);
  await at.getByRole("button", { name: "Continue" }).click();
  await at.getByRole("link", { name: "Keys" }).waitFor();
  await at.getByRole("button", { name: "Create a test key" }).click();
  await at.getByRole("button", { name: /^Test key set until \d+ \w+ \d{4}, \d\d:\d\d:\d\d$/ }).waitFor();

  await at
    .getByRole("button", { name: /Test Request/i })
    .first()
    .click();
  const answered = at.waitForResponse((response) => response.request().method() === "POST");
  await at.getByRole("button", { name: /^Send/ }).first().click();
  expect((await answered).status()).toBe(200);

  // The live key waits for the points, and whoever runs the service has the link.
  expect(await answerTo(service, live)).toEqual({ detail: expect.stringContaining("address is confirmed") });
  await at.goto(printedAddress(service, "Reference"));
  await at.getByRole("link", { name: "Dashboard" }).click();
  await at.getByText("Ask whoever runs it").first().waitFor();
  const [{ link }] = JSON.parse(await service.winnow("outbox")) as [{ link: string }];
  await at.goto(link);
  await at.getByText("Your address is confirmed").waitFor();
  expect(((await answerTo(service, live)) as object[]).length).toBeGreaterThan(0);
});
