import { expect, test } from "vitest";
import { acceptedPhotos, deviceOf, inAppBrowser, isIos } from "~server/device/device";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const ARKWEB = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const IPAD = "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230901.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.193 Mobile Safari/537.36";

test.each([
  ["wechat", `${IPHONE} MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_TW`],
  [
    "wechat",
    "Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat",
  ],
  [
    "qq",
    "Mozilla/5.0 (Linux; Android 10; VOG-AL00 Build/HUAWEIVOG-AL00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/77.0.3865.120 MQQBrowser/6.2 TBS/045426 Mobile Safari/537.36 V1_AND_SQ_8.5.0_1596_YYB_D QQ/8.5.0.5025 NetType/WIFI WebP/0.3.0 Pixel/1080",
  ],
  ["weibo", `${IPHONE} Weibo (iPhone13,2__weibo__13.1.0__iphone__os16.1)`],
  [
    "facebook",
    `${IPHONE} [FBAN/FBIOS;FBAV/443.0.0.30.110;FBBV/538131447;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.1.1;FBSS/3;FBID/phone;FBLC/zh_TW;FBOP/5]`,
  ],
  ["facebook", `${ANDROID} [FB_IAB/FB4A;FBAV/443.0.0.23.229;]`],
  [
    "instagram",
    `${IPHONE} Instagram 309.0.2.22.113 (iPhone14,5; iOS 17_1_1; zh_TW; zh-Hant; scale=3.00; 1170x2532; 537288535)`,
  ],
  [
    "instagram",
    `${ANDROID} Instagram 308.0.0.36.109 Android (33/13; 420dpi; 1080x2205; Google/google; Pixel 7; panther; panther; en_US; 533450710)`,
  ],
  [
    "instagram",
    `${IPHONE} Barcelona 289.0.0.18.109 (iPhone15,2; iOS 16_5; en_US; en; scale=3.00; 1179x2556; 489720318)`,
  ],
  ["line", `${IPHONE} Safari Line/13.20.0`],
  ["telegram", `${ANDROID} Telegram-Android/11.3.3 (Google Pixel 7; Android 13; SDK 33; HIGH)`],
  ["telegram", `${IPHONE} Telegram-iOS/11.2`],
  ["twitter", `${IPHONE} Twitter for iPhone/10.16`],
  ["twitter", `${ANDROID} TwitterAndroid`],
  [
    "tiktok",
    `${IPHONE} musical_ly_31.9.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US BytedanceWebview/d8a21c6`,
  ],
  ["tiktok", `${ANDROID} trill_320303 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/32.3.3`],
  ["linkedin", `${IPHONE} [LinkedInApp]/9.29.3213`],
  ["snapchat", `${IPHONE} Snapchat/12.60.0.44 (like Safari/8617.1.17.10.9, panda)`],
  ["pinterest", `${IPHONE} [Pinterest/iOS]`],
  ["kakaotalk", `${IPHONE} KAKAOTALK 10.4.5`],
  ["dingtalk", `${ANDROID} AliApp(DingTalk/7.1.0) com.alibaba.android.rimet/31390738 Channel/700159 language/zh-CN`],
  [
    "alipay",
    `${IPHONE} NebulaSDK/1.8.100112 Nebula WK PSDType(1) AlipayDefined(nt:WIFI) AliApp(AP/10.5.30.6000) AlipayClient/10.5.30.6000`,
  ],
  ["xiaohongshu", `${IPHONE} xhsdiscover/8.40 NetType/WiFi`],
  ["xiaohongshu", `${ANDROID} Version/8.69.5 Build/8695125 Device/(vivo;V2417A) discover/8.69.5 NetType/WiFi`],
  ["xiaohongshu", `${IPHONE} XiaoHongShu/8.1 xhsminiapp/1.0`],
  ["lark", `${IPHONE} Lark/7.10.5 LarkLocale/zh_CN ChannelName/Feishu`],
  ["lark", `${ANDROID} Feishu/6.9.1`],
  ["zalo", `${ANDROID} Zalo android/12100757 ZaloTheme/light ZaloLanguage/vi`],
  ["kuaishou", `${IPHONE} Kwai/11.5.20.9301 ISLP/0 StatusHT/47 KDT/PHONE NetType/WIFI`],
  ["kuaishou", `${ANDROID} ksNebula/12.4.30.7430 NetType/WIFI`],
  [
    "taobao",
    `${ANDROID} AliApp(TB/10.48.30.2079) UCBS/2.11.1.1 TTID/600000@taobao_android_10.48.30.2079 WindVane/8.5.0`,
  ],
  ["taobao", `${IPHONE} AliApp(TM/13.8.0) WindVane/8.7.2 828x1792 WK`],
  ["reddit", `${IPHONE} Reddit/Version 2023.10.0/Build 310300/iOS Version 16.3`],
  ["vk", `${ANDROID} VKAndroidApp/8.154-99999 (Android 12; SDK 32; arm64-v8a; Pixel 6; ru; 2960x1440)`],
  ["vk", `${IPHONE} com.vk.vkclient/1654 (iPhone, iOS 17.5, iPhone12,5, Scale/3.0)`],
  ["naver", `${ANDROID} NAVER(inapp; search; 2000; 12.8.5)`],
  ["baidu", `${IPHONE} light%2F1.0%20(WKWebView)%2FoneKit main%2F1.0 baiduboxapp/13.38.0.10 (Baidu; P2 16.6)`],
  ["toutiao", `${IPHONE} NewsArticle/9.1.1.5 JsSdk/2.0 NetType/WIFI (News 9.1.1 17.0)`],
] as const)("the in-app browser of %s is recognised by its User-Agent: %s", (app, userAgent) => {
  expect(inAppBrowser(userAgent)).toBe(app);
});

