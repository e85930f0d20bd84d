const DAY = 86_400_000;

/** Midnight UTC of an ISO date; a time after it is ignored. */
const day = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);

/** The nights from one date to another; null if there are none. */
export function nightsBetween(checkin: string, checkout: string): number | null {
  const nights = Math.round((day(checkout) - day(checkin)) / DAY);
  return nights > 0 ? nights : null;
}

/** True if the date is over everywhere on earth. */
export const isOver = (date: string, now: number): boolean => day(date) + DAY + DAY / 2 < now;
