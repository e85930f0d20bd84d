import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { formatNumber } from "../ui/format.ts";

/** Of a key, or of all keys of a member. */
export const pointsSpent = ({ spent, spending_cap }: Pick<KeyView, "spent" | "spending_cap">): string =>
  spending_cap === null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(spending_cap)}`;
