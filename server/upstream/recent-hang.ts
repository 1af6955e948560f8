/**
 * What this process remembers of a platform that hangs. A form's action may have waited for almost as long as its answer may take
 * (`FORM_DEADLINE_MS`); the page that is then drawn with the reasons reads from the same platform, and must not wait as long
 * again. So for a moment after a wait in vain reads wait shorter, whoever's they are.
 */

/** How long a read waits while the platform is known to hang; a shorter wait in vain says nothing about the platform. */
export const PATIENCE_AFTER_A_HANG_MS = 1_000;
/** Long enough for the page that follows a wait in vain. */
const REMEMBERED_MS = 2_000;

let hungAtMs = -Infinity;

/** A call has waited in vain until its deadline. */
export function noteHang(): void {
  hungAtMs = performance.now();
}

/** Whether a call has waited in vain within the last 2 s. */
export function hasHungLately(): boolean {
  return performance.now() - hungAtMs < REMEMBERED_MS;
}

/** Forgets it, for tests. */
export function forgetHang(): void {
  hungAtMs = -Infinity;
}
