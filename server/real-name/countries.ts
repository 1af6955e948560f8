import { parseObject } from "~server/json";
import type { Locale } from "~server/locale";
import { LOCALES } from "~server/locale";
import { countries, type Country } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** The country of an identity: what travels with it, and its name where the platform's list is to be had. */
export type Chosen = Pick<Country, "areaCode" | "numberCode"> & { name?: string | undefined };

/** The default (behaviour 3.12): United States. */
export const DEFAULT_COUNTRY: Chosen = { areaCode: "1", numberCode: "840" };

/**
 * Reads the country that an address or a form names: its ISO number, or a JSON country (behaviour 2.35), which has to
 * agree with the platform's list.
 *
 * @returns null when there is no such country; undefined when the platform gives no list to look it up in
 */
export async function readCountry(locale: Locale, sent: string): Promise<Chosen | null | undefined> {
  const wanted = parseCountry(sent);
  if (!wanted) return null;
  const list = await unlessUnavailable(countries({ locale }));
  const same = (country: Chosen) =>
    Number(country.numberCode) === Number(wanted.numberCode) &&
    (wanted.areaCode === undefined || country.areaCode === wanted.areaCode);
  if (!list) return same(DEFAULT_COUNTRY) ? DEFAULT_COUNTRY : undefined;
  return list.find(same) ?? null;
}

/** Where most visitors are from: Taiwan, Hong Kong, mainland China, Macau, Singapore, Malaysia, United States. */
const COMMON = [158, 344, 156, 446, 702, 458, 840];

/**
 * Countries as their page lists them: those that most visitors look for first, as far as they are in the list, and all
 * others in their order. A search finds what it is for, so that nothing goes first in it.
 */
export function commonFirst(list: readonly Country[], search: string): Record<"common" | "others", Country[]> {
  const common = search ? [] : COMMON.flatMap((one) => list.filter(({ numberCode }) => Number(numberCode) === one));
  return { common, others: list.filter((country) => !common.includes(country)) };
}

const NUMBER_CODE = /^\d{1,4}$/;

function parseCountry(sent: string): { numberCode: string; areaCode?: string } | null {
  if (NUMBER_CODE.test(sent)) return { numberCode: sent };
  const parsed = parseObject(sent);
  const numberCode = String(parsed?.numberCode ?? "");
  const areaCode = parsed?.areaCode ?? parsed?.countryCode;
  if (!NUMBER_CODE.test(numberCode)) return null;
  return areaCode === undefined ? { numberCode } : { numberCode, areaCode: String(areaCode).replace(/^\+/, "") };
}

/**
 * Countries whose name in either language, area code or number code matches (behaviour 10.17); all of them for a blank
 * search.
 *
 * @returns undefined when the platform gives no list: that is not "none"
 */
export async function searchCountries(locale: Locale, search: string): Promise<Country[] | undefined> {
  const lists = await Promise.all(LOCALES.map((each) => unlessUnavailable(countries({ locale: each }))));
  const shown = lists[LOCALES.indexOf(locale)];
  if (!shown) return undefined;
  const names = new Map<string, string[]>();
  for (const { numberCode, name } of lists.flatMap((list) => list ?? [])) {
    names.set(numberCode, [...(names.get(numberCode) ?? []), folded(name)]);
  }
  const wanted = folded(search);
  const digits = /^\+?\d+$/.test(wanted) ? wanted.replace("+", "") : undefined;
  const first = new Map(shown.map((country) => [country.numberCode, country] as const).reverse());
  return shown.filter((country) => {
    // A link names a country by its number alone, so each number is offered once.
    if (first.get(country.numberCode) !== country) return false;
    if (digits) return country.areaCode.startsWith(digits) || Number(country.numberCode) === Number(digits);
    return (names.get(country.numberCode) ?? []).some((name) => name.includes(wanted));
  });
}

/** As people type it: without case, accents and the width of letters. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
