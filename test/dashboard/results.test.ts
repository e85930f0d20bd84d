import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { goSnippet } from "../../dashboard/src/keys/snippets.ts";
import { browserSuite, loadPage, openPage, signUp } from "./browser.ts";

const { page, address } = browserSuite();
const shell = promisify(execFile);
const hasPython = await shell("python3", ["--version"]).then(
  () => true,
  () => false,
);

test("the grid and the JSON hold every record, and each record opens", async () => {
  const at = page();
  await signUp(at, "grace@people.example");
  await openPage(at, "/playground?operation=/api/bizbureau/businesses/search");
  await at.getByLabel("Count").fill("225");
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText("points charged").waitFor();
  const shown = Number(/(\d+) records/.exec((await at.getByText(/^\d+ records$/).textContent())!)![1]);
  expect(shown).toBeGreaterThan(200);
  expect(await at.getByRole("table").getAttribute("aria-rowcount")).toBe(String(shown + 1));
  await at.getByRole("columnheader").last().scrollIntoViewIfNeeded();
  await at.getByRole("button", { name: "Open record 1", exact: true }).click();
  await at
    .getByRole("dialog")
    .getByRole("rowheader", { name: /^Profile URL/ })
    .waitFor();
  await at.keyboard.press("Escape");
  await at.getByRole("tab", { name: "JSON" }).click();
  const json = (await at.getByRole("region", { name: "Records as JSON" }).textContent())!;
  expect(json.match(/"@type"/g)).toHaveLength(shown);
  expect(await at.locator("html").evaluate((page: { scrollHeight: number }) => page.scrollHeight)).toBeLessThan(4_000);
});

test("a request's page loads the pictures of rows that are in view, and the others when they come into view", async () => {
  const at = page();
  const body = JSON.stringify({ keyword: "koffiezetapparaat", count: 60 });
  await openPage(at, `/playground?${new URLSearchParams({ operation: "/api/nlretail/products/search", body })}`);
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByRole("link", { name: "View in history" }).click();
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  /** For each picture whether it is in view, and whether it was loaded. */
  const pictures = () =>
    at.evaluate(`[...document.querySelectorAll(".records-grid")].flatMap((grid) => {
      const end = Math.min(grid.getBoundingClientRect().bottom, innerHeight);
      return [...grid.querySelectorAll("img")].map((img) => [img.getBoundingClientRect().top < end, img.src !== ""]);
    })`) as Promise<Array<[isInView: boolean, isLoaded: boolean]>>;
  await expect.poll(async () => (await pictures()).some(([, isLoaded]) => isLoaded)).toBe(true);
  await expect.poll(async () => (await pictures()).filter(([isInView, isLoaded]) => isInView !== isLoaded)).toEqual([]);
  expect((await pictures()).some(([, isLoaded]) => !isLoaded)).toBe(true);
  await at.mouse.wheel(0, 600);
  await expect.poll(async () => (await pictures()).every(([isInView, isLoaded]) => isLoaded || !isInView)).toBe(true);
});

test("pickers find values through lookups: while typing, immediately where lookups are free, and in two steps", async () => {
  const at = page();
  const option = (name: RegExp | string) => at.getByRole("option", { name }).first();
  const taken = async () => {
    await at.getByRole("button", { name: "Run", exact: true }).click();
    const link = (await at.getByText("View in history").getAttribute("href"))!;
    return (await at.evaluate(`fetch("/dashboard-api${link}").then((answer) => answer.json())`)) as {
      status: number;
      params: Record<string, unknown>;
    };
  };
  await openPage(at, `/playground?operation=/api/ruretail/products/search&body={"query":"ноутбук","count":2}`);
  await at.getByLabel("Find a field").fill("city");
  const city = at.getByRole("combobox", { name: "City" });
  // Whoever knows what to type does not wait for the list, nor for the words of the value that is chosen by default.
  const begun = Promise.withResolvers<void>();
  await at.route("**/playground/options", async (route) => {
    await begun.promise;
    await route.continue();
  });
  const listed = at.waitForResponse("**/playground/options");
  await city.click();
  await at.keyboard.type("С");
  begun.resolve();
  await listed;
  await at.unroute("**/playground/options");
  await option(/^Москва.*chosen/).waitFor();
  await at.keyboard.type("арат");
  await option("Сарат (as typed)").waitFor();
  // Enter selects the first match and does not run the call.
  await at.keyboard.press("Enter");
  await expect.poll(() => city.inputValue()).toBe("Саратов, Саратовская область");
  await at.getByText("No run yet").waitFor();
  await at.getByLabel("Find a field").fill("brands");
  await at.getByRole("combobox", { name: "Brands" }).click();
  await option(/^ACER ?\d+$/).click();
  await at.keyboard.press("Escape");
  expect(await taken()).toMatchObject({ status: 200, params: { city: "srt_cl", brands: ["ACER"] } });

  await openPage(at, `/playground?operation=/api/hkproperty/valuations&body={}`);
  await at.getByRole("combobox", { name: /^Unit/ }).fill("青湖");
  await option(/^青湖花園/).click();
  await option("1座, 24樓, H").click();
  expect(await taken()).toMatchObject({ status: 200, params: { unit: "UNPPPPPPPPBY" } });
});

