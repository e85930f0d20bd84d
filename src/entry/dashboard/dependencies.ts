import type { DashboardContext } from "../../endpoints/dashboard/context.ts";

export interface DashboardDependencies extends DashboardContext {
  /** Whether administrators need a second factor. */
  adminSecondFactor: boolean;
  /** Where browsers may load pictures from besides the service, as the content security policy spells it. */
  pictureSources: readonly string[];
  /** Folder of the built web app; the browser's files are in its `site`. */
  builtFolder: string;
  /** Resolves when the web app has been built, or could not be; null if it was built before the start. */
  building: Promise<void> | null;
}
