/** The deadline of a read while calls time out. A call with a shorter deadline that timed out does not count. */
export const READ_AFTER_HANG_DEADLINE_MS = 1_000;
/** Long enough for the page that is made after it. */
const REMEMBERED_MS = 2_000;

export type AdaptiveTimeout = ReturnType<typeof createAdaptiveTimeout>;

/**
 * Whether the upstream has just let a call wait until its deadline. A form's action may have waited that way for almost
 * all of the time that its visitor is to wait, and the page that is rendered next reads from the same upstream. So for
 * 2 s after a call timed out all reads get a shorter deadline, those of other visitors too. A background renewal does
 * not count.
 */
export function createAdaptiveTimeout() {
  let timedOutAtMs = -Infinity;
  return {
    /** A call has waited in vain until its deadline. */
    recordTimeout: () => void (timedOutAtMs = performance.now()),
    /** Whether a call has waited in vain within the last 2 s. */
    hasTimedOutRecently: () => performance.now() - timedOutAtMs < REMEMBERED_MS,
    /** Forgets it, for tests. */
    reset: () => void (timedOutAtMs = -Infinity),
  };
}
