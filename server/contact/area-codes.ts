// Not its main module, which reads the names of all countries in seventy languages.
import isoCountries from "i18n-iso-countries/index.js";
import { getCountries, getCountryCallingCode } from "libphonenumber-js";
import { DEFAULT_COUNTRY } from "~server/real-name/countries";
import { READ_DEADLINE_MS } from "~server/constants";
import type { Locale } from "~server/locale";
import { countries, type Country } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** Most visitors have one of these, by ISO number: Taiwan, Hong Kong, mainland China. */
const FIRST = ["158", "344", "156"];
/** Looked for often: Macao, Singapore, Malaysia, Japan, Korea. */
const FREQUENT = ["446", "702", "458", "392", "410"];
const NAME_LANGUAGES: Readonly<Record<Locale, string>> = { el_GR: "zh-Hant-TW", en_US: "en" };

/** A country to choose an area code by. */
export interface AreaCode {
  /** What the form sends: the area code, with the country's number after it where an earlier one has the same code. */
  value: string;
  name: string;
  areaCode: string;
}

/**
 * The area codes of the contact form (behaviour 2.32, 10.18): 886, 852 and 86 first, then the default and others that
 * are looked for often, then all by name. Where the platform gives no list, every country that has a telephone code.
 */
export async function areaCodes(locale: Locale): Promise<{ frequent: AreaCode[]; others: AreaCode[] }> {
  const sent = await unlessUnavailable(countries({ locale }, { patienceMs: READ_DEADLINE_MS }));
  const list = sent?.length ? sent : builtIn(locale);
  const numbered = (number: string) => list.filter((country) => Number(country.numberCode) === Number(number));
  // The default is offered even where the platform's list lacks it.
  const inList = numbered(DEFAULT_COUNTRY.numberCode).filter(isDefault);
  const defaults = inList.length ? inList : builtIn(locale).filter(isDefault);
  const firsts = [...FIRST.flatMap(numbered), ...defaults, ...FREQUENT.flatMap(numbered)];
  const known = new Set<string>();
  const entry = ({ name, areaCode, numberCode }: Country): AreaCode[] => {
    const both = `${areaCode}.${numberCode}`;
    if (known.has(both)) return [];
    const value = known.has(areaCode) ? both : areaCode;
    known.add(areaCode).add(both);
    return [{ value, name, areaCode }];
  };
  return { frequent: firsts.flatMap(entry), others: list.flatMap(entry) };
}

const isDefault = ({ areaCode, numberCode }: Country) =>
  areaCode === DEFAULT_COUNTRY.areaCode && Number(numberCode) === Number(DEFAULT_COUNTRY.numberCode);

/** The area code that a form names: digits, as `86` or `1-684`; undefined for anything else. */
export function readAreaCode(value: unknown): string | undefined {
  return typeof value === "string" ? /^(\d{1,6}(?:[- ]\d{1,6})?)(?:\.\d{1,4})?$/.exec(value)?.[1] : undefined;
}

const CALLING_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));

/** Whether this is a calling code of the telephone network: `1`, but not `1-684`. */
export const isCallingCode = (areaCode: string): boolean => CALLING_CODES.has(areaCode);

/** Whether there is such an area code: one of the telephone network, or one that the platform lists. */
export async function isAreaCode(locale: Locale, areaCode: string): Promise<boolean> {
  if (isCallingCode(areaCode)) return true;
  const sent = await unlessUnavailable(countries({ locale }));
  return sent?.some((country) => country.areaCode === areaCode) ?? false;
}

const lists = new Map<Locale, Country[]>();

function builtIn(locale: Locale): Country[] {
  const made = lists.get(locale);
  if (made) return made;
  const language = NAME_LANGUAGES[locale];
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const { compare } = new Intl.Collator(language);
  const list = getCountries()
    .flatMap((code): Country[] => {
      const [name, numberCode] = [names.of(code), isoCountries.alpha2ToNumeric(code)];
      return name && numberCode ? [{ name, areaCode: getCountryCallingCode(code), numberCode }] : [];
    })
    .sort((one, other) => compare(one.name, other.name));
  lists.set(locale, list);
  return list;
}
