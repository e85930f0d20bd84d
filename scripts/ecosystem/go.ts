import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, shell } from "./world.ts";

/** Keywords of OpenAPI 3.1 that 3.0 lacks and that do not affect types. */
const newer = new Set(["dependentSchemas", "examples", "webhooks", "jsonSchemaDialect"]);

/** Converts the document to OpenAPI 3.0, which Go generators read. */
function asOpenApi30(node: any): any {
  if (Array.isArray(node)) return node.map(asOpenApi30);
  if (typeof node !== "object" || node === null) return node;
  const { anyOf, type, default: first, const: only, ...rest } = node;
  const types = [type].flat().filter((one) => one !== "null");
  const options = (anyOf ?? []).filter((one: any) => one.type !== "null");
  const nullable = options.length < (anyOf ?? []).length || types.length < [type].flat().length;
  const kept = Object.entries(rest).filter(([name]) => !newer.has(name));
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, asOpenApi30(value)])),
    ...(types[0] !== undefined && { type: asOpenApi30(types[0]) }),
    ...(first !== null && first !== undefined && { default: first }),
    ...(only !== undefined && { enum: [only] }),
    ...(options.length === 1 && (options[0].$ref ? { allOf: options } : asOpenApi30(options[0]))),
    ...(nullable && { nullable }),
  };
}

/**
 * The last version whose npm package includes the generator; later ones fetch it from Maven. Its Go code needs
 * golang.org/x/oauth2, from Debian (`golang-go golang-golang-x-oauth2-dev`) or the Go proxy.
 */
const generator = "@openapitools/openapi-generator-cli@1.0.18-4.3.1";

export const go: Check = {
  tool: "openapi-generator, Go",
  packages: [generator],
  async run({ key, calls }, folder) {
    const { webhooks: _, ...document } = JSON.parse(await readFile(join(folder, "openapi.json"), "utf8"));
    await writeFile(join(folder, "openapi30.json"), JSON.stringify({ ...asOpenApi30(document), openapi: "3.0.3" }));
    const jar = join(folder, "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar");
    // Without a prefix, the model NewSchedule would clash with the constructor of Schedule.
    const how = ["-g", "go-experimental", "--model-name-prefix", "W", "--skip-validate-spec"];
    const to = ["-i", "openapi30.json", "-o", "out", "--additional-properties=packageName=winnow"];
    await shell(folder, "java", ["-jar", jar, "generate", ...how, ...to]);
    const [pkg, program] = ["gopath/src/winnow", "gopath/src/program"].map((at) => join(folder, at)) as [
      string,
      string,
    ];
    for (const made of [pkg, program]) await mkdir(made, { recursive: true });
    for (const file of await readdir(join(folder, "out")))
      if (file.endsWith(".go")) await cp(join(folder, "out", file), join(pkg, file));
    const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    const each = calls.map(({ id, tag, body }) => {
      const model = `W${upper(id)}`;
      return `{ var body winnow.${model}; must(json.Unmarshal([]byte(${JSON.stringify(JSON.stringify(body))}), &body))
records, _, err := client.${upper(tag)}Api.${upper(id)}(ctx).${model}(body).Execute(); must(err); fmt.Println("${id}", len(records)) }`;
    });
    const source = `package main
import ( "context"; "encoding/json"; "fmt"; "winnow" )
func must(err error) { if err != nil { panic(err) } }
func main() {
ctx := context.Background()
config := winnow.NewConfiguration()
config.AddDefaultHeader("access-token", "${key}")
client := winnow.NewAPIClient(config)
${each.join("\n")}
}`;
    await writeFile(join(program, "main.go"), source);
    const env = { GO111MODULE: "off", GOPATH: `${join(folder, "gopath")}:/usr/share/gocode`, GOFLAGS: "" };
    const counts = (await shell(folder, "go", ["run", "program"], env)).trim().split("\n");
    const empty = counts.filter((line) => !/ [1-9]\d*$/.test(line));
    if (counts.length !== calls.length || empty.length > 0) throw new Error(`no records: ${empty.join("; ")}`);
    return `the client compiles; ${counts.length} of ${calls.length} operations give records`;
  },
};
