/**
 * Whether the platform has just let a call wait until its deadline. A form's action may have waited that way for almost
 * all of the time that its visitor is to wait (`FORM_DEADLINE_MS`), and the page that is made with its answer reads
 * from the same platform. So for 2 s after a call waited in vain all reads get a shorter deadline, those of other
 * visitors too. A renewal that is made behind the visitor's back (behaviour 3.35) has nothing to do with it.
 */

/** The deadline of a read in that time. A call with a shorter one that had no answer says nothing of the platform. */
export const READ_AFTER_HANG_DEADLINE_MS = 1_000;
/** Long enough for the page that is made after it. */
const REMEMBERED_MS = 2_000;

let hungAtMs = -Infinity;

/** A call has waited in vain until its deadline. */
export function noteHang(): void {
  hungAtMs = performance.now();
}

/** Whether a call has waited in vain within the last 2 s. */
export function hungRecently(): boolean {
  return performance.now() - hungAtMs < REMEMBERED_MS;
}

/** Forgets it, for tests. */
export function forgetHang(): void {
  hungAtMs = -Infinity;
}
