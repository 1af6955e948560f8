import { Refused, Unavailable } from "~server/upstream/transport";

/**
 * A read that a page can do without (behaviour 13.1).
 *
 * @param reading a call under way
 * @returns its answer, or undefined where the platform gave none; an expired session still throws
 */
export async function unlessUnavailable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Unavailable || error instanceof Refused) return undefined;
    throw error;
  }
}
