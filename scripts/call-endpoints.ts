import { quickPasswords } from "../test/support/dashboard/dashboard.ts";
import { generatedCalls } from "../test/support/endpoints/generated-calls.ts";
import { dashboardMount, keyMount } from "../test/support/endpoints/mounts.ts";
import { startTestService } from "../test/support/service.ts";
import { sourcesFolder, toySource } from "../test/support/toy-folder.ts";
import { options } from "./support/options.ts";

/**
 * Generated calls to all endpoints; `npm test` has a short run. Prints the responses of each endpoint and any that differ
 * from its description.
 */
const { calls: most, seed } = options({ calls: 6_000, seed: "long run" });
const service = await startTestService({
  sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
  passwordCost: quickPasswords,
});
try {
  const key = await service.createKey({ points: 1_000_000 });
  const mounts = [await keyMount(service, key, seed), await dashboardMount(service, 12)];
  const { calls, statuses, findings, unanswered } = await generatedCalls(service, mounts, most, seed);
  for (const [id, seen] of Object.entries(statuses)) console.log(id.padEnd(42), JSON.stringify(seen));
  for (const finding of findings) console.log(finding);
  console.log(`never succeeded: ${unanswered.join(", ")}`);
  console.log(`${calls} calls of ${Object.keys(statuses).length} endpoints; ${findings.length} not as described`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await service.close();
}
