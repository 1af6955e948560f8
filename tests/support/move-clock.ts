import { vi } from "vitest";
import { getText } from "~server/texts/text";
import { monotonicClock } from "@storefront/store/continuity";

/** Lets time pass: moves all clocks, but no timer. */
export function moveClock(ms: number): void {
  const [toMs, monotonicMs] = [Date.now() + ms, monotonicClock.nowMs() + ms];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
  vi.spyOn(monotonicClock, "nowMs").mockReturnValue(monotonicMs);
}

/** Sets the wall clock to another time, like a correction of a wrong clock. */
export function setClock(ms: number): void {
  const [toMs, monotonicMs] = [Date.now() + ms, monotonicClock.nowMs()];
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
  vi.spyOn(monotonicClock, "nowMs").mockReturnValue(monotonicMs);
}

/** An English sentence of the site that names a time, with its zone. */
export function sentence(key: "common.asOf" | "Purchase.unknownUntil"): RegExp {
  const [before = "", after = ""] = getText("en_US")(key, { time: "@" }).split("@");
  return new RegExp(`${before}.{5,40}\\(UTC\\+8\\)${after.replace(".", "\\.")}`);
}
