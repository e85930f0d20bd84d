import { expect, test } from "vitest";
import { clusterProblems, type KubernetesObject } from "../scripts/deploy-rules.ts";

const digest = `sha256:${"a".repeat(64)}`;
const deployment = (pod: object = {}, image = "winnow"): KubernetesObject => ({
  kind: "Deployment",
  metadata: { name: "api" },
  spec: {
    template: {
      metadata: { labels: { app: "winnow", part: "api" } },
      spec: {
        ...{ automountServiceAccountToken: false, enableServiceLinks: false, ...pod },
        containers: [{ name: "api", image }],
      },
    },
  },
});
const policy = (labels: Record<string, string>, ...policyTypes: string[]): KubernetesObject => ({
  kind: "NetworkPolicy",
  spec: { podSelector: { matchLabels: labels }, policyTypes },
});
const kustomization = (pin: string): KubernetesObject => ({
  kind: "Kustomization",
  images: [{ name: "winnow", digest: pin }],
});
const both = policy({ app: "winnow" }, "Ingress", "Egress");

test("a pod without a token, with policies for both directions and an image by digest is accepted", () => {
  expect(clusterProblems([deployment(), both, kustomization(digest)])).toEqual([]);
  expect(clusterProblems([deployment({}, `winnow@${digest}`), both])).toEqual([]);
});

test.each([
  ["a token for the cluster's API", [deployment({ automountServiceAccountToken: true }), both, kustomization(digest)]],
  ["addresses of services", [deployment({ enableServiceLinks: undefined }), both, kustomization(digest)]],
  ["no policy for Egress", [deployment(), policy({ app: "winnow" }, "Ingress"), kustomization(digest)]],
  [
    "no policy for Ingress",
    [deployment(), policy({ app: "other" }, "Ingress"), policy({}, "Egress"), kustomization(digest)],
  ],
  ["not named by its digest", [deployment({}, "winnow:latest"), both, kustomization(digest)]],
  ["not named by its digest", [deployment(), both, kustomization("latest")]],
] as Array<[string, KubernetesObject[]]>)("a pod is refused that has %s", (problem, objects) => {
  expect(clusterProblems(objects)).toEqual([expect.stringContaining(problem)]);
});
