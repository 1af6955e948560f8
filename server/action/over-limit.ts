import { refuseForNow, type FormRefusal } from "~server/action/refusal";
import type { Flow } from "~server/session/flow";
import type { Session } from "~server/session/session";
import { limit, type Rate } from "~server/store/limits";

/** The limit of a form that names none. */
const DEFAULT_RATE: Rate = { points: 30, perMs: 60_000 };

/** Who posts, as far as the cookies and the connection say. */
export interface Poster {
  session: Session | null;
  flow: Flow;
  /** As limits count it: an IPv4 address, or the /64 network of an IPv6 one. */
  address: string;
}

/**
 * How often: by client address, 30 a minute unless said otherwise. With a `key` (an account, say) that is counted too,
 * at this rate, beside the 30 a minute of the address; an empty key names nobody and is not counted. A key never comes
 * from a field alone: a visitor can send any field, and with it use up the limit of another.
 */
export type FormLimit = Rate & { key?: (form: FormData, poster: Poster) => string };

/**
 * Counts a post of a form and refuses it when that is one too many (behaviour 5.24).
 *
 * @returns 429 with the seconds until the limit ends; null when the post is within the limit
 */
export async function overLimit(
  { purpose, limit: own }: { purpose: string; limit?: FormLimit | undefined },
  form: FormData,
  poster: Poster,
): Promise<FormRefusal | null> {
  // The address is counted first, so that a visitor who is over its limit cannot fill the memory with made-up keys.
  let { allowed, retryAfterMs } = await limit(`form:${purpose}`, poster.address, own && !own.key ? own : DEFAULT_RATE);
  const key = own?.key?.(form, poster);
  if (allowed && own && key) ({ allowed, retryAfterMs } = await limit(`form:${purpose}:key`, key, own));
  return allowed ? null : refuseForNow("errors.tooMany", Math.ceil(retryAfterMs / 1000));
}
