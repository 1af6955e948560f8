import { z } from "zod";

/** Some 30,000 years: pages add days to a time, and a `Date` ends at 8.64e15. */
const LATEST_MS = 1e15;

/** A time from the store, where Redis may send anything: writing one that no `Date` has fails the whole page. */
export const storedTimeMs = z.number().min(0).max(LATEST_MS);

/** How long an unreadable time counts as ahead. */
const UNREADABLE_MS = 60_000;

/** Reads a time that was stored as text. */
export const readTimeMs = (text: string): number =>
  storedTimeMs.safeParse(Number(text)).data ?? Date.now() + UNREADABLE_MS;
