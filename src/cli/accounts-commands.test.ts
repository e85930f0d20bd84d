import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { expect, test } from "vitest";
import { isWellFormed } from "../accounts/key-secret.ts";
import { defaultPlans } from "../accounts/plans.ts";
import { useMetered } from "../metering/testing/metered.ts";
import { localWindows } from "../store/shared-windows.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { registerAccountCommands } from "./accounts-commands.ts";

describeOnBothStores("the commands on accounts and keys", (fresh) => {
  const metered = useMetered(fresh);

  /** Runs a command as from a shell; answers with what it printed. */
  async function winnow(...args: string[]): Promise<string> {
    const printed = new PassThrough();
    const program = new Command("winnow").exitOverride();
    registerAccountCommands(program, program.command("keys"), {
      withParts: (work) =>
        work({
          ...metered,
          plans: defaultPlans,
          windows: localWindows(metered.clock),
          [Symbol.asyncDispose]: async () => {},
        }),
      console: new Console(printed, new PassThrough()),
    });
    await program.parseAsync(args, { from: "user" });
    printed.end();
    return (await text(printed)).trim();
  }

  test("an account is made, given points, put on a plan, and shown", async () => {
    const address = ["--email", "ada@people.example"];
    await winnow("accounts", "create", ...address, "--points", "40");
    expect(await winnow("accounts", "grant", "60", ...address)).toBe("ada@people.example has 100 points");
    expect(await winnow("accounts", "grant", ...address, "--correction", "--", "-30")).toMatch(/has 70 points$/);
    expect(await winnow("accounts", "set-plan", "starter", ...address)).toMatch(/on starter, with 15070 points$/);
    expect(await winnow("accounts", "show", ...address)).toContain("correction");
    expect(await winnow("accounts", "list", "--search", "ADA")).toContain("ada@people.example");
    const audited = await metered.store.db.selectFrom("audit_log").select("what").orderBy("no").execute();
    expect(audited.map(({ what }) => what)).toEqual(["grant", "correction", "set plan"]);
  });

  test("what cannot be done is said in words", async () => {
    const nobody = ["--email", "nobody@people.example"];
    await expect(winnow("accounts", "show", ...nobody)).rejects.toThrow("no account for nobody@people.example");
    await expect(winnow("accounts", "create", ...nobody, "--plan", "gold")).rejects.toThrow("there is no plan gold");
    await expect(winnow("keys", "cap", "no-such-key", "5")).rejects.toThrow("no key no-such-key");
  });

  test("a key is capped and rotated; the new key alone is printed", async () => {
    const { key } = await metered.newHolder();
    expect(await winnow("keys", "cap", key.id, "500")).toBe(`${key.id} may spend 500 points in all`);
    expect(isWellFormed(await winnow("keys", "rotate", key.id, "--overlap", "1h"))).toBe(true);
    expect(await winnow("keys", "cap", key.id, "none")).toBe(`${key.id} has no cap`);
  });

  test.each([
    ["0", 0],
    ["90", 90_000],
    ["90s", 90_000],
    ["30m", 1_800_000],
    ["24h", 86_400_000],
    ["7d", 604_800_000],
  ])("an overlap of %s is %i ms", async (overlap, milliseconds) => {
    const { key } = await metered.newHolder();
    await winnow("keys", "rotate", key.id, "--overlap", overlap);
    const old = await metered.store.db
      .selectFrom("api_keys")
      .where("id", "=", key.id)
      .select("previous_ends_at")
      .executeTakeFirstOrThrow();
    expect(old.previous_ends_at).toBe(metered.clock.now() + milliseconds);
  });

  test.each(["", "1w", "h", "1.5h", "-1h", "1h30m", "x1h"])(
    "an overlap of %j is refused with examples",
    async (overlap) => {
      const { key } = await metered.newHolder();
      await expect(winnow("keys", "rotate", key.id, "--overlap", overlap)).rejects.toThrow(/90s, 30m, 24h, 7d, or 0/);
    },
  );

  test("with --output json every one of them prints its result as JSON", async () => {
    const json = async (...args: string[]) => JSON.parse(await winnow(...args, "--output", "json"));
    const address = ["--email", "json@people.example"];
    const { id } = await json("accounts", "create", ...address);
    expect(await json("accounts", "grant", "5", ...address)).toEqual({ email: "json@people.example", points: 1_005 });
    expect(await json("accounts", "set-plan", "starter", ...address)).toMatchObject({ plan: "starter" });
    expect(await json("accounts", "list", "--search", "json@")).toMatchObject([{ email: "json@people.example" }]);
    expect(await json("accounts", "show", ...address)).toMatchObject({
      account: { id },
      keys: [],
      ledger: [{}, {}, {}],
    });
    expect(await json("admin", "grant", ...address)).toEqual({ email: "json@people.example", role: "admin" });
    const { key } = await metered.newHolder();
    expect(await json("keys", "cap", key.id, "9")).toEqual({ id: key.id, spending_cap: 9 });
    expect(isWellFormed((await json("keys", "rotate", key.id)).key)).toBe(true);
    expect(await json("plans")).toContainEqual(expect.objectContaining({ plan: "free", points: 1_000, every: "once" }));
  });

  test("the plans are listed", async () => {
    expect(await winnow("plans")).toContain("15000 a month");
  });
});
