import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { formatNumber } from "../ui/format.ts";

export const pointsSpent = ({ spent, spending_cap }: KeyView): string =>
  spending_cap === null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(spending_cap)}`;
