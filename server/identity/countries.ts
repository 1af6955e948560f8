// The main module would load the names of all countries in seventy languages.
import isoCountries from "i18n-iso-countries/index.js";
import { getCountries, getCountryCallingCode } from "libphonenumber-js";
import { sharedTurn } from "@storefront/resilience/shared-turns";
import { parseObject } from "~server/forms/constants";
import { LANGUAGES, type Locale, LOCALES } from "~server/i18n/locale";
import { normalized } from "~server/normalized";
import { countries, type Country, countryName } from "~server/upstream/site";
import { optionalRead } from "~server/loader/reads";

/** `name` is undefined while the upstream's list is unavailable. */
export type Chosen = Pick<Country, "areaCode" | "numberCode"> & { name?: string | undefined };

export const DEFAULT_COUNTRY: Chosen = { areaCode: "1", numberCode: "840" };

const builtIn = new Map<Locale, Country[]>();

export function builtInCountries(locale: Locale): Country[] {
  const made = builtIn.get(locale);
  if (made) return made;
  const { tag } = LANGUAGES[locale];
  const { compare } = new Intl.Collator(tag);
  const list = getCountries()
    .flatMap((code): Country[] => {
      const [name, numberCode] = [countryName(code, locale), isoCountries.alpha2ToNumeric(code)];
      return name && numberCode ? [{ name, areaCode: getCountryCallingCode(code), numberCode }] : [];
    })
    .sort((one, other) => compare(one.name, other.name));
  builtIn.set(locale, list);
  return list;
}

/** Returns the upstream's list, else ours, because without a country the visitor could not continue. */
async function countryList(locale: Locale): Promise<readonly Country[]> {
  const sent = await optionalRead(countries({ locale }));
  return sent?.length ? sent : builtInCountries(locale);
}

/** Reads a country from a URL or form: ISO number, ISO letters, name in either language, or JSON. Null if unknown. */
export async function readCountry(locale: Locale, sent: string): Promise<Chosen | null> {
  const wanted = parseCountry(sent) ?? (await countryNamed(sent));
  if (!wanted) return null;
  const list = await countryList(locale);
  const same = (country: Chosen) =>
    Number(country.numberCode) === Number(wanted.numberCode) &&
    (wanted.areaCode === undefined || country.areaCode === wanted.areaCode);
  return list.find(same) ?? null;
}

async function countryNamed(sent: string): Promise<{ numberCode: string; areaCode?: string } | undefined> {
  const wanted = folded(sent);
  const named = (await namedCountries()).find(({ name }) => name === wanted);
  return named && { numberCode: named.numberCode };
}

/** Folds the names in turns, because thousands of long ones take 0.1 s. */
async function namedCountries(): Promise<Country[]> {
  const sent = await Promise.all(LOCALES.map((locale) => optionalRead(countries({ locale }))));
  const named: Country[] = [];
  for (const country of [...sent.flatMap((list) => list ?? []), ...LOCALES.flatMap(builtInCountries)]) {
    await sharedTurn();
    named.push({ ...country, name: folded(country.name) });
  }
  return named;
}

/** Countries of most visitors: Taiwan, Hong Kong, mainland China, Macau, Singapore, Malaysia, United States. */
const COMMON = [158, 344, 156, 446, 702, 458, 840];

/** Separates the most frequent countries from the others, unless the visitor searches. */
export function commonFirst(list: readonly Country[], search: string): Record<"common" | "others", Country[]> {
  const common = search ? [] : COMMON.flatMap((one) => list.filter(({ numberCode }) => Number(numberCode) === one));
  return { common, others: list.filter((country) => !common.includes(country)) };
}

const NUMBER_CODE = /^\d{1,4}$/;
/** Returns undefined for an object, because one from outside may not be convertible to a string. */
const word = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);

function parseCountry(sent: string): { numberCode: string; areaCode?: string } | null {
  if (NUMBER_CODE.test(sent)) return { numberCode: sent };
  const letters = sent.toUpperCase();
  const ofLetters = isoCountries.alpha2ToNumeric(letters) ?? isoCountries.alpha3ToNumeric(letters);
  if (ofLetters) return { numberCode: ofLetters };
  const parsed = parseObject(sent);
  const numberCode = word(parsed?.numberCode) ?? "";
  const areaCode = word(parsed?.areaCode ?? parsed?.countryCode);
  if (!NUMBER_CODE.test(numberCode)) return null;
  return areaCode === undefined ? { numberCode } : { numberCode, areaCode: areaCode.replace(/^\+/, "") };
}

export async function searchCountries(locale: Locale, search: string): Promise<Country[]> {
  const [shown, named] = await Promise.all([countryList(locale), namedCountries()]);
  const names = new Map<number, string[]>();
  for (const { numberCode, name } of named) {
    const number = Number(numberCode);
    names.set(number, [...(names.get(number) ?? []), name]);
  }
  const wanted = folded(search);
  const digits = /^\+?\d+$/.test(wanted) ? wanted.replace("+", "") : undefined;
  const first = new Map(shown.map((country) => [country.numberCode, country] as const).reverse());
  return shown.filter((country) => {
    // A link names a country by its number, so each number is offered once.
    if (first.get(country.numberCode) !== country) return false;
    if (digits) return country.areaCode.startsWith(digits) || Number(country.numberCode) === Number(digits);
    return (names.get(Number(country.numberCode)) ?? []).some((name) => name.includes(wanted));
  });
}

function folded(text: string): string {
  return normalized(text, "NFKD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
