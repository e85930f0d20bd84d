import type { DashboardContext } from "../../endpoints/dashboard/context.ts";

export interface DashboardDependencies extends DashboardContext {
  /** Whether administrators need a second factor. */
  adminSecondFactor: boolean;
  /** Where the built web app is; the files of browsers are in its folder `site`. */
  builtFolder: string;
}
