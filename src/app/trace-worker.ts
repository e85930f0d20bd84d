import { PROVENANCE, type RecordProvenance } from "../contract/provenance-view.ts";
import { replay } from "../extraction/recording/replay.ts";
import { type KeptRecording, openRecording } from "../recalls/kept-recording.ts";
import type { Config } from "./config.ts";
import { type Installation, installedSources } from "./installed-sources.ts";
import { readSourceSettings } from "./source-settings.ts";

export interface Trace {
  config: Installation & { sources: Pick<Config["sources"], "prefixed"> };
  sourcesFolder: string | undefined;
  kept: KeptRecording;
}

/** Reads the pages of a call again; null if there is no such source any more, or it cannot read them. */
export default async ({ config, sourcesFolder, kept }: Trace): Promise<RecordProvenance[] | null> => {
  const sources = await installedSources(config, sourcesFolder);
  const recording = await openRecording(kept);
  const source = sources.find(({ name }) => name === recording.source);
  if (!source) return null;
  const settings = readSourceSettings([source], config.sources)[source.name];
  const again = replay(recording, source, settings, {}, { provenance: true });
  const records = await again.catch(() => null);
  return records === null ? null : records.map((record) => record[PROVENANCE] as RecordProvenance);
};
