import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCharge, formatClock, formatDecimal, formatPayment, formatTime } from "~/i18n/formats";
import { feedLanguage, LANGUAGES, localeOf, LOCALES } from "~/i18n/locales";
import { runsOf } from "@storefront/test-support/sample";

test.each([
  ["1234.567", 2, "1,234.56"],
  ["0.999999999", 8, "0.99999999"],
  ["1234567", 8, "1,234,567"],
  ["999.995", 2, "999.99"],
  ["100", 2, "100"],
  ["100.10", 8, "100.1"],
  ["0.000000009", 8, "0.000000009"],
  ["0.5", 0, "0.5"],
  ["0.000", 2, "0"],
  ["12.5", 0, "12"],
  ["-1234.567", 2, "-1,234.56"],
  ["1234567890.5", 8, "1,234,567,890.5"],
  ["12345678901.5", 8, "12,\u200b345,\u200b678,\u200b901.5"],
])("an amount is rounded down and grouped, but never to 0: %s at %i is %s", (decimal, precision, shown) => {
  expect(formatDecimal(decimal, precision)).toBe(shown);
});

test("without a precision every digit is shown", () => {
  expect(formatDecimal("1234.123456789012345678")).toBe("1,234.123456789012345678");
  expect(formatDecimal("0.000000001")).toBe("0.000000001");
});

test("an amount has at least the requested decimals", () => {
  expect(formatDecimal("5", 8, 2)).toBe("5.00");
  expect(formatDecimal("5.1", 8, 2)).toBe("5.10");
  expect(formatDecimal("5.12345", 4, 2)).toBe("5.1234");
});

test("a small negative amount keeps its digits and its sign; zero has none", () => {
  expect(formatDecimal("-0.001", 2)).toBe("-0.001");
  expect(formatDecimal("-0.00", 2, 2)).toBe("0.00");
});

/** A decimal like the amounts from server/upstream: plain digits of any length, without needless zeros. */
const plainDecimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }))
  .map(([digits, scale]) => new Big(`${digits}e-${scale}`).toFixed());

test("every amount is rounded down exactly, whatever its length", () => {
  fc.assert(
    fc.property(plainDecimal, fc.integer({ min: 0, max: 18 }), (decimal, precision) => {
      const rounded = new Big(decimal).round(precision, Big.roundDown);
      const shown = rounded.eq(0) ? decimal : rounded.toFixed();
      expect(formatDecimal(decimal, precision).replace(/[,\u200b]/g, "")).toBe(shown);
    }),
    { numRuns: runsOf(1000) },
  );
});

test("digits are grouped in threes from the decimal point, and none is lost", () => {
  fc.assert(
    fc.property(plainDecimal, (decimal) => {
      const [whole = ""] = formatDecimal(decimal, 8).split(".");
      expect(whole).toMatch(/^\d{1,3}(,\d{3})*$|^\d{1,3}(,\u200b\d{3}){3,}$/);
    }),
  );
});

test("stored locale names become language tags for browsers and Intl", () => {
  expect(LANGUAGES.el_GR).toMatchObject({ tag: "zh-Hant-TW", html: "zh-Hant" });
  expect(LANGUAGES.en_US).toMatchObject({ tag: "en-US", html: "en" });
  for (const locale of LOCALES) {
    const { tag, html } = LANGUAGES[locale];
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(tag.startsWith(html)).toBe(true);
    expect(localeOf(html)).toBe(locale);
  }
  expect(new Set(LOCALES.map(feedLanguage)).size).toBe(LOCALES.length);
});

const MOMENT_MS = Date.UTC(2026, 10, 20, 16, 3, 9);

test("a time is shown on a 24-hour clock in one named zone, whatever the server's zone", () => {
  expect(formatTime(MOMENT_MS, "el_GR")).toBe("2026年11月21日 00:03\u00a0(UTC+8)");
  expect(formatTime(MOMENT_MS, "en_US")).toBe("Nov\u00a021,\u00a02026, 00:03\u00a0(UTC+8)");
});

test("the time at which a code can be requested again is exact to the second", () => {
  expect(formatClock(MOMENT_MS)).toBe("00:03:09\u00a0(UTC+8)");
});

test.each([
  ["99999999.00000000", "99,999,999.00"],
  ["1.1", "1.10"],
  ["21", "21.00"],
  ["0.0000000010", "0.000000001"],
])("a charge is exact, with at least two decimals and no trailing zeros after them: %s is %s", (amount, shown) => {
  expect(formatCharge(amount)).toBe(shown);
  expect(formatPayment(amount, "USDT").replace("\u00a0", " ")).toBe(`${shown} USDT`);
});

test.each([
  ["3099", "USDT", "3,099.00_USDT"],
  ["12.34567891", "USDT", "12.34567891 USDT"],
  ["99999.99", "USDT-TRC20", "99,999.99 USDT-TRC20"],
])("an amount and its coin share a line unless they may be wider than it: %s %s", (amount, coin, shown) => {
  expect(formatPayment(amount, coin).replace("\u00a0", "_")).toBe(shown);
});
