// The main module would load the names of all countries in seventy languages.
import isoCountries from "i18n-iso-countries/index.js";
import { z } from "zod";
import { LANGUAGES, perLocale } from "~/i18n/locales";
import { isObject } from "@storefront/upstream-client/json";
import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { absoluteUrl, imageUrl } from "./links";
import {
  cachedRead,
  EXCHANGE,
  HASHRATE,
  type PublicContext,
  type ReadOptions,
  type UpstreamContext,
  write,
} from "./client";
import { line, word, type Read } from "./parsers";
import { fields, isAbsent, kvValue, oneLine, optionalOnError, required, tolerantList } from "./schemas";

const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

const mailbox: Read<string> = (value) => {
  const address = line(320)(value)?.replace(/^mailto:/i, "");
  return address && MAIL.test(address) ? address : undefined;
};

const placeholders = (): readonly string[] => ["", "#", "-", env().LINK_PLACEHOLDER.trim()];

/** Returns a configured link (https or `mailto:`); undefined, which hides it, for missing and placeholder values. */
export function visibleLink(value: string | undefined, kind: "web" | "mail"): string | undefined {
  if (value === undefined || placeholders().includes(value.trim())) return undefined;
  if (kind === "mail") {
    const address = mailbox(value);
    return address && !placeholders().includes(address) ? `mailto:${address}` : undefined;
  }
  const url = absoluteUrl(value);
  return url?.protocol === "https:" ? url.href : undefined;
}

const webLink: Read<string> = (value) => visibleLink(line(2048)(value), "web");
const mailLink: Read<string> = (value) => mailbox(visibleLink(line(2048)(value), "mail"));

/** Makes a cached call of common/kv. Builds its schemas only once, because that is slow. */
function kv<S extends z.ZodTypeAny>(key: () => string, schemaIn: (locale: Locale) => S) {
  const schemas = perLocale((locale) =>
    z
      .unknown()
      .transform((data) => kvValue(data, key()))
      .pipe(schemaIn(locale)),
  );
  return async (upstreamContext: PublicContext, options?: ReadOptions): Promise<z.output<S>> => {
    const schema = schemas[upstreamContext.locale];
    const wanted = { path: `${HASHRATE}/common/kv`, body: { keys: key() }, schema };
    return (await cachedRead(upstreamContext, wanted, options)).value;
  };
}

/** Mail addresses have no `mailto:`. Unsafe and placeholder values are undefined. */
export const siteSchema = perLocale((locale) =>
  z.preprocess(
    (sent) => (Array.isArray(sent) ? (sent as unknown[])[0] : sent),
    fields({
      title: optionalOnError(oneLine(80, locale)),
      favicon: optionalOnError(imageUrl),
      appHomeLogoOS: optionalOnError(imageUrl),
      appLogoOS: optionalOnError(imageUrl),
      appLauncher: optionalOnError(imageUrl),
      appPhoneView: optionalOnError(imageUrl),
      telegram: optionalOnError(webLink),
      twitter: optionalOnError(webLink),
      salesEMail: optionalOnError(mailLink),
      supportEMail: optionalOnError(mailLink),
    }),
  ),
);

export type SiteConfig = z.output<(typeof siteSchema)[Locale]>;

/** The website configuration as the platform sends it now. Pages use `shownSite` of `~server/content/site`. */
export const siteConfig = kv(
  () => env().SITE_CONFIG_KEY,
  (locale) => siteSchema[locale],
);

const bannerLink: Read<string> = (value) => {
  const path = line(2048)(value);
  return path && /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : webLink(value);
};

export const banners = kv(
  () => "banner-h5",
  (locale) =>
    tolerantList(
      fields({
        img: required(imageUrl),
        title: optionalOnError(oneLine(200, locale)),
        url: optionalOnError(bannerLink),
      }),
    ),
);

