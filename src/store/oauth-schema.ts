/** A program that registered itself. */
export interface OAuthClientsTable {
  id: string;
  name: string;
  /** JSON. */
  redirect_uris: string;
  created_at: number;
  /** When somebody last allowed it something; one that nobody did is deleted. */
  granted_at: number | null;
}

/** What somebody has just allowed, until the program fetches its tokens. */
export interface OAuthCodesTable {
  hash: string;
  client_id: string;
  account_id: string;
  redirect_uri: string;
  /** Of PKCE, S256. */
  challenge: string;
  /** JSON; null for all. */
  sources: string | null;
  spending_cap: number | null;
  expires_at: number;
  used_at: number | null;
  key_id: string | null;
}

/** What a program may do for an account: a key of it, and the token that renews the key's secret. */
export interface OAuthGrantsTable {
  key_id: string;
  client_id: string;
  account_id: string;
  refresh_hash: string;
  /** Not used any more: `family_hash` knows all earlier tokens. */
  previous_refresh_hash: string | null;
  /** Of the part that all refresh tokens of the grant begin with. */
  family_hash: string | null;
  refresh_ends_at: number;
  created_at: number;
}

export interface OAuthSchema {
  oauth_clients: OAuthClientsTable;
  oauth_codes: OAuthCodesTable;
  oauth_grants: OAuthGrantsTable;
}
