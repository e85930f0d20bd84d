import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/** Packages outside this repository rely on these. Removing a name needs a new major version; note it in the changelog. */
test("the public modules export the same names as before", async () => {
  const surface: Record<string, string[]> = {};
  for (const [name, file] of Object.entries(packageJson.exports))
    surface[`winnow-api/${name.slice(2)}`] = Object.keys(
      await import(/* @vite-ignore */ new URL(`../../${file}`, import.meta.url).href),
    ).sort();
  await expect(JSON.stringify(surface, null, 2)).toMatchFileSnapshot("public-surface.snapshot");
});
