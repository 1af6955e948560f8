import { vi } from "vitest";
import { getText } from "~server/texts/text";
import { monotonicClock } from "@storefront/store/continuity";

/** Moves all clocks forward, but no timer. */
export function moveClock(ms: number): void {
  const [toMs, monotonicMs] = [Date.now() + ms, monotonicClock.nowMs() + ms];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
  vi.spyOn(monotonicClock, "nowMs").mockReturnValue(monotonicMs);
}

/** Sets the wall clock to another time, as if a wrong clock was corrected. */
export function setClock(ms: number): void {
  const [toMs, monotonicMs] = [Date.now() + ms, monotonicClock.nowMs()];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
  vi.spyOn(monotonicClock, "nowMs").mockReturnValue(monotonicMs);
}

/** Returns a pattern for an English sentence of the site that contains a time with its zone. */
export function sentence(key: "common.asOf" | "Purchase.unknownUntil"): RegExp {
  const [before = "", after = ""] = getText("en_US")(key, { time: "@" }).split("@");
  return new RegExp(`${before}.{5,40}\\(UTC\\+8\\)${after.replace(".", "\\.")}`);
}
