import { readFile } from "node:fs/promises";
import { CommandFailed } from "../command-failed.ts";

export const readGiven = (file: string): Promise<Buffer<ArrayBuffer>> =>
  readFile(file).catch((error: Error) => {
    throw new CommandFailed(`cannot read ${file}: ${error.message}`);
  });
