import { LANGUAGES, type Locale } from "./locales";

/** Money, quantities and times as people read them. Decimals stay text all the way: nothing here becomes a float. */

/** The zone of all times on the site; its name is always shown beside them. */
const TIME_ZONE = "Asia/Taipei";
const TIME_ZONE_NAME = "UTC+8";
const ZONE_MS = 8 * 60 * 60_000;

/**
 * Groups the digits of a decimal and cuts it to a precision, rounding down (behaviour 9.11, 9.12). A value other than 0
 * that would read 0 has all its digits.
 *
 * @param decimal a decimal as text, such as `"1234.567"`
 * @param precision the most decimals to show, all without it; trailing zeros go
 * @param minDecimals the fewest decimals
 * @returns `"1,234.56"`
 */
export function formatDecimal(decimal: string, precision?: number, minDecimals = 0): string {
  const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const first = fraction.slice(0, precision);
  const cut = (/[1-9]/.test(whole + first) ? first : fraction).replace(/0+$/, "").padEnd(minDecimals, "0");
  const shown = `${grouped}${cut ? `.${cut}` : ""}`;
  // Zero has no sign.
  return decimal.startsWith("-") && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/** The number of an amount that is or was charged: exact, with at least two decimals (behaviour 9.12). */
export const formatCharge = (amount: string) => formatDecimal(amount, undefined, 2);

/** The same with the coin that pays. */
export const formatPayment = (amount: string, coin: string) => `${formatCharge(amount)}\u00a0${coin}`;

/** Making an `Intl` format costs more than using it: one per locale and shape. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const known = timeFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LANGUAGES[locale].tag, { ...options, timeZone: TIME_ZONE, hourCycle: "h23" });
  timeFormats.set(key, made);
  return made;
}

/** Browsers and Node put different blanks between a date and a time; hydration needs the same text in both. */
const withPlainBlanks = (text: string) => text.replace(/\s/g, " ");

/** A time of day and its zone stay on one line. */
const withZone = (time: string) => `${withPlainBlanks(time)}\u00a0(${TIME_ZONE_NAME})`;

function minuteShape(locale: Locale) {
  const month = LANGUAGES[locale].monthNames ? "short" : "2-digit";
  return { year: "numeric", month, day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
}

/** Date and time with the zone: `2026/11/20 21:03 (UTC+8)`. */
export function formatTime(timeMs: number, locale: Locale): string {
  return withZone(timeFormat(locale, minuteShape(locale)).format(timeMs));
}

/** The same for the age of a response (`StaleNote`); undefined for a new one. */
export const formatAsOf = (timeMs: number | undefined, locale: Locale): string | undefined =>
  timeMs === undefined ? undefined : formatTime(timeMs, locale);

/** The same with seconds, where two may be of one minute: `2026/11/20 21:03:07 (UTC+8)`. */
export function formatMoment(timeMs: number, locale: Locale): string {
  const shape = { ...minuteShape(locale), second: "2-digit" } as const;
  return withZone(timeFormat(locale, shape).format(timeMs));
}

/** A day of UTC+8: `Nov 20, 2026`, `2026年11月20日`. */
export function formatDay(timeMs: number, locale: Locale): string {
  const month = LANGUAGES[locale].monthNames ? "short" : "long";
  return withPlainBlanks(timeFormat(locale, { year: "numeric", month, day: "numeric" }).format(timeMs));
}

/**
 * The hour with the zone, the same in every locale: `21:03 (UTC+8)`. It is cut out of ISO 8601, since the first `Intl`
 * format of a page takes a cheap phone a tenth of a second, in the middle of its hydration.
 */
const formatHour = (timeMs: number, end: number) => withZone(new Date(timeMs + ZONE_MS).toISOString().slice(11, end));

/** Hours and minutes with the zone: `21:03 (UTC+8)`. */
export const formatMinute = (timeMs: number) => formatHour(timeMs, 16);

/** The same with seconds, where a minute matters: `21:03:07 (UTC+8)`. */
export const formatClock = (timeMs: number) => formatHour(timeMs, 19);

/**
 * A month as dates have it, short enough for a third of a card: `Nov 2028`, `2028/11`.
 *
 * @param month such as `2028-05`
 */
export function formatMonth(month: string, locale: Locale): string {
  // The middle of the month is in it in every zone.
  const shape = { year: "numeric", month: LANGUAGES[locale].monthNames ? "short" : "2-digit" } as const;
  return withPlainBlanks(timeFormat(locale, shape).format(Date.parse(`${month}-15`)));
}
