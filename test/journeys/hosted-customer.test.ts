import { expect, onTestFinished, test } from "vitest";
import { linkIn, smtpSink } from "../support/auth/smtp-sink.ts";
import { answerTo, fillSignUp, openBrowser, shownLine } from "../support/journeys/browser.ts";
import { StartedService } from "../support/journeys/started-service.ts";

test.each(["sqlite", "postgres"] as const)(
  "a customer of a hosted service (%s) learns at every step that the points come with the confirmed address, and gets them from the mail",
  async (dialect) => {
    const { server, received } = smtpSink();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const service = await StartedService.start(dialect, { SMTP_URL: `smtp://127.0.0.1:${port}` });

    const at = await openBrowser();
    await at.goto(service.address);
    await at.getByRole("link", { name: "Create an account" }).click();
    await at.getByText("You get your first key, and 1,000 points when you confirm your address.").waitFor();
    await fillSignUp(at, "ada@people.example");
    await at.getByText("Confirm your address to get your 1,000 points.").waitFor();
    await at.getByText("We sent a link to ada@people.example.").waitFor();
    const own = await shownLine(at);
    expect(await answerTo(service, own)).toEqual({
      detail: expect.stringContaining("1000 points come when the account's address is confirmed"),
    });
    await at.getByRole("link", { name: "Overview" }).first().click();
    await at.getByText("1,000 come with your confirmed address").waitFor();
    const [first] = await at.getByRole("list").filter({ hasText: "Make a call" }).getByRole("listitem").all();
    expect(await first!.textContent()).toContain("Confirm your address to get your 1,000 points");

    await expect.poll(() => received.length).toBe(1);
    await at.goto(linkIn(received[0]!));
    await at.getByText("Your address is confirmed").waitFor();
    await at.getByRole("link", { name: "Open the dashboard" }).click();
    await at.getByRole("link", { name: "1,000 points" }).waitFor();
    expect((await answerTo(service, own)) as object[]).toHaveLength(20);
  },
);
