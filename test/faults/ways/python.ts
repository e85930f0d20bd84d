import { type Needed, OPERATION, REQUEST, type Read, targets, type Way } from "../way.ts";

const names: Array<[name: string, target: RegExp, needs?: Needed]> = [
  ["call", targets.call],
  ["stream", targets.call],
  ["stream, async", targets.call],
  ["job from its submission", targets.jobFromItsSubmission],
  ["job", targets.job, "job"],
  ["job, one by one", targets.job, "job"],
  ["batch", targets.batch, "batch"],
  ["running batch", targets.batch, "running batch"],
  ["pages of a batch's lines", targets.jobs, "long batch"],
  ["pages of the history", targets.history, "long batch"],
];

/** `readers/reader.py` reads. */
export const python: Way[] = names.map(([name, target, needs]) => ({
  name,
  target,
  ...(needs && { needs }),
  async read({ readers, ...reading }) {
    const asked = { way: name, operation: OPERATION, request: REQUEST, ...reading };
    const read = await readers.python!.read<Read | { error: string }>(asked);
    if ("error" in read) throw new Error(read.error);
    return read;
  },
}));
