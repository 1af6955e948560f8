import Bowser from "bowser";

/**
 * Whether a visitor's device takes its apps from the App Store: App Store and TestFlight on iOS, one download elsewhere
 * (behaviour 2.46).
 *
 * @param userAgent the User-Agent of the request; recent iPads call themselves Macintosh and count as others
 */
export function isIos(userAgent: string | null): boolean {
  const name = userAgent ?? "";
  // The last phones of Windows claimed to be "like iPhone".
  return /\b(iPhone|iPad|iPod)\b/.test(name) && !name.includes("Windows Phone");
}

/**
 * What each app adds to the User-Agent of the browser inside it. Case counts, and so do the borders: "Online/2" is not
 * Line, "MQQBrowser/13" is a browser of its own, and "TelegramBot", "Twitterbot" or "Pinterest/0.2" only look at links.
 */
const IN_APP_BROWSERS = {
  wechat: /\bMicroMessenger\/\d/,
  qq: /(?:^|\s)QQ\/\d/,
  weibo: /__weibo__|(?:^|\s)Weibo\s\(/,
  instagram: /(?:^|\s)(?:Instagram|Barcelona)\s\d/,
  facebook: /\bFB(?:AN|AV|_IAB)\//,
  line: /(?:^|\s)Line\/\d/,
  telegram: /(?:^|\s)Telegram(?:-(?:Android|iOS))?[/ ]\d/,
  twitter: /\bTwitter for (?:iPhone|iPad)\b|(?:^|\s)TwitterAndroid\b/,
  tiktok: /\bBytedanceWebview\b|\b(?:musical_ly|trill|aweme)_\d/,
  linkedin: /\[LinkedInApp\]/,
  snapchat: /(?:^|\s)Snapchat\/\d/,
  pinterest: /\[Pinterest\/(?:iOS|Android)\]/,
  kakaotalk: /(?:^|\s)KAKAOTALK[ /]\d/,
  dingtalk: /\bDingTalk\/\d/,
  alipay: /\bAlipayClient\/\d/,
  xiaohongshu: /(?:^|\s)(?:xhs)?discover\/\d|\b(?:XiaoHongShu|xhsminiapp)\//,
  lark: /(?:^|\s)(?:Lark|Feishu)\/\d/,
  zalo: /(?:^|\s)Zalo (?:android|iOS)\/\d/,
  kuaishou: /(?:^|\s)(?:Kwai(?:_Lite)?|ksNebula)\/\d/,
  taobao: /\bAliApp\(T[BM]\/\d/,
  reddit: /(?:^|\s)Reddit\/Version \d/,
  vk: /\bVKAndroidApp\/\d|\bcom\.vk\.vkclient\/\d/,
  naver: /\bNAVER\(inapp;/,
  baidu: /\bbaiduboxapp\/\d/,
  toutiao: /\bNewsArticle\/\d/,
} as const;

/** An app whose own browser may refuse to download another app. */
export type InAppBrowser = keyof typeof IN_APP_BROWSERS;

/**
 * The app whose inner browser shows the page (behaviour 1.6, 10.25).
 *
 * @param userAgent the User-Agent of the request
 * @returns null for a normal browser, and for an app without a mark of its own (such as Telegram on iOS)
 */
export function inAppBrowser(userAgent: string | null): InAppBrowser | null {
  const apps = Object.keys(IN_APP_BROWSERS) as InAppBrowser[];
  return apps.find((app) => IN_APP_BROWSERS[app].test(userAgent ?? "")) ?? null;
}

/** Kinds of device in the record of sign-ins: few, so that it stores no more than its reader needs. */
export const DEVICES = [
  "androidPhone",
  "androidTablet",
  "iphone",
  "ipad",
  "windows",
  "mac",
  "chromebook",
  "harmonyos",
  "linux",
  "other",
] as const;

/** Each by a mark of its User-Agent, in this order. A recent iPad calls itself a Mac. */
const DEVICE_MARKS: readonly (readonly [mark: RegExp, device: (typeof DEVICES)[number]])[] = [
  [/\bWindows Phone\b/, "other"],
  [/\biPad\b/, "ipad"],
  [/\biP(?:hone|od)\b/, "iphone"],
  // HarmonyOS NEXT, which is no Android any more. Its phones, tablets and computers are one kind.
  [/\bOpenHarmony\b/, "harmonyos"],
  // Opera Mini runs on phones, and does not say so.
  [/^(?=.*\bAndroid\b).*\b(?:Mobile|Opera Mini)\b/, "androidPhone"],
  [/\bAndroid\b/, "androidTablet"],
  [/\bCrOS\b/, "chromebook"],
  [/\bWindows\b/, "windows"],
  [/\bMacintosh\b/, "mac"],
  [/\bLinux\b/, "linux"],
];

/**
 * What kind of device a visitor uses, and whether in the browser inside an app (behaviour 2.111).
 *
 * @param userAgent the User-Agent of the request, which anybody can make up
 */
export function deviceOf(userAgent: string | null): { device: (typeof DEVICES)[number]; inApp: boolean } {
  const name = userAgent ?? "";
  const known = DEVICE_MARKS.find(([mark]) => mark.test(name));
  return { device: known?.[1] ?? "other", inApp: inAppBrowser(name) !== null || /; wv\)/.test(name) };
}

/** A User-Agent of each class that pages distinguish, for rendering a page for the whole class. */
export const SAMPLE_USER_AGENT = {
  own: { ios: "iPhone", other: "Android" },
  inApp: { ios: "iPhone Line/1", other: "Android Line/1" },
} as const;

/**
 * Whether a visitor uses a desktop, by the User-Agent.
 *
 * @param userAgent the User-Agent of the request; false without one
 */
export function isDesktop(userAgent: string | null | undefined): boolean {
  return userAgent ? Bowser.parse(userAgent).platform.type === "desktop" : false;
}
