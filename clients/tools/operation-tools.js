/** Default number of records that a tool puts into the model's context. */
const SHOWN = 20;

/**
 * The service's operations, from its own description, so that sources added later are included. `call` returns the first
 * records with their total and cost.
 */
export async function operationTools(winnow, { operations, shown = SHOWN, maxCost } = {}) {
  const { paths, components } = await winnow.openApi();
  const known = Object.entries(paths).filter(([path]) => path.startsWith("/api/"));
  const missing = (operations ?? []).filter((name) => !known.some(([path]) => path === `/api/${name}`));
  if (missing.length > 0) throw new Error(`the service has no operation ${missing.join(", ")}`);
  return known
    .map(([path, { post }]) => ({ path: path.slice("/api/".length), post }))
    .filter(({ path }) => operations === undefined || operations.includes(path))
    .map(({ path, post }) => ({
      name: path.replaceAll(/\W+/g, "_"),
      description: `${post.summary}. ${post.description}`,
      schema: schemaOf(post, components),
      async call(request, signal) {
        const options = { ...(signal && { signal }), ...(maxCost !== undefined && { maxCost }) };
        const records = await winnow.operation(path)(request, options);
        const { creditsCharged, resultsEnd } = records.facts;
        return {
          total: records.length,
          credits_charged: creditsCharged,
          results_end: resultsEnd,
          records: records.slice(0, shown),
        };
      },
    }));
}

function schemaOf({ requestBody }, { schemas }) {
  const { schema } = requestBody.content["application/json"];
  return schema.$ref ? schemas[schema.$ref.split("/").at(-1)] : schema;
}
