import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { RecordRow } from "../../service/jobs-api.ts";
import type { Snapshot } from "./compare.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const packSnapshot = (snapshot: Snapshot): Promise<Uint8Array> => compress(JSON.stringify([...snapshot]));

export const unpackSnapshot = async (packed: Uint8Array): Promise<Snapshot> =>
  new Map(JSON.parse((await decompress(packed)).toString()) as Array<[string, RecordRow]>);
