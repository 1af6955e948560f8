import { countriesIn } from "./data/countries";
import { MINER_ATTRIBUTES } from "./data/miners";
import { isObject, textOf, type Call, EXCHANGE, HASHRATE, type Calls } from "./call";
import type { Body } from "./values";
import { Refusal } from "./refusals";

/** Returns the home page's banners. They link to a page of the storefront, to another site, or nowhere. */
function banners({ state, locale }: Call) {
  const english = locale === "en_US";
  return [
    {
      img: `${state.origin}/images/banner-power.svg`,
      title: english ? "Cloud computing power, by the terabyte" : "雲算力，按 TB 輕鬆持有",
      url: "/Index/Power",
    },
    {
      img: `${state.origin}/images/banner-hosting.svg`,
      title: english ? "Your miners, hosted by professionals" : "專業託管，礦機安心運行",
      url: "/Index/Miner",
    },
    {
      img: `${state.origin}/images/banner-trust.svg`,
      title: english ? "Global compliance, clear terms" : "全球合規，條款透明",
    },
  ];
}

function websiteConfiguration({ state, locale }: Call) {
  const image = (name: string) => `${state.origin}/images/${name}`;
  return {
    title: locale === "en_US" ? "Meridian Cloud Hashrate" : "子午線雲算力",
    favicon: image("favicon.svg"),
    appHomeLogoOS: image("logo.svg"),
    appLogoOS: image("logo.svg"),
    appLauncher: image("launcher.svg"),
    appPhoneView: image("phone.svg"),
    telegram: "https://t.me/example",
    twitter: "https://twitter.com/example",
    salesEMail: "sales@example.com",
    supportEMail: "support@example.com",
  };
}

/**
 * common/kv: returns the values of one or several keys. The upstream uses three shapes: banners are a bare list,
 * countries an object with the list under its key, and the website configuration is a JSON string. Several keys,
 * separated by commas, return one object.
 */
function keyValue(call: Call) {
  const keys = textOf(call.body, "keys").split(",").filter(Boolean);
  const values: Readonly<Record<string, () => unknown>> = {
    "banner-h5": () => banners(call),
    "country-h5": () => countriesIn(call.locale),
    "merchant-config-h5": () => websiteConfiguration(call),
    "miner-attr-h5": () => MINER_ATTRIBUTES.map(({ key, name }) => ({ key, name: name[call.locale] })),
  };
  const read = (key: string) => (Object.hasOwn(values, key) ? values[key]?.() : undefined);
  const [key = "", ...more] = keys;
  if (more.length > 0) return Object.fromEntries(keys.map((each) => [each, read(each) ?? []]));
  if (key === "merchant-config-h5" || key === "miner-attr-h5") return JSON.stringify(read(key));
  if (key === "country-h5") return { [key]: read(key) };
  return read(key) ?? [];
}

export function appDownload() {
  return {
    android_download_url: "https://download.example.com/app/latest.apk",
    ios_download_url: "https://apps.apple.com/app/id0000000000",
    ios_testFlight_url: "https://testflight.apple.com/join/EXAMPLE0",
  };
}

/** The fields of the contact form, which are all required. */
const ENQUIRY_FIELDS = ["name", "tel", "email", "social", "message"] as const;

/** originClueCollect: stores an enquiry, which the inbox page shows. */
function takeEnquiry({ state, body }: Call) {
  if (ENQUIRY_FIELDS.some((field) => textOf(body, field) === "")) throw new Refusal("enquiryFields");
  const fields: Body = Object.fromEntries([...ENQUIRY_FIELDS, "url"].map((field) => [field, textOf(body, field)]));
  state.database.run(
    "INSERT INTO enquiries (fields, received_ms) VALUES (?, ?)",
    JSON.stringify(fields),
    state.clock.nowMs(),
  );
  return null;
}

/** Returns the received enquiries, newest first. */
export function enquiries(database: Call["state"]["database"]): { fields: Body; receivedMs: number }[] {
  return database
    .rows<{ fields: string; received_ms: number }>(
      "SELECT fields, received_ms FROM enquiries ORDER BY id DESC LIMIT 50",
    )
    .map(({ fields, received_ms }) => {
      const read: unknown = JSON.parse(fields);
      return { fields: isObject(read) ? read : {}, receivedMs: received_ms };
    });
}

export const SITE_CALLS: Calls = {
  [`${HASHRATE}/common/kv`]: keyValue,
  [`${HASHRATE}/originClueCollect`]: takeEnquiry,
  [`${EXCHANGE}/common/app_download`]: appDownload,
};
