import { Counter, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { HotCounter, HotHistogram } from "./hot-metrics.ts";

/** What is read is, to the letter, what prom-client's own counters and histograms print for the same. */
test("a counter reads as prom-client's own, whatever its labels", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const about = { name: "things_total", help: 'Things, with a "quote" and a \\.' };
  const hot = new HotCounter(ours, about, ["route", "status"]);
  const own = new Counter({ ...about, labelNames: ["route", "status"], registers: [theirs] });
  for (const [by, route, status] of [
    [1, "/a", "200"],
    [2, "/a", "500"],
    [0.5, "/a", "200"],
    [3, '/"b\n', "200"],
  ] as const) {
    hot.add(by, route, status);
    own.inc({ route, status }, by);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(await ours.metrics()).toContain('things_total{route="/a",status="200"} 1.5');
});

test("a histogram reads as prom-client's own: on a bound, between two, above all", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const about = { name: "took_seconds", help: "How long." };
  const buckets = [0.1, 1, 10];
  const hot = new HotHistogram(ours, about, ["operation"], buckets);
  const own = new Histogram({ ...about, labelNames: ["operation"], buckets, registers: [theirs] });
  for (const operation of ["/one", "/other"]) {
    for (const value of [0, 0.1, 0.11, 1, 7, 10, 10.5, 4000]) {
      hot.observe(value, operation);
      own.observe({ operation }, value);
    }
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});

test("what was never counted has a head and no value, as Prometheus expects", async () => {
  const registry = new Registry();
  new HotCounter(registry, { name: "things_total", help: "Things." }, ["route"]);
  expect(await registry.metrics()).toBe("# HELP things_total Things.\n# TYPE things_total counter\n");
});
