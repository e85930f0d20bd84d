/** Who takes jobs, and for how long they are his. */
export interface Taker {
  worker: string;
  leaseMs: number;
}
