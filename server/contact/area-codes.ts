import { builtInCountries, DEFAULT_COUNTRY } from "~server/identity/countries";
import { READ_DEADLINE_MS } from "~server/upstream/constants";
import type { Locale } from "~server/i18n/locale";
import { dialledCountries, type DialledCountry } from "~server/upstream/site";
import { optionalRead } from "~server/loader/reads";

/** Most visitors have one of these, by ISO number: Taiwan, Hong Kong, mainland China. */
const FIRST = ["158", "344", "156"];
/** Looked for often: Macao, Singapore, Malaysia, Japan, Korea. */
const FREQUENT = ["446", "702", "458", "392", "410"];

/** A country to choose an area code by. */
export interface AreaCode {
  /** The form sends this: the area code, with more after it if an earlier one has the same code. */
  value: string;
  name: string;
  areaCode: string;
}

/**
 * The area codes of the contact form (behaviour 2.32, 10.18): the upstream's list first, in its order, then 886, 852
 * and 86, the default and other frequent ones, then every other country with a telephone code, by name.
 */
export async function areaCodes(locale: Locale): Promise<{ frequent: AreaCode[]; others: AreaCode[] }> {
  const sent = await optionalRead(dialledCountries({ locale }, { waitMs: READ_DEADLINE_MS }));
  const list = (sent ?? []).map((row) => (row.numberCode === undefined ? numberedByName(row, locale) : row));
  const isSent = new Set(list.map(({ numberCode }) => Number(numberCode)));
  const missing = builtInCountries(locale).filter(({ numberCode }) => !isSent.has(Number(numberCode)));
  const all = [...list, ...missing];
  const numbered = (number: string) => all.filter((country) => Number(country.numberCode) === Number(number));
  // The default is offered even where the upstream has another code for its country.
  const inList = numbered(DEFAULT_COUNTRY.numberCode).filter(isDefault);
  const defaults = inList.length ? inList : builtInCountries(locale).filter(isDefault);
  const firsts = [...FIRST.flatMap(numbered), ...defaults, ...FREQUENT.flatMap(numbered)];
  // If two countries share a code, the frequent one has the plain value, wherever it stands.
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

/** One country has one choice for each of its codes. */
const keyOf = ({ areaCode, numberCode, name }: DialledCountry) => `${areaCode}.${numberCode ?? name}`;

/** A country without a readable number has that of ours with the same code and name, if there is one. */
function numberedByName(country: DialledCountry, locale: Locale): DialledCountry {
  const { areaCode, name } = country;
  const same = builtInCountries(locale).find((ours) => ours.areaCode === areaCode && ours.name === name);
  return { ...country, numberCode: same?.numberCode };
}

const isDefault = ({ areaCode, numberCode }: DialledCountry) =>
  areaCode === DEFAULT_COUNTRY.areaCode && Number(numberCode) === Number(DEFAULT_COUNTRY.numberCode);

/**
 * The value of a choice: an area code, such as `86` or `1-684`, and where it needs one the number of its country, or
 * `x` and its place where the country has none. Only the code is sent to the upstream.
 */
const VALUE = /^(\d{1,6}(?:[- ]\d{1,6})?)(?:\.(\d{1,4}|x\d{1,3}))?$/;

/** The area code in a form; undefined for anything else. `isAreaCode` decides whether the form offers it. */
export function readAreaCode(value: unknown): string | undefined {
  return typeof value === "string" ? VALUE.exec(value)?.[1] : undefined;
}

/**
 * Whether the form offers this choice (behaviour 2.32): one of our own list, which it offers without the upstream too,
 * or of the upstream's.
 */
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
