import { startPreservingInput } from "~/components/form/preserved-input";

let isStarted = false;

/**
 * Starts, once, what no page waits for: what is typed is preserved, and one page in ten is measured (behaviour 10.44).
 *
 * @param offline the words that say that there is no network
 * @param isMeasured whether the operator wants measurements
 */
export function startAfterHydration(offline: string, isMeasured = false): void {
  if (isStarted) return;
  isStarted = true;
  startPreservingInput(offline);
  // In browsers that have what the library calls: an error in it would end the hydrated page.
  if (!isMeasured || Math.random() > 0.1 || !("at" in [])) return;
  import("./web-vitals").then(
    ({ reportWebVitals }) => reportWebVitals(),
    () => undefined,
  );
}
