import { PROVENANCE, type RecordProvenance } from "../contract/provenance-view.ts";
import { replay } from "../extraction/recording/replay.ts";
import { type KeptRecording, openRecording } from "../recalls/kept-recording.ts";
import { installedSources } from "./installed-sources.ts";
import type { ReaderSources } from "./open-readers.ts";

export interface Trace extends Omit<ReaderSources, "only"> {
  settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  kept: KeptRecording;
}

/** Reads the pages of a call again; null if there is no such source any more, or it cannot read them. */
export default async ({ config, sourcesFolder, settings, kept }: Trace): Promise<RecordProvenance[] | null> => {
  const sources = await installedSources(config, sourcesFolder);
  const recording = await openRecording(kept);
  const source = sources.find(({ name }) => name === recording.source);
  if (!source) return null;
  const again = replay(recording, source, settings[source.name], {}, { provenance: true });
  const records = await again.catch(() => null);
  return records === null ? null : records.map((record) => record[PROVENANCE] as RecordProvenance);
};
