import { LANGUAGES, type Locale } from "./locales";

/** Decimals stay text throughout, because a float would lose digits. */

const TIME_ZONE = "Asia/Taipei";
const TIME_ZONE_NAME = "UTC+8";
const ZONE_MS = 8 * 60 * 60_000;

/** Groups digits and rounds down: `"1234.567"` → `"1,234.56"` (behaviour 9.11, 9.12). Never 0 for another value. */
export function formatDecimal(decimal: string, precision?: number, minDecimals = 0): string {
  const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
  // A number of more than ten digits may be wider than a line, so it may break between groups.
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, whole[10] ? ",\u200b" : ",");
  const first = fraction.slice(0, precision);
  const cut = (/[1-9]/.test(whole + first) ? first : fraction).replace(/0+$/, "").padEnd(minDecimals, "0");
  const shown = `${grouped}${cut ? `.${cut}` : ""}`;
  return decimal.startsWith("-") && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/** Formats an amount that is or was charged: exact, with at least two decimals. */
export const formatCharge = (amount: string) => formatDecimal(amount, undefined, 2);

/** From this length on, an amount and its coin may be wider than a line, which must then break before the coin. */
const LONG = 14;

/** Joins an amount and its coin, on one line unless they are long. */
export const withCoin = (amount: string, coin: string) =>
  `${amount}${amount.length + coin.length < LONG ? "\u00a0" : " "}${coin}`;

export const formatPayment = (amount: string, coin: string) => withCoin(formatCharge(amount), coin);

const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const known = timeFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LANGUAGES[locale].tag, { ...options, timeZone: TIME_ZONE, hourCycle: "h23" });
  timeFormats.set(key, made);
  return made;
}

/** Prevents line breaks. Also replaces the spaces in a date, which differ between browsers and Node, for hydration. */
const unbroken = (text: string) => text.replace(/\s/g, "\u00a0");

/** Appends the zone, and allows a line break only between date and time. */
const withZone = (time: string) => unbroken(`${time} (${TIME_ZONE_NAME})`).replace(/\u00a0(?=\d+:)/, " ");

/** Dates have one shape in each language, alone and before a time. */
function dayShape(locale: Locale) {
  return { year: "numeric", month: LANGUAGES[locale].monthNames ? "short" : "long", day: "numeric" } as const;
}

function minuteShape(locale: Locale) {
  return { ...dayShape(locale), hour: "2-digit", minute: "2-digit" } as const;
}

/** Formats a time as `Nov 20, 2026, 21:03 (UTC+8)` or `2026年11月20日 21:03 (UTC+8)`. */
export function formatTime(timeMs: number, locale: Locale): string {
  return withZone(timeFormat(locale, minuteShape(locale)).format(timeMs));
}

export const formatAsOf = (timeMs: number | undefined, locale: Locale): string | undefined =>
  timeMs === undefined ? undefined : formatTime(timeMs, locale);

export function formatMoment(timeMs: number, locale: Locale): string {
  const shape = { ...minuteShape(locale), second: "2-digit" } as const;
  return withZone(timeFormat(locale, shape).format(timeMs));
}

/** Formats a day as `Nov 20, 2026` or `2026年11月20日`. */
export function formatDay(timeMs: number, locale: Locale): string {
  return unbroken(timeFormat(locale, dayShape(locale)).format(timeMs));
}

/** Formats a time as `21:03:07 (UTC+8)`, without `Intl`, which takes a cheap phone a tenth of a second to start. */
export const formatClock = (timeMs: number) => withZone(new Date(timeMs + ZONE_MS).toISOString().slice(11, 19));

/** Formats `2028-05` as `May 2028` or `2028年5月`, short enough for a third of a card. */
export function formatMonth(month: string, locale: Locale): string {
  // The middle of a month is in that month in every zone.
  const shape = { year: "numeric", month: dayShape(locale).month } as const;
  return unbroken(timeFormat(locale, shape).format(Date.parse(`${month}-15`)));
}