test.each([
  ["Safari on an old iPad", `${IPAD.replace(" Mobile/", " Version/16.6 Mobile/")} Safari/604.1`],
  [
    "Safari on a recent iPad",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  ],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  ],
  ["Chrome on iOS", `${IPHONE.replace(" Mobile/", " CriOS/126.0.6478.35 Mobile/")} Safari/604.1`],
  ["a web view of an app that is not social", ANDROID],
  [
    "QQ Browser, unlike the QQ app",
    "Mozilla/5.0 (Linux; U; Android 13; zh-cn; 2201123C Build/TKQ1.220807.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.2 Mobile Safari/537.36 COVC/046517",
  ],
  ["QQ Browser on iOS", `${IPHONE.replace(" Mobile/", " MQQBrowserLite/1.0 Mobile/")} MQQBrowser/13.1 Safari/604.1`],
  ["Baidu's crawler", "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"],
  ["Huawei's browser on HarmonyOS", `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${ARKWEB} Mobile HuaweiBrowser/5.0.4.300`],
  ["an app whose name ends in Line", `${ANDROID} AirLine/3.2`],
  ["an app whose name ends in line", `${ANDROID} Online/2.0 pipeline/1.4`],
  ["a phone model named Line", ANDROID.replace("Pixel 7", "Skyline/2 Line")],
  ["an app with a name like Instagram", `${ANDROID} NotInstagram 3.0`],
  ["Facebook's link preview", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  ["Telegram's link preview", "TelegramBot (like TwitterBot)"],
  ["Twitter's link preview", "Twitterbot/1.0"],
  ["LinkedIn's link preview", "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"],
  ["Pinterest's link preview", "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)"],
  ["WhatsApp's link preview", "WhatsApp/2.23.20.0"],
  ["Reddit's link preview", "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)"],
  ["VK's link preview", "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)"],
  ["Lark's link preview", `${ANDROID.replace("; wv", "")} LarkUrl2png/1.0`],
  ["Naver's crawler", "Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)"],
  [
    "Naver's own browser",
    "Mozilla/5.0 (Linux; Android 14; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0 Whale/1.0.0.0 Crosswalk/29.122 Mobile Safari/537.36",
  ],
  ["an app whose name ends in discover", `${ANDROID} rediscover/2.0 Skylark/3 notZalo android/1`],
  ["a text browser", "Lynx/2.9.0dev.12 libwww-FM/2.14"],
  ["an empty User-Agent", ""],
  ["no User-Agent", null],
])("a normal browser is not mistaken for an in-app browser: %s", (_, userAgent) => {
  expect(inAppBrowser(userAgent)).toBeNull();
});

test.each([
  [true, "an iPhone", IPHONE],
  [true, "an iPad", IPAD],
  [true, "an iPhone in WeChat", `${IPHONE} MicroMessenger/8.0.47(0x18002f2c)`],
  [false, "an Android phone", ANDROID],
  [true, "Safari of an iPad that calls itself a Mac", `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5`],
  [true, "Chrome of such an iPad", `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126 Version/11.1.1`],
  [false, "Chrome of a Mac", `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36`],
  [false, "Firefox of a Mac", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0"],
  [
    false,
    "a Windows phone that claims to be like an iPhone",
    "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537",
  ],
  [false, "no User-Agent at all", null],
])("the app comes from the App Store: %s, for %s", (expected, _, userAgent) => {
  expect(isIos(userAgent)).toBe(expected);
});

test.each([
  ["iphone", false, IPHONE],
  ["iphone", true, `${IPHONE} Safari Line/13.20.0`],
  ["ipad", false, IPAD],
  ["androidPhone", true, ANDROID],
  ["androidTablet", false, "Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/120.0 Safari/537.36"],
  ["windows", false, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36"],
  ["mac", false, "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15"],
  ["chromebook", false, "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36"],
  ["linux", false, "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"],
  ["other", false, "Mozilla/5.0 (Windows Phone 10.0; Android 4.2.1) Mobile Edge/15 like iPhone"],
  ["harmonyos", false, `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${ARKWEB} Mobile HuaweiBrowser/5.0.4.300`],
  ["harmonyos", false, `Mozilla/5.0 (Tablet; OpenHarmony 5.0) ${ARKWEB}`],
  ["harmonyos", false, `Mozilla/5.0 (PC; OpenHarmony 5.1) ${ARKWEB}`],
  ["androidPhone", false, "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16"],
  ["other", false, "Lynx/2.9.0dev.10"],
  ["other", false, null],
] as const)("the sign-in record calls it %s (in an app: %s): %s", (device, inApp, userAgent) => {
  expect(deviceOf(userAgent)).toEqual({ device, inApp });
});

test.each([
  [true, "Chrome of Android", ANDROID],
  [true, "an app on Android", `${ANDROID} Line/13.20.0`],
  [false, "Firefox of Android", "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0"],
  [false, "an iPhone", IPHONE],
  [false, "a Mac", MAC],
  [false, "no User-Agent", null],
])("the field for photos has a type that makes a picker offer the camera: %s, for %s", (expected, _, userAgent) => {
  expect(acceptedPhotos(userAgent)).toBe(`image/jpeg,image/png${expected ? ",android/allowCamera" : ""}`);
});
