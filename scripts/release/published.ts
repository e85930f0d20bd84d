import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

export const root = join(import.meta.dirname, "../..");

/** Where the project lives. Everything that names its address is derived from `repository` in `package.json`. */
const { version, license, repository } = packageJson;
export const home = repository.url.replace(/^git\+|\.git$/g, "");
const owner = new URL(home).pathname.split("/")[1]!;

/** The name in the MCP registry, which the package must state as well: the registry lets the owner of the repository use it. */
export const MCP_NAME = `io.github.${owner}/winnow`;

/** A manifest with what registries show, and what npm's provenance compares with the workflow that publishes. */
export const published = (manifest: object, directory: string): object => ({
  ...manifest,
  version,
  license,
  homepage: `${home}#readme`,
  bugs: `${home}/issues`,
  repository: { ...repository, ...(directory !== "" && { directory }) },
});

export const writeManifest = (folder: string, manifest: object, directory: string): void =>
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published(manifest, directory), null, 2)}\n`);

/** Links of a README that lead out of its package become addresses of the tagged commit. Images are shown, not linked. */
export function absoluteLinks(readme: string, directory: string): string {
  return readme.replaceAll(/(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)/g, (_, image, text, path) => {
    const kind = image ? "raw" : "blob";
    return `${image}[${text}](${home}/${kind}/v${version}/${posix.join(directory, path)})`;
  });
}

export function writeReadmeAndLicense(folder: string, directory: string): void {
  const readme = readFileSync(join(root, directory, "README.md"), "utf8");
  writeFileSync(join(folder, "README.md"), absoluteLinks(readme, directory));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}
