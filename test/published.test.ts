import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../package.json" with { type: "json" };
import { CLI_FOLDER, registryEntry } from "../scripts/release/cli-package.ts";
import { absoluteLinks, home, MCP_NAME, published, root } from "../scripts/release/published.ts";
import { PYTHON_FOLDERS } from "../scripts/release/python-packages.ts";
import { N8N_FOLDER, TOOLS_FOLDER } from "../scripts/release/run.ts";

describe("what is published", () => {
  test.each([CLI_FOLDER, "client", TOOLS_FOLDER, N8N_FOLDER, ...PYTHON_FOLDERS])(
    "%s has a README without links that only work in a checkout",
    (directory) => {
      const readme = readFileSync(join(root, directory, "README.md"), "utf8");
      const links = absoluteLinks(readme, directory).matchAll(/\]\(([^)\s]+)\)/g);
      for (const [, link] of links) expect(link).toMatch(/^(https?:\/\/|#)/);
    },
  );

  test("links of a README lead to the tagged commit, from its own folder", () => {
    const at = `${home}/blob/v${packageJson.version}`;
    expect(absoluteLinks("[a](../README.md) [b](https://x.example) [c](#d)", "client")).toBe(
      `[a](${at}/README.md) [b](https://x.example) [c](#d)`,
    );
    expect(absoluteLinks("![p](docs/p.png)", "")).toBe(`![p](${home}/raw/v${packageJson.version}/docs/p.png)`);
  });

  test("each manifest names the repository and its folder, which provenance compares with the workflow", () => {
    expect(published({ name: "x" }, "client")).toMatchObject({
      name: "x",
      version: packageJson.version,
      license: "MIT",
      repository: { type: "git", url: packageJson.repository.url, directory: "client" },
      homepage: `${home}#readme`,
      bugs: `${home}/issues`,
    });
  });

  test("the entry for the MCP registry has the name that its package states, and no placeholder", () => {
    expect(registryEntry()).toMatchObject({ name: MCP_NAME, repository: { url: home } });
    expect(JSON.stringify(registryEntry())).not.toContain("example");
  });
});

test("the workflow that publishes runs scripts that exist, after everything was tried, and needs no stored token", () => {
  interface Job {
    uses?: string;
    needs?: string;
    permissions?: Record<string, string>;
    steps?: Array<{ run?: string }>;
  }
  const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const { jobs } = parse(text) as { jobs: Record<string, Job> };
  const scripts = Object.values(jobs).flatMap(({ steps = [] }) =>
    steps.flatMap(({ run = "" }) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)),
  );
  expect(scripts).toEqual(expect.arrayContaining(["release", "release:try", "container"]));
  for (const name of scripts) expect(packageJson.scripts).toHaveProperty([name]);
  for (const [name, { needs, permissions }] of Object.entries(jobs)) {
    if (name === "test" || name === "build") continue;
    expect([name, needs, permissions?.["id-token"]]).toEqual([name, expect.stringMatching(/^(build|npm)$/), "write"]);
  }
  expect([jobs.build?.needs, jobs.test?.uses]).toEqual(["test", "./.github/workflows/test.yml"]);
  expect(readFileSync(join(root, ".github/workflows/test.yml"), "utf8")).toContain("- run: .ci/run\n");
  expect(text).not.toContain("secrets.");
});
