import { useEffect, useState } from "react";

/**
 * Seconds until a time, counted down where scripts run.
 *
 * @param untilMs the time, by the server's clock; null for none
 * @param nowMs the server's clock when it said so: a phone's clock may be wrong
 */
export function useCountdown(untilMs: number | null, nowMs: number): number {
  const left = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left);
    const endMs = Date.now() + left * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setSeconds(rest);
      if (rest === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [left, untilMs]);
  return seconds;
}
