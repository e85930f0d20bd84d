import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("permits granted by a site's limit, time waited for them and stalls are counted by source", async () => {
  const { observer, registry } = createMetrics();
  observer.siteGrant!({ source: "toy", waitedMs: 300 });
  observer.siteGrant!({ source: "toy", waitedMs: 3_000 });
  observer.siteStall!({ source: "toy" });
  const text = await registry.metrics();
  expect(text).toContain('winnow_site_grants_total{source="toy"} 2');
  expect(text).toContain('winnow_site_wait_seconds_sum{source="toy"} 3.3');
  expect(text).toContain('winnow_site_wait_seconds_bucket{le="0.5",source="toy"} 1');
  expect(text).toContain('winnow_site_stalls_total{source="toy"} 1');
});
