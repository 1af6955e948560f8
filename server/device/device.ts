import Bowser from "bowser";

/** True for devices with the App Store. A recent iPad calls itself a Macintosh; a Mac with Safari has the store too. */
export function isIos(userAgent: string | null): boolean {
  const name = userAgent ?? "";
  if (name.includes("Macintosh")) return /\bAppleWebKit\/6/.test(name);
  // Windows phones claimed to be "like iPhone".
  return /\b(iPhone|iPad|iPod)\b/.test(name) && !name.includes("Windows Phone");
}

/** Marks of apps' built-in browsers. "Online/2" is not Line, "MQQBrowser/13" a browser; "Twitterbot" reads previews. */
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

/** An app whose built-in browser may refuse to download another app. */
export type InAppBrowser = keyof typeof IN_APP_BROWSERS;

/** Returns null for other browsers, and for apps that cannot be recognised, such as Telegram on iOS. */
export function inAppBrowser(userAgent: string | null): InAppBrowser | null {
  const apps = Object.keys(IN_APP_BROWSERS) as InAppBrowser[];
  return apps.find((app) => IN_APP_BROWSERS[app].test(userAgent ?? "")) ?? null;
}

/** Coarse on purpose: the record of sign-ins stores no more than its reader needs. */
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

/** The first match counts. A recent iPad counts as a Mac, because it calls itself one. */
const DEVICE_MARKS: readonly (readonly [mark: RegExp, device: (typeof DEVICES)[number]])[] = [
  [/\bWindows Phone\b/, "other"],
  [/\biPad\b/, "ipad"],
  [/\biP(?:hone|od)\b/, "iphone"],
  // Phones, tablets and computers with HarmonyOS NEXT.
  [/\bOpenHarmony\b/, "harmonyos"],
  // Opera Mini runs on phones, but its User-Agent has no "Mobile".
  [/^(?=.*\bAndroid\b).*\b(?:Mobile|Opera Mini)\b/, "androidPhone"],
  [/\bAndroid\b/, "androidTablet"],
  [/\bCrOS\b/, "chromebook"],
  [/\bWindows\b/, "windows"],
  [/\bMacintosh\b/, "mac"],
  [/\bLinux\b/, "linux"],
];

/** Reads the User-Agent, which may be forged. */
export function deviceOf(userAgent: string | null): { device: (typeof DEVICES)[number]; inApp: boolean } {
  const name = userAgent ?? "";
  const known = DEVICE_MARKS.find(([mark]) => mark.test(name));
  return { device: known?.[1] ?? "other", inApp: inAppBrowser(name) !== null || /; wv\)/.test(name) };
}

/**
 * Returns the `accept` value of a photo's field. On Android 14 Chromium's photo picker has no camera; a type that no
 * picture has makes it show the file picker, which has one (chromium 40937303).
 */
export function acceptedPhotos(userAgent: string | null): string {
  const lacksCamera = /^(?!.*\bFirefox\b).*\bAndroid\b/.test(userAgent ?? "");
  return `image/jpeg,image/png${lacksCamera ? ",android/allowCamera" : ""}`;
}

/** One User-Agent per class of devices, for rendering a page for that class. */
export const SAMPLE_USER_AGENT = {
  own: { ios: "iPhone", other: "Android" },
  inApp: { ios: "iPhone Line/1", other: "Android Line/1" },
} as const;

export function isDesktop(userAgent: string | null | undefined): boolean {
  return userAgent ? Bowser.parse(userAgent).platform.type === "desktop" : false;
}
