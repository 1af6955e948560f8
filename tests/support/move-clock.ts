import { vi } from "vitest";
import { getText } from "~/i18n/text.server";

/** Moves every clock but no timer. */
export function moveClock(ms: number): void {
  const toMs = Date.now() + ms;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
}

/** An English sentence of the site that names a time, with its zone. */
export function sentence(key: "common.asOf" | "PowerProductDetail.unknownUntil"): RegExp {
  const [before = "", after = ""] = getText("en_US")(key, { time: "@" }).split("@");
  return new RegExp(`${before}.{5,40}\\(UTC\\+8\\)${after.replace(".", "\\.")}`);
}
