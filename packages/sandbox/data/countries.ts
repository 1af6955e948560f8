import countries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import chinese from "i18n-iso-countries/langs/zh.json" with { type: "json" };
import { getCountries, getCountryCallingCode } from "libphonenumber-js";
import type { Both, Locale } from "../values";

countries.registerLocale(english);
countries.registerLocale(chinese);

/** A country as the upstream lists it: the calling code without "+", and the three-digit number of ISO 3166-1. */
interface Country {
  name: Both;
  areaCode: string;
  numberCode: string;
}

/** Names come from Node's own language data: the package has no traditional Chinese and no common English names. */
const namesIn = (language: string) => new Intl.DisplayNames([language], { type: "region", fallback: "none" });
const [traditional, plain] = [namesIn("zh-Hant-TW"), namesIn("en")];

const COUNTRIES: readonly Country[] = getCountries().flatMap((code) => {
  const numberCode = countries.alpha2ToNumeric(code);
  const en_US = plain.of(code) ?? countries.getName(code, "en");
  if (!numberCode || !en_US) return [];
  const el_GR = traditional.of(code) ?? countries.getName(code, "zh") ?? en_US;
  return [{ name: { el_GR, en_US }, areaCode: getCountryCallingCode(code), numberCode }];
});

type Listed = Omit<Country, "name"> & { name: string };

function listed(locale: Locale, language: string): readonly Listed[] {
  const collator = new Intl.Collator(language);
  return COUNTRIES.map((country) => ({ ...country, name: country.name[locale] })).sort((a, b) =>
    collator.compare(a.name, b.name),
  );
}

const LISTED: Readonly<Record<Locale, readonly Listed[]>> = {
  el_GR: listed("el_GR", "zh-Hant-TW"),
  en_US: listed("en_US", "en"),
};

/** Returns all countries with a calling code, sorted by their names in the given language. */
export function countriesIn(locale: Locale): readonly Listed[] {
  return LISTED[locale];
}

/** The same countries with a name in each language, as public clients read them. `numberCode` has no leading zeros. */
export const COUNTRIES_BY_NAMES = COUNTRIES.map(({ name, areaCode, numberCode }) => ({
  enName: name.en_US,
  cnName: name.el_GR,
  dialingCode: `+${areaCode}`,
  numberCode: String(Number(numberCode)),
}));