/** Reads a telephone code without its plus sign: `1`, `1-684`. */
const areaCode: Read<string> = (value) => {
  const code = word(12)(value)?.replace(/^\+/, "");
  return code !== undefined && /^\d{1,6}(?:[- ]\d{1,6})?$/.test(code) ? code : undefined;
};
const numberCode: Read<string> = (value) => {
  const code = word(12)(value);
  return code !== undefined && /^\d{1,4}$/.test(code) ? code : undefined;
};

/** Some upstreams use other field names, with one name per language. */
function countryRow(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const firstOf = (...parts: unknown[]) => parts.find((part) => !isAbsent(part));
  const { name, enName, cnName, areaCode: code, dialingCode, numberCode: number } = sent;
  return {
    name: firstOf(name, firstOf(enName, cnName) && { en_US: enName, zh_CN: cnName }),
    areaCode: firstOf(code, dialingCode),
    numberCode: number,
  };
}

/** Regions whose long names are political: "Hong Kong SAR China". */
const SHORT_NAMES = ["HK", "MO"];

const regionNames = perLocale((locale) => {
  const named = (style: "short" | "long") =>
    new Intl.DisplayNames([LANGUAGES[locale].tag], { type: "region", style, fallback: "none" });
  return { short: named("short"), long: named("long") };
});

export function countryName(code: string, locale: Locale): string | undefined {
  return regionNames[locale][SHORT_NAMES.includes(code) ? "short" : "long"].of(code);
}

/** Uses our name of a country if the sent one is too long or in the other language's script. */
function named<C extends { name: string; numberCode?: string | undefined }>(country: C, locale: Locale): C {
  const isChinese = /\p{Script=Han}/u.test(country.name);
  const code = isoCountries.numericToAlpha2(country.numberCode ?? "");
  if (code === undefined || (isChinese === (locale === "el_GR") && !SHORT_NAMES.includes(code))) return country;
  return { ...country, name: countryName(code, locale) ?? country.name };
}

/** Countries with their telephone codes, without those that lack a name or code. */
export const dialledCountries = kv(
  () => "country-h5",
  (locale) =>
    tolerantList(
      z.preprocess(
        countryRow,
        fields({
          name: required(oneLine(100, locale)),
          areaCode: required(areaCode),
          numberCode: optionalOnError(numberCode),
        }).transform((country) => named(country, locale)),
      ),
    ),
);

/** Returns the countries for an identity, which needs an ISO number. */
export async function countries(upstreamContext: PublicContext, options?: ReadOptions): Promise<Country[]> {
  const all = await dialledCountries(upstreamContext, options);
  return all.flatMap(({ numberCode, ...country }) => (numberCode === undefined ? [] : { ...country, numberCode }));
}

/** `areaCode` has no plus sign; `numberCode` is the ISO number as sent. */
export type Country = DialledCountry & { numberCode: string };

export type DialledCountry = Awaited<ReturnType<typeof dialledCountries>>[number];

/** @param input `tel` and `social` with their prefixes; `url` is the page from which the enquiry came */
export function leaveMessage(
  upstreamContext: UpstreamContext,
  enquiry: Record<"name" | "tel" | "email" | "social" | "message" | "url", string>,
): Promise<void> {
  const { name, tel, email, social, message, url } = enquiry;
  return write(upstreamContext, `${HASHRATE}/originClueCollect`, { name, tel, email, social, message, url });
}

const downloadResponse = fields({
  android: optionalOnError(webLink, "android_download_url"),
  ios: optionalOnError(webLink, "ios_download_url"),
  testFlight: optionalOnError(webLink, "ios_testFlight_url"),
});

export type AppDownload = z.output<typeof downloadResponse>;

export async function appDownload(upstreamContext: PublicContext, options?: ReadOptions): Promise<AppDownload> {
  const wanted = { path: `${EXCHANGE}/common/app_download`, schema: downloadResponse };
  return (await cachedRead(upstreamContext, wanted, options)).value;
}
