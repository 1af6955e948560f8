import { builtInCountries, DEFAULT_COUNTRY } from "~server/identity/countries";
import { READ_DEADLINE_MS } from "~server/upstream/constants";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { dialledCountries, type DialledCountry } from "~server/upstream/site";
import { optionalRead } from "~server/loader/reads";

/** ISO 3166-1 numbers of Taiwan, Hong Kong and mainland China, where most visitors are. */
const FIRST = ["158", "344", "156"];
/** ISO 3166-1 numbers of Macao, Singapore, Malaysia, Japan and Korea. */
const FREQUENT = ["446", "702", "458", "392", "410"];

export interface AreaCode {
  /** Value in the form: the area code, with a suffix if an earlier choice has the same code. */
  value: string;
  name: string;
  areaCode: string;
}

/** Returns the upstream's countries and frequent ones first, then all others by name. */
export async function areaCodes(locale: Locale): Promise<{ frequent: AreaCode[]; others: AreaCode[] }> {
  const sent = await optionalRead(dialledCountries({ locale }, { waitMs: READ_DEADLINE_MS }));
  const list = (sent ?? []).map((row) => (row.numberCode === undefined ? numberedByName(row, locale) : row));
  const isSent = new Set(list.map(({ numberCode }) => Number(numberCode)));
  const missing = builtInCountries(locale).filter(({ numberCode }) => !isSent.has(Number(numberCode)));
  const all = [...list, ...missing];
  const numbered = (number: string) => all.filter((country) => Number(country.numberCode) === Number(number));
  // The default code is offered even if the upstream has another one for the country.
  const inList = numbered(DEFAULT_COUNTRY.numberCode).filter(isDefault);
  const defaults = inList.length ? inList : builtInCountries(locale).filter(isDefault);
  const firsts = [...FIRST.flatMap(numbered), ...defaults, ...FREQUENT.flatMap(numbered)];
  // If two countries share a code, the frequent one has the plain value.
  const known = new Set<string>();
  const choices = new Map<string, AreaCode>();
  for (const country of [...firsts, ...all]) {
    const { name, areaCode, numberCode = `x${choices.size}` } = country;
    const both = `${areaCode}.${numberCode}`;
    const value = known.has(areaCode) ? both : areaCode;
    if (!choices.has(keyOf(country))) choices.set(keyOf(country), { value, name, areaCode });
    known.add(areaCode);
  }
  const take = (country: DialledCountry) => {
    const choice = choices.get(keyOf(country));
    choices.delete(keyOf(country));
    return choice ?? [];
  };
  return { frequent: [...list, ...firsts].flatMap(take), others: all.flatMap(take) };
}

/** A country with several codes has one choice for each. */
const keyOf = ({ areaCode, numberCode, name }: DialledCountry) => `${areaCode}.${numberCode ?? name}`;

/** Finds the missing number of a country in our list, by its code and its name in any language. */
function numberedByName(country: DialledCountry, locale: Locale): DialledCountry {
  const { areaCode, name } = country;
  const isSame = (ours: DialledCountry) => ours.areaCode === areaCode && ours.name === name;
  const same = LOCALES.map((one) => builtInCountries(one).find(isSame)).find(Boolean);
  return builtInCountries(locale).find(({ numberCode }) => numberCode === same?.numberCode) ?? country;
}

const isDefault = ({ areaCode, numberCode }: DialledCountry) =>
  areaCode === DEFAULT_COUNTRY.areaCode && Number(numberCode) === Number(DEFAULT_COUNTRY.numberCode);

/** An area code (`86`, `1-684`); for a shared one, `.` and the country's number follow, or `.x` and an index. */
const VALUE = /^(\d{1,6}(?:[- ]\d{1,6})?)(?:\.(\d{1,4}|x\d{1,3}))?$/;

/** Reads the area code from a form's value. `isAreaCode` tells whether the form offers it. */
export function readAreaCode(value: unknown): string | undefined {
  return typeof value === "string" ? VALUE.exec(value)?.[1] : undefined;
}

export async function isAreaCode(locale: Locale, value: string): Promise<boolean> {
  const [, areaCode, numberCode] = VALUE.exec(value) ?? [];
  const isChosen = (country: DialledCountry) =>
    country.areaCode === areaCode &&
    (numberCode === undefined ||
      (numberCode.startsWith("x")
        ? country.numberCode === undefined
        : Number(country.numberCode) === Number(numberCode)));
  if (areaCode === undefined) return false;
  if (builtInCountries(locale).some(isChosen)) return true;
  const sent = await optionalRead(dialledCountries({ locale }));
  return sent?.some(isChosen) ?? false;
}
