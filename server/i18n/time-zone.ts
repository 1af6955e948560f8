/** The site shows times in UTC+8, and its days begin at that midnight (decision 0007). */

export const ZONE_MS = 8 * 60 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;
