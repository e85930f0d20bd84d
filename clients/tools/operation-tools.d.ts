export interface ToolOptions {
  /** Names such as `nlretail/products/search`; all operations of the service unless given. Each costs context. */
  operations?: string[];
  /** Records that an answer has; 20 unless given. */
  shown?: number;
  /** Refuses a call that could cost more points. */
  maxCost?: number;
}
