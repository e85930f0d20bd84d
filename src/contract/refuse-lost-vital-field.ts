import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BrokenManifest } from "./broken-manifest.ts";
import type { StandIn } from "./stand-in.ts";

const DECLARED = /\bvitalField\s*:\s*(?:\[[^\]]*\]|"[^"]*")/g;

/**
 * Refuses a vital field that is nowhere in the code and data of the stand-in: the fault `rename` would rename nothing, and every
 * test with it would prove nothing. Whether the field is on the pages of each operation is for `sourceSuite`.
 */
export function refuseLostVitalField(folder: string, { vitalField }: StandIn): void {
  const files = standInFiles(folder);
  const declaring = files.find(({ text }) => text.includes("vitalField"));
  // A program that was made of the sources may be without them.
  if (!declaring) return;
  const texts = files.map(({ text }) => text.replace(DECLARED, ""));
  for (const field of [vitalField].flat()) {
    const word = new RegExp(`(?<![\\w-])${field.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`);
    if (texts.some((text) => word.test(text))) continue;
    const why = `"${field}" is nowhere in the stand-in: name a JSON key or an attribute that its pages have`;
    throw new BrokenManifest(declaring.file, "vitalField", why);
  }
}

/** The stand-in is in `site`, or all in one file with the manifest. */
function standInFiles(folder: string) {
  const site = join(folder, "site");
  const root = existsSync(site) ? site : folder;
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.(?:ts|json)$/.test(name))
    .map((name) => join(root, name))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
}
