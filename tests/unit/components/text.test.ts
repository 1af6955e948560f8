import fc from "fast-check";
import { expect, test } from "vitest";
import { wantsScripts } from "~/components/layout/handle";
import { areScriptsOff } from "~server/documents/scripts-choice";
import type { TextKey } from "~server/texts/catalogue";
import { formatClock, formatDecimal, formatTime } from "~/i18n/formats";
import { LANGUAGES } from "~/i18n/locales";
import { catalogueReader, readMessage } from "~/i18n/text";
import { catalogues } from "~server/texts/catalogue";
import { getText, pick } from "~server/texts/text";
import { LOCALES } from "~server/i18n/locale";

const keys = Object.entries(catalogues.el_GR).flatMap(([namespace, texts]) =>
  Object.keys(texts).map((key) => `${namespace}.${key}` as TextKey),
);

/** The names of a text's placeholders. */
const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "").sort();

test("a text exists once per locale, with the same placeholders", () => {
  for (const key of keys) {
    const [chinese, english] = LOCALES.map((locale) => catalogueReader(catalogues[locale])(key));
    expect(english, key).not.toBe("");
    expect(places(english ?? ""), key).toEqual(places(chinese ?? ""));
  }
});

test("the browser's reader and the server's return the same for every text of both locales", () => {
  for (const locale of LOCALES) {
    const [browser, server] = [catalogueReader(catalogues[locale]), getText(locale)];
    for (const key of keys) {
      const values = Object.fromEntries(places(browser(key)).map((name, index) => [name, index ? "<b>&</b>" : 12]));
      expect(browser(key, values), key).toBe(server(key, values));
    }
  }
});

test("for a text that the page does not have, browser and server give its key", () => {
  const missing = "Nowhere.title" as TextKey;
  expect(catalogueReader({})("Login.title")).toBe("Login.title");
  expect(getText("en_US")(missing)).toBe(missing);
});

test("a page has the namespaces it names and no others", () => {
  const shipped = pick(catalogues.en_US, ["common", "Power"]);
  expect(Object.keys(shipped)).toEqual(["common", "Power"]);
  expect(shipped.Power).toBe(catalogues.en_US.Power);
});

test("a message is a key, or a key with its values", () => {
  const text = getText("en_US");
  expect(readMessage(text, "errors.code")).toBe("Verification code error!");
  expect(readMessage(text, '["errors.quantityMax",{"max":"200"}]')).toContain("200");
  expect(readMessage(text, '["errors.server",{"message":"Try <b>later</b>"}]')).toBe("Try <b>later</b>");
});

test.each([
  [true, undefined, false, "shipped"],
  [true, "on", false, "shipped"],
  [true, "on", true, "shipped"],
  [true, undefined, true, "switched off"],
  [true, "off", false, "switched off"],
  [true, "off", true, "switched off"],
  [false, undefined, false, "none"],
  [false, "on", true, "none"],
  [false, "off", false, "none"],
] as const)(
  "a page ships scripts only where a route asks, and the visitor saves no data or asked for them: %s, %s, %s",
  (hydrate, choice, savesData, scripts) => {
    const handles = [undefined, { i18n: ["Home"] as const }, { hydrate, noHydrateQuery: ["q"] }];
    const isOff = areScriptsOff(choice, savesData);
    expect(wantsScripts(handles, new URLSearchParams("page=2"), isOff)).toBe(scripts);
    // The page of a search gains nothing from them.
    expect(wantsScripts(handles, new URLSearchParams("q="), isOff)).toBe("none");
  },
);

test("amounts are rounded down to their precision, without floats", () => {
  expect(formatDecimal("1234567.891", 2)).toBe("1,234,567.89");
  expect(formatDecimal("0.999999999", 8)).toBe("0.99999999");
  expect(formatDecimal("15.50", 8)).toBe("15.5");
  expect(formatDecimal("15", 8, 2)).toBe("15.00");
  expect(formatDecimal("-1234.567", 2)).toBe("-1,234.56");
  expect(formatDecimal("0", 8)).toBe("0");
  expect(formatDecimal("90071992547409931.123456789", 8)).toBe("90,071,992,547,409,931.12345678");
});

test("an amount loses only the digits beyond its precision", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.stringMatching(/^\d{0,12}$/), (whole, fraction) => {
      const shown = formatDecimal(fraction ? `${whole}.${fraction}` : String(whole), 8);
      const [digits = "", decimals = ""] = shown.split(".");
      expect(digits.replaceAll(",", "")).toBe(String(whole));
      expect(digits).toMatch(/^\d{1,3}(,\d{3})*$/);
      expect(decimals).toBe(fraction.slice(0, 8).replace(/0+$/, ""));
    }),
  );
});

test("times show their zone, and the stored names of the locales are never in markup", () => {
  const timeMs = Date.UTC(2026, 0, 2, 16, 4, 5);
  expect(formatTime(timeMs, "el_GR")).toBe("2026/01/03 00:04\u00a0(UTC+8)");
  expect(formatTime(timeMs, "en_US")).toBe("Jan 03, 2026, 00:04\u00a0(UTC+8)");
  expect(formatClock(timeMs)).toBe("00:04:05\u00a0(UTC+8)");
  expect(LOCALES.map((locale) => LANGUAGES[locale].html)).toEqual(["zh-Hant", "en"]);
});
