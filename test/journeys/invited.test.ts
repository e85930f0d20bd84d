import { expect, onTestFinished, test } from "vitest";
import { linkIn, smtpSink } from "../support/auth/smtp-sink.ts";
import { fillSignUp, openBrowser } from "../support/journeys/browser.ts";
import { StartedService } from "../support/journeys/started-service.ts";

test("somebody without an account who is invited opens one mail, signs up, sees the first key and lands in the inviting account with the address confirmed", async () => {
  const { server, received } = smtpSink();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const service = await StartedService.start("sqlite", { SMTP_URL: `smtp://127.0.0.1:${port}` });
  const mailTo = async (address: string, words: string): Promise<string> => {
    const found = () => received.find((mail) => mail.includes(`To: ${address}`) && mail.includes(words));
    await expect.poll(found).toBeDefined();
    return linkIn(found()!);
  };

  const owner = await openBrowser();
  await owner.goto(service.address);
  await owner.getByRole("link", { name: "Create an account" }).click();
  await fillSignUp(owner, "ada@people.example");
  await owner.getByRole("heading", { name: "Your new key: First key" }).waitFor();
  await owner.goto(await mailTo("ada@people.example", "Confirm your address"));
  await owner.getByRole("link", { name: "Open the dashboard" }).click();
  await owner.getByRole("button", { name: "Your menu" }).click();
  await owner.getByRole("menuitem", { name: "Settings" }).click();
  await owner.getByText("This account", { exact: true }).click();
  await owner.getByLabel("Name of the new account").fill("Shop");
  await owner.getByRole("button", { name: "Create account" }).click();
  await owner.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
  await owner.getByLabel("Email").fill("bob@people.example");
  await owner.getByRole("button", { name: "Invite" }).click();

  const bob = await openBrowser();
  await bob.goto(await mailTo("bob@people.example", "You are invited to Shop"));
  await bob.getByRole("link", { name: "Create an account" }).click();
  await fillSignUp(bob, "bob@people.example");
  await bob.getByRole("heading", { name: "Your new key: First key" }).waitFor();
  await bob.getByText("You are invited to Shop as").waitFor();
  await bob.getByRole("button", { name: "Join Shop" }).click();
  await bob.getByRole("banner").getByText("Shop").waitFor();
  await bob.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  expect(await bob.getByText("We sent a link to").count()).toBe(0);
});
