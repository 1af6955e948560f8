import { useEffect, useRef, useState } from "react";
import { useCameWithDocument } from "~/components/layout/hydrated";

/** Returns the document's age in milliseconds; 0 if the browser does not report it (Safari before 15). */
function documentAgeMs(): number {
  const [document] = performance.getEntriesByType("navigation");
  return document ? performance.now() - document.responseStart : 0;
}

/**
 * Returns a function with the milliseconds since this call, by the clock that says more: a phone's monotonic clock
 * stops while it sleeps, and its time may be set back.
 */
export function startStopwatch(): () => number {
  const [time, clock] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - time, performance.now() - clock);
}

/** Counts down the seconds until `untilMs`. `nowMs` is the server's clock: a phone's may be wrong. */
export function useCountdown(untilMs: number | null, nowMs: number): number {
  const left = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const [seconds, setSeconds] = useState(left);
  const withDocument = useRef(useCameWithDocument());
  useEffect(() => {
    // Scripts may arrive long after the document.
    const waitMs = left * 1000 - (withDocument.current ? documentAgeMs() : 0);
    const elapsedMs = startStopwatch();
    withDocument.current = false;
    const count = () => setSeconds(Math.max(0, Math.ceil((waitMs - elapsedMs()) / 1000)));
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
  }, [left, untilMs]);
  return seconds;
}
