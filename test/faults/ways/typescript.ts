import { setTimeout as wait } from "node:timers/promises";
import { Winnow } from "../../../client/src/index.ts";
import { OPERATION, REQUEST, type Read, type Reading, type Rec, targets, type Way } from "../way.ts";

const client = ({ url, key, timeout }: Reading): Winnow =>
  new Winnow({ url, key, wait: (ms) => wait(Math.min(ms, 10)), ...(timeout !== null && { timeout }) });

const all = async (records: AsyncIterable<unknown>): Promise<Read> => ({
  records: (await Array.fromAsync(records)) as Rec[],
});

export const typescript: Way[] = [
  {
    name: "call",
    target: targets.call,
    async read(reading) {
      const { idempotencyKey } = reading;
      const operation = client(reading).operation(OPERATION);
      const { records, creditsCharged, ...facts } = await operation.detailed(REQUEST, { idempotencyKey });
      return { records: records as Rec[], charged: creditsCharged, ...facts };
    },
  },
  {
    name: "stream",
    target: targets.call,
    async read(reading) {
      const { idempotencyKey } = reading;
      const stream = client(reading).operation<object, Rec>(OPERATION).stream(REQUEST, { idempotencyKey });
      const records = await Array.fromAsync(stream);
      const { creditsCharged, ...facts } = stream.facts!;
      return { records, charged: creditsCharged, ...facts };
    },
  },
  {
    name: "job from its submission",
    target: targets.jobFromItsSubmission,
    async read(reading) {
      const { idempotencyKey } = reading;
      const job = await client(reading).jobs.submit(OPERATION, REQUEST, { idempotencyKey });
      return { records: (await job.records()) as Rec[] };
    },
  },
  {
    name: "job",
    target: targets.job,
    needs: "job",
    read: async (reading) => ({ records: (await client(reading).jobs.handle(reading.id).records()) as Rec[] }),
  },
  {
    name: "job, one by one",
    target: targets.job,
    needs: "job",
    read: (reading) => all(client(reading).jobs.handle(reading.id)),
  },
  ...(["batch", "running batch"] as const).map(
    (needs): Way => ({
      name: needs,
      target: targets.batch,
      needs,
      read: (reading) => all(client(reading).batches.records(reading.id)),
    }),
  ),
  {
    name: "pages of a batch's lines",
    target: targets.jobs,
    needs: "long batch",
    read: (reading) => all(client(reading).jobs.list({ batchId: reading.id })),
  },
  {
    name: "pages of the history",
    target: targets.history,
    needs: "long batch",
    read: (reading) => all(client(reading).token.requests()),
  },
];
