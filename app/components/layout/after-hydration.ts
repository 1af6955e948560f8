import { startPreservingInput } from "~/components/form/preserved-input";

let isStarted = false;

/**
 * Starts, once, what no page waits for: preserving input, and measuring one page in ten.
 *
 * @param offline the notice that there is no network
 * @param isMeasured whether the operator wants measurements
 */
export function startAfterHydration(offline: string, isMeasured = false): void {
  if (isStarted) return;
  isStarted = true;
  startPreservingInput(offline);
  // Only in browsers that have what the library calls, because an error in it would end the hydrated page.
  if (!isMeasured || Math.random() > 0.1 || !("at" in [])) return;
  import("./web-vitals").then(
    ({ reportWebVitals }) => reportWebVitals(),
    () => undefined,
  );
}
