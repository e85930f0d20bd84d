import { parse, parseAllDocuments } from "yaml";
import openapi from "../docs/openapi.json" with { type: "json" };
import { type Config, readConfig } from "../src/app/config.ts";
import { allSettings } from "../src/app/settings.ts";
import { limits } from "../src/limits/limits.ts";
import { clusterProblems, type KubernetesObject } from "./cluster-rules.ts";

/** The text of each file in `deploy/`, by path. */
export type DeployFiles = Record<string, string>;

/** Processes with the same settings, as started by a file in `deploy/`. */
interface Processes {
  where: string;
  env: Record<string, string>;
  /** The most that the file allows. */
  max: number;
  graceSeconds: number;
  memory: string;
}

interface Pooler {
  where: string;
  env: Record<string, string>;
  max: number;
  port: number;
}

/** Measured with 1,000 concurrent requests: 263 MB (docs/performance.md). */
const MIN_MEMORY_MB = 512;
/** With this many processes, PostgreSQL's default of 100 connections is too low. */
const POOLER_FROM = 6;
const POSTGRES_CONNECTIONS = 97;

/** Problems in `deploy/`: one sentence for each contradiction with the service's settings, its endpoints or another file. */
export function deployProblems(files: DeployFiles): string[] {
  const objects = Object.entries(files).flatMap(([name, text]) =>
    name.startsWith("kubernetes/") ? parseAllDocuments(text).map((one) => one.toJSON() as KubernetesObject) : [],
  );
  const image = imageSettings(files.Containerfile!);
  const compose = composeProcesses(files["compose.yaml"]!);
  const cluster = clusterProcesses(objects);
  // The remaining checks depend on valid settings.
  const wrong = [...compose.processes, ...cluster.processes].flatMap((one) => settingsProblems(one, image));
  if (wrong.length > 0) return wrong;
  return [
    ...[compose, cluster].flatMap(({ processes, poolers }) => connectionProblems(processes, poolers)),
    ...portProblems(files, image),
    ...balancerProblems(files["haproxy.cfg"]!, compose.processes, image),
    ...probeProblems(objects),
    ...queueProblems(objects, configOf(cluster.processes[0]!, image)),
    ...clusterProblems(objects),
  ];
}

const brokenRules = (where: string, rules: Array<[holds: boolean, problem: string]>): string[] =>
  rules.filter(([holds]) => !holds).map(([, problem]) => `${where}: ${problem}`);

/** Environment variables that the image sets. */
const imageSettings = (containerfile: string): Record<string, string> =>
  Object.fromEntries(
    [...containerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs]) =>
      pairs!.split(" ").map((pair) => pair.split("=") as [string, string]),
    ),
  );

function composeProcesses(text: string): { processes: Processes[]; poolers: Pooler[] } {
  const { services } = parse(text, { merge: true }) as {
    services: Record<
      string,
      {
        image: string;
        environment: Record<string, string>;
        stop_grace_period: string;
        deploy?: { replicas: number; resources: { limits: { memory: string } } };
      }
    >;
  };
  const all = Object.entries(services);
  return {
    processes: all
      .filter(([, { image }]) => image === "winnow")
      .map(([name, { environment, stop_grace_period, deploy }]) => ({
        where: `compose.yaml, ${name}`,
        env: filledIn(environment),
        max: deploy?.replicas ?? 1,
        graceSeconds: Number.parseInt(stop_grace_period, 10),
        memory: deploy?.resources.limits.memory ?? "",
      })),
    poolers: all
      .filter(([name]) => name === "pgbouncer")
      .map(([name, { environment: env }]) => ({
        where: `compose.yaml, ${name}`,
        env,
        max: 1,
        port: Number(env.LISTEN_PORT),
      })),
  };
}

/** Replaces `${NAME:?}` as an operator would. */
const filledIn = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      name === "PUBLIC_URL" ? "https://winnow.example" : value.replaceAll(/\$\{\w+:\?\}/g, "x".repeat(32)),
    ]),
  );

function clusterProcesses(objects: KubernetesObject[]): { processes: Processes[]; poolers: Pooler[] } {
  const configMap = objects.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const max = (name: string, replicas: number) =>
    Math.max(
      replicas,
      ...objects.flatMap(({ spec }) =>
        spec?.scaleTargetRef?.name === name ? [spec.maxReplicas ?? spec.maxReplicaCount ?? 0] : [],
      ),
    );
  const of = (image: string) =>
    objects.flatMap(({ metadata, spec }) => {
      const [container] = spec?.template?.spec.containers ?? [];
      if (container?.image !== image) return [];
      const { name } = metadata!;
      return [{ name, container, pod: spec!.template!.spec, max: max(name, spec!.replicas ?? 1) }];
    });
  return {
    processes: of("winnow").map(({ name, container, pod, max: count }) => ({
      where: `kubernetes, ${name}`,
      env: configMap,
      max: count,
      memory: container.resources.limits.memory,
      graceSeconds: pod.terminationGracePeriodSeconds ?? 30,
    })),
    poolers: of("edoburu/pgbouncer").map(({ name, container, max: count }) => ({
      where: `kubernetes, ${name}`,
      max: count,
      port: container.ports![0]!.containerPort,
      env: Object.fromEntries(container.env!.map(({ name: variable, value }) => [variable, value])),
    })),
  };
}

const configOf = ({ env }: Pick<Processes, "env">, image: Record<string, string>): Config =>
  readConfig({ ...image, ...env });

