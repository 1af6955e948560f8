/** How long a browser's session and flow last, and what the server stores for them. */

export const SESSION_AGE_MS = 7 * 24 * 60 * 60_000;
export const FLOW_AGE_MS = 15 * 60_000;