test("the curl command of a key for one source calls that source and works; an MCP key gets none", async () => {
  const at = page();
  await openPage(at, "/keys");
  await at.getByRole("button", { name: "Limits" }).click();
  await at.getByLabel("Sources").first().click();
  await at
    .getByRole("option", { name: /stays|Lodging/ })
    .first()
    .click();
  await at.keyboard.press("Escape");
  await at.getByRole("button", { name: "Create key" }).click();
  const curl = (await at.getByRole("region", { name: "the curl line" }).textContent())!;
  expect(curl).toContain("/api/stays/");
  const { stdout } = await shell("bash", ["-c", `${curl} --silent --fail`]);
  expect((JSON.parse(stdout) as unknown[]).length).toBeGreaterThan(0);

  await at.getByRole("combobox", { name: "Use", exact: true }).click();
  await at.getByRole("option", { name: "MCP only" }).click();
  await at.getByRole("button", { name: "Create key" }).click();
  await at.getByText("This key works only over MCP.").waitFor();
  expect(await at.getByRole("region", { name: "the curl line" }).count()).toBe(0);
});

test("a missing value is reported at its field until it is filled in; a call that does not reach the service makes no claim about the cost", async () => {
  const at = page();
  await openPage(at, "/playground?operation=/api/bizbureau/businesses/search");
  const keyword = at.getByLabel("Keyword");
  await keyword.fill("");
  expect(await keyword.getAttribute("placeholder")).toBe("");
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText("nothing was charged").waitFor();
  expect(await keyword.getAttribute("aria-invalid")).toBe("true");
  await keyword.fill("plumber");
  expect(await keyword.getAttribute("aria-invalid")).not.toBe("true");

  await at.route("**/playground/run", (route) => route.abort("connectionreset"));
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText("Winnow could not be reached").waitFor();
  expect(await at.getByText("nothing was charged").count()).toBe(0);
  await at.unroute("**/playground/run");
});

test("prices are in sight on a desktop and on a phone", async () => {
  const at = page();
  await openPage(at, "/points?view=plans");
  const prices = at.getByRole("table", { name: "Prices" });
  for (const width of [1280, 390]) {
    await at.setViewportSize({ width, height: 860 });
    // The side bar folds after the resize.
    await expect
      .poll(async () => {
        const [inside, frame] = [await prices.getByRole("cell").first().boundingBox(), await prices.boundingBox()];
        return inside!.x + inside!.width - Math.min(width, frame!.x + frame!.width);
      })
      .toBeLessThanOrEqual(1);
  }
  await at.setViewportSize({ width: 1280, height: 860 });
});

test("every snippet of the playground runs unchanged and prints errors", async () => {
  const at = page();
  const key = await signUpAgain();
  // Reload: after the page that shows a new key, snippets contain that key.
  await loadPage(at, "/playground?operation=/api/nlretail/products/search");
  await at.getByText("Code", { exact: true }).click();
  const environment = { ...process.env, WINNOW_KEY: key };
  const snippet = async (name: string) => {
    await at.getByRole("tab", { name, exact: true }).click();
    return (await at.getByRole("region", { name: `the call as ${name}` }).textContent())!;
  };
  const run = async (
    name: string,
    command: string,
    args: (code: string) => string[],
    change = (code: string) => code,
  ) =>
    shell(command, args(change(await snippet(name))), { env: environment }).then(
      ({ stdout }) => ({ ok: true, text: stdout }),
      (error: { stdout: string; stderr: string }) => ({ ok: false, text: error.stderr }),
    );
  const node = (code: string) => ["--input-type=module-typescript", "-e", code];
  const spoilt = (code: string) => code.replace(/"?count"?(":|:)? ?:? ?20/, (part) => part.replace("20", "0"));
  expect(JSON.parse((await run("curl", "bash", (code) => ["-c", `${code} -s`])).text)).toHaveLength(20);
  expect((await run("TypeScript", process.execPath, node)).text).toContain("NlretailSearchProduct");
  expect((await run("TypeScript", process.execPath, node, spoilt)).text).toMatch(/422: .*greater than or equal to 1/);
  expect(await snippet("Go")).toBe(
    goSnippet({
      baseUrl: address(),
      path: "/api/nlretail/products/search",
      body: { keyword: "koffiezetapparaat", count: 20 },
    }),
  );
  if (!hasPython) return;
  expect(JSON.parse((await run("Python", "python3", (code) => ["-c", code])).text)).toHaveLength(20);
  expect((await run("Python", "python3", (code) => ["-c", code], spoilt)).text).toMatch(
    /422: .*greater than or equal to 1/,
  );

  async function signUpAgain(): Promise<string> {
    await at.context().clearCookies();
    return signUp(at, "linus@people.example");
  }
});

test("an unknown URL shows the not-found page; showing all requests clears the search", async () => {
  const at = page();
  const answer = await at.goto("/no-such-page");
  expect(answer!.status()).toBe(404);
  await at.getByRole("heading", { name: /not found|no such page/i }).waitFor();
  await openPage(at, "/requests?search=nothing-has-this");
  await at.getByRole("link", { name: "Show all requests" }).click();
  await at.getByRole("row").nth(1).waitFor();
  expect(await at.getByLabel("Search").inputValue()).toBe("");
});