function settingsProblems(processes: Processes, image: Record<string, string>): string[] {
  const { where, env, graceSeconds, memory } = processes;
  const known = new Set(["NODE_ENV", ...allSettings.map((setting) => setting.env)]);
  const unknown = Object.keys({ ...image, ...env }).filter((name) => !known.has(name));
  if (unknown.length > 0) return unknown.map((name) => `${where}: there is no setting ${name}`);
  let config: Config;
  try {
    config = configOf(processes, image);
  } catch (error) {
    return [`${where}: ${(error as Error).message}`];
  }
  const { server, shutdown } = config;
  return brokenRules(where, [
    [server.host === "0.0.0.0", `HOST is ${server.host}, which nothing outside its container reaches`],
    [graceSeconds > shutdown.limit, `it is killed after ${graceSeconds} s, SHUTDOWN_LIMIT is ${shutdown.limit} s`],
    [megabytes(memory) >= MIN_MEMORY_MB, `its memory, ${memory || "not limited"}, is not enough`],
  ]);
}

const megabytes = (memory: string): number => Number.parseInt(memory, 10) * (/^\d+Gi?$/.test(memory) ? 1024 : 1);

function connectionProblems(processes: Processes[], poolers: Pooler[]): string[] {
  const total = processes.reduce((sum, { max }) => sum + max, 0);
  const where = processes[0]!.where.split(",")[0];
  if (poolers.length === 0) return total < POOLER_FROM ? [] : [`${where}: ${total} processes without pgbouncer`];
  const opened = processes.reduce((sum, { env, max }) => sum + max * readConfig(env).database.pool, 0);
  const isAtPooler = (url: string | undefined) => !url || Number(new URL(url).port) === poolers[0]!.port;
  return [
    ...processes.flatMap(({ where: at, env }) =>
      brokenRules(at, [
        [env.DATABASE_POOLER === "transaction", "DATABASE_POOLER must be transaction behind pgbouncer"],
        [isAtPooler(env.DATABASE_URL), "DATABASE_URL does not name the port of pgbouncer"],
      ]),
    ),
    ...poolers.flatMap(({ where: at, env, max, port }) =>
      brokenRules(at, [
        [env.POOL_MODE === "transaction", "POOL_MODE must be transaction"],
        [Number(env.LISTEN_PORT) === port, `it listens at ${env.LISTEN_PORT}, not at ${port}`],
        [
          Number(env.MAX_CLIENT_CONN) >= opened,
          `takes ${env.MAX_CLIENT_CONN} connections, the processes open ${opened}`,
        ],
        [
          Number(env.DEFAULT_POOL_SIZE) * max <= POSTGRES_CONNECTIONS,
          `${max} of them open more connections than PostgreSQL has`,
        ],
      ]),
    ),
  ];
}

/** The port of a process appears in four files. */
function portProblems(files: DeployFiles, { PORT }: Record<string, string>): string[] {
  const mentions: Array<[file: string, pattern: RegExp]> = [
    ["Containerfile", /^EXPOSE (\d+)|127\.0\.0\.1:(\d+)/gm],
    ["haproxy.cfg", /^ +server-template \w+ \d+ \w+:(\d+)/gm],
    ["prometheus.yml", /port: (\d+)/g],
    ["kubernetes/winnow.yaml", /containerPort: (\d+)/g],
  ];
  return mentions.flatMap(([file, pattern]) => {
    const ports = [...files[file]!.matchAll(pattern)].map((found) => found[1] ?? found[2]);
    if (ports.length === 0) return [`${file}: names no port`];
    return ports.filter((port) => port !== PORT).map((port) => `${file}: the port is ${PORT}, not ${port}`);
  });
}

function balancerProblems(haproxy: string, [api]: Processes[], image: Record<string, string>): string[] {
  const { shutdown } = configOf(api!, image);
  const number = (pattern: RegExp) => Number(pattern.exec(haproxy)?.[1]);
  const noticed = number(/ inter (\d+)s/) * number(/ fall (\d+)/);
  const calls = limits.callsInFlight.max + limits.queuedCalls.max;
  const max = number(/default-server .* maxconn (\d+)/);
  return brokenRules("haproxy.cfg", [
    [haproxy.includes("option httpchk GET /health/ready"), "does not check /health/ready"],
    [/server-template .* resolvers \w+ init-addr none/.test(haproxy), "looks names up at its start only"],
    [noticed < shutdown.grace, `notices after ${noticed} s that a process stops`],
    [max > calls, `sends a process fewer than the ${calls} calls that it runs and queues`],
  ]);
}

function probeProblems(objects: KubernetesObject[]): string[] {
  const wanted = { startupProbe: "/health/live", livenessProbe: "/health/live", readinessProbe: "/health/ready" };
  // Nobody sends requests to a worker, so it is never asked whether it is ready.
  const isAsked = (probe: string, args: string[]) => probe !== "readinessProbe" || !args.includes("work");
  return objects.flatMap(({ spec, metadata }) =>
    (spec?.template?.spec.containers ?? [])
      .filter(({ image }) => image === "winnow")
      .flatMap((container) =>
        Object.entries(wanted).flatMap(([probe, path]) => {
          const asked = container[probe as keyof typeof wanted]?.httpGet?.path ?? "nothing";
          if (!isAsked(probe, container.args ?? []) || (asked === path && path in openapi.paths)) return [];
          return [`kubernetes, ${metadata!.name}: ${probe} asks ${asked}, not ${path}`];
        }),
      ),
  );
}

function queueProblems(objects: KubernetesObject[], { jobs }: Config): string[] {
  const triggers = objects.flatMap(({ spec }) => spec?.triggers ?? []);
  return triggers
    .filter(({ metadata }) => Number(metadata.targetQueryValue) !== jobs.concurrency)
    .map(() => `kubernetes, workers: targetQueryValue is not JOBS_CONCURRENCY, ${jobs.concurrency}`);
}
