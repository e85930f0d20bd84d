// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
export interface User {
  id: string;
  front_id: string;
  login: string;
  role: "member" | "admin";
  email: string;
  name: string;
  created_at: string | null;
  modified_at: string | null;
  last_login_at: string | null;
  email_verified: boolean;
}

export interface TokenStatistic {
  id: string;
  user: User;
  is_primary: boolean;
  /** Points left on the account; the same for all its keys. */
  points: number;
  plan: string;
  usage_context: "standard" | "mcp_only";
  expires_at: string | null;
  created_at: string | null;
  last_used_at: string | null;
  ten_second_limit: number;
  minutely_limit: number;
  hourly_limit: number;
  daily_limit: number;
  monthly_limit: number;
  ten_second_usage: number;
  minutely_usage: number;
  hourly_usage: number;
  daily_usage: number;
  monthly_usage: number;
  is_recommended: boolean;
}

export interface RequestRow {
  id: string;
  endpoint: string;
  cost: number;
  is_paid: boolean;
  plan: string;
  points_left: number | null;
  started_at: string | null;
  /** Seconds. */
  duration: number | null;
  response_status_code: number | null;
  response_error_text: string | null;
  response_count: number | null;
  timeout: number;
  /** Why there were no more records. */
  results_end: "count" | "exhausted" | "source-limit" | null;
  /** How many results the site says it has. */
  results_total: number | null;
  /** How a text in the request was understood. */
  resolved: Record<string, string | number> | null;
  /** Warning codes. */
  warnings: Array<string>;
  /** Age of a cached result in seconds. */
  age: number | null;
}
