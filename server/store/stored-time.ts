import { z } from "zod";

/** About the year 33,700. Pages add days to a time, and a `Date` ends at 8.64e15. */
const LATEST_MS = 1e15;

/** A time from the store in ms. It is limited, because a time beyond the range of `Date` would fail the whole page. */
export const storedTimeMs = z.number().min(0).max(LATEST_MS);

/** An unreadable time counts as this far ahead. */
const UNREADABLE_MS = 60_000;

/** Reads a time in ms that was stored as text. */
export const readTimeMs = (text: string): number =>
  storedTimeMs.safeParse(Number(text)).data ?? Date.now() + UNREADABLE_MS;
