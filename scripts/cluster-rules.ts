interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: Array<{ name: string; value: string }>;
  ports?: Array<{ containerPort: number }>;
  resources: { limits: { memory: string } };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Probe {
  httpGet?: { path: string };
}

/** A Kubernetes object, with the members that the rules check. */
export interface KubernetesObject {
  kind: string;
  metadata?: { name: string };
  spec?: {
    replicas?: number;
    podSelector?: { matchLabels?: Record<string, string> };
    policyTypes?: string[];
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        automountServiceAccountToken?: boolean;
        enableServiceLinks?: boolean;
        terminationGracePeriodSeconds?: number;
        containers: Container[];
      };
    };
    /** For autoscalers. */
    scaleTargetRef?: { name: string };
    maxReplicas?: number;
    maxReplicaCount?: number;
    triggers?: Array<{ metadata: Record<string, string> }>;
  };
  /** For a ConfigMap. */
  data?: Record<string, string>;
  /** For a Kustomization. */
  images?: Array<{ name: string; digest?: string }>;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Rules beyond the cluster's schemas: no pod has a token for the cluster's API, every pod has network policies for both
 * directions, and every image is pinned by digest.
 */
export function clusterProblems(objects: KubernetesObject[]): string[] {
  const policies = objects.filter(({ kind }) => kind === "NetworkPolicy");
  const pinned = new Set(
    objects.flatMap(({ images = [] }) =>
      images.filter(({ digest = "" }) => DIGEST.test(digest)).map(({ name }) => name),
    ),
  );
  return objects.flatMap(({ kind, metadata, spec }) => {
    const pod = spec?.template;
    if (!pod) return [];
    const covered = (direction: string) =>
      policies.some(
        ({ spec: policy }) =>
          policy?.policyTypes?.includes(direction) && selects(policy.podSelector, pod.metadata.labels),
      );
    const problems = [
      ...(pod.spec.automountServiceAccountToken === false ? [] : ["has a token for the cluster's API"]),
      ...(pod.spec.enableServiceLinks === false ? [] : ["has addresses of services in its environment"]),
      ...["Ingress", "Egress"].filter((direction) => !covered(direction)).map((name) => `has no policy for ${name}`),
      ...pod.spec.containers
        .filter(({ image }) => !pinned.has(image))
        .map(({ name, image }) => `runs ${image} in ${name}, which is not named by its digest`),
    ];
    return problems.map((problem) => `${kind} ${metadata?.name} ${problem}`);
  });
}

const selects = ({ matchLabels = {} }: { matchLabels?: Record<string, string> } = {}, labels: Record<string, string>) =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
