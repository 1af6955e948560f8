import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { legalDocuments } from "~server/content/legal-documents";
import { setContent } from "~server/content/content";
import { firstVisitReader } from "~server/device/desktop-redirect";
import { receiptCookie } from "~server/purchase/receipt";
import { COOKIES } from "~server/session/cookies";
import { plansCookie } from "~server/catalogue/chosen-plans";
import { amountsCookie } from "~server/account/assets-view";
import { onboardingDoneCookie } from "~server/account/onboarding";
import { flashCookie } from "~server/session/flash";
import { flowCookie } from "~server/session/flow-session";
import { localeCookie } from "~server/i18n/locale";
import { scriptsOnCookie } from "~server/documents/scripts-choice";
import { stylesCookie } from "~server/documents/styles-cookie";
import { noticeReadCookie } from "~server/notices/read-notices";
import { sessionCookie } from "~server/session/session";
import { browserAt } from "../../support/documents";
import { all, attributesOf, linksOf, only, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { showContent } from "../../support/content-folder";
import { setEnv } from "../../support/environment";
import { holdConfiguration } from "../../support/hold-configuration";
import { useUpstream } from "../../support/upstream";

const LOCALES = ["el_GR", "en_US"] as const;
const PATHS = { agreement: "/UserAgreement", privacy: "/PrivacyAgreement" } as const;
type Name = keyof typeof PATHS;

await useUpstream();
beforeEach(holdConfiguration);

const open = (name: Name, locale: (typeof LOCALES)[number]) => browserAt(pages, locale).open(PATHS[name]);
const main = (html: string) => sourceOf(html, "main");

/** Every statement of the user agreement, with its words in each language. */
const AGREEMENT: [el_GR: RegExp, en_US: RegExp][] = [
  [/日期 2021-08-06 16:30:50/, /dated 2021-08-06 16:30:50/],
  [/我們銷售雲算力服務/, /We sell cloud hashrate services/],
  [/我們自己不買賣數位貨幣/, /don’t buy or sell digital currency ourselves/],
  [/瀏覽即時價格與相關資訊/, /browse real-time prices and information/],
  [/購買算力服務/, /buy hashrate services/],
  [/查看您的會員帳戶資訊/, /check the information of your member account/],
  [/依照我們公布的規則.*參加本網站的活動/, /Under the rules that we publish.*join the activities of this site/],
  [/一經執行即不可撤銷/, /has been executed, it can’t be revoked/],
  [
    /平台可以依其規則將合約平倉，無論當時是盈是虧/,
    /may liquidate contracts under its rules, regardless of profit or loss/,
  ],
  [/每個人只能註冊一個帳號/, /Each person may register only one account/],
  [
    /合法、真實、正確、完整，並隨時保持最新/,
    /legal, authentic, accurate and complete, and you must keep them up to date/,
  ],
  [
    /按下「同意並註冊」並完成註冊，本協議即生效/,
    /takes effect when you click “Agree to Register” and complete your registration/,
  ],
  [/修改本協議，並刊登在公告中心/, /change these terms by posting the change in the Announcement Center/],
  [/繼續使用本網站，就表示接受修改後的內容/, /continue to use this site after that, you accept the change/],
  [/限制、暫停或註銷帳號/, /restrict, suspend or cancel accounts/],
  [/不另行通知，直接刪除不符合規定的內容/, /delete content that breaks the rules, without notice/],
  [/終止全部或部分服務/, /end all or part of our services/],
  [/依我們自己的判斷調解爭議/, /mediate disputes by our own judgment/],
  [
    /網頁公告、站內信、電話、簡訊或信件通知您，或寄信到您的電子信箱/,
    /announcements on our pages, in-site mail, email, phone calls, SMS or letters/,
  ],
  [/調整儲值、提領與交易的費用/, /adjust the fees for deposits, withdrawals and transactions/],
  [/結束免費優惠期/, /end a free promotion period/],
  [
    /先協商解決；協商不成，再向我們所在地的法院起訴/,
    /by negotiation\. If that fails, it goes to a court where we are located/,
  ],
  [/由中國法院管轄/, /Chinese courts included/],
  [/開曼群島法律/, /law of the Cayman Islands/],
  [/年滿 18 歲/, /18 or older/],
  [/高風險資產/, /high-risk asset/],
];

/** Every statement of the privacy policy. */
const PRIVACY: [el_GR: RegExp, en_US: RegExp][] = [
  [/我們蒐集： 電子信箱/, /We collect: your email address/],
  [/電話號碼/, /your phone number/],
  [/密碼/, /your password/],
  [/加密的錢包地址/, /your encrypted wallet address/],
  [
    /連線紀錄：IP 位址、瀏覽器、瀏覽的頁面，以及瀏覽的時間/,
    /log data: IP address, browser, pages visited, and the times/,
  ],
  [/本網站使用 Cookie/, /This site uses cookies/],
  [/推廣訊息到您的電子信箱。您隨時可以退訂/, /promotional emails\. You can unsubscribe from them at any time/],
  [/未滿 18 歲的人不得使用本網站/, /No one under 18 may use this site/],
  [/歐洲經濟區（EEA），您對自己的個人資料享有下列權利/, /\(EEA\), you have the right to/],
  [/查詢我們持有的資料，並取得副本/, /ask what data we hold about you, and get a copy/],
  [/要求刪除資料/, /have your data deleted/],
  [/主管機關申訴/, /complain to the data protection authority/],
  [/數位貨幣具有高風險/, /Digital currency carries a high risk/],
  [/以開曼群島法律為準據法/, /governed by the law of the Cayman Islands/],
  [/包括中國法院/, /Chinese courts included/],
];

test.each([
  ["agreement", AGREEMENT],
  ["privacy", PRIVACY],
] as const)("the page of the %s has every statement in both languages", async (name, statements) => {
  for (const [at, locale] of LOCALES.entries()) {
    const text = textOf(main((await open(name, locale)).html));
    for (const statement of statements) expect(text).toMatch(statement[at] ?? "");
  }
});

const MINUTE_S = 60;
const LIFETIMES: [seconds: number | undefined, el_GR: string, en_US: string][] = [
  [7 * 24 * 60 * MINUTE_S, "7 天", "7 days"],
  [365 * 24 * 60 * MINUTE_S, "1 年", "1 year"],
  [24 * 60 * MINUTE_S, "1 天", "1 day"],
  [60 * MINUTE_S, "1 小時", "1 hour"],
  [15 * MINUTE_S, "15 分鐘", "15 minutes"],
  [5 * MINUTE_S, "5 分鐘", "5 minutes"],
  [undefined, "關閉瀏覽器", "close your browser"],
];

/** Every cookie that the product sets, as `Set-Cookie` lines. */
async function cookiesSet(): Promise<string[]> {
  const visit = firstVisitReader({ PUBLIC_ORIGIN: "https://m.example.com", DESKTOP_REDIRECT: true });
  const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile" };
  return [
    await sessionCookie({ token: "a-token" }),
    localeCookie("en_US"),
    scriptsOnCookie(),
    await flowCookie({ id: "0123456789abcdef" }),
    flashCookie({ key: "toasts.welcome", kind: "status" }),
    noticeReadCookie(null, "1"),
    await receiptCookie({ id: "q", productId: "1", tokenAmount: "1", payAmount: "1", terms: {}, atMs: 0 }, "session"),
    amountsCookie(true),
    onboardingDoneCookie({ account: "a@example.com", id: "session" }),
    stylesCookie({ version: "12345678" }),
    plansCookie("saved", ["1"]),
    plansCookie("compare", ["1"]),
    visit({ method: "GET", url: "/", headers })?.cookie ?? "",
  ];
}

test.each(LOCALES)(
  "the policy names exactly the cookies that this shop sets, and their lifetimes: %s",
  async (locale) => {
    const terms = legalDocuments(locale).privacy.sections.find(({ id }) => id === "privacy-cookies")?.terms ?? [];
    const set = await cookiesSet();
    expect(set.map((cookie) => cookie.split("=")[0]).sort(), "all cookies that can be set").toEqual(
      [...COOKIES].sort(),
    );
    expect(terms.map(({ name }) => name).sort()).toEqual(set.map((cookie) => cookie.split("=")[0]).sort());
    const shown = textOf(main((await open("privacy", locale)).html));
    for (const cookie of set) {
      const name = cookie.split("=")[0];
      const seconds = /Max-Age=(\d+)/.exec(cookie)?.[1];
      const [, chinese, english] = LIFETIMES.find(([age]) => String(age) === String(seconds)) ?? [];
      const text = terms.find((term) => term.name === name)?.text;
      expect(text, `${name}, kept for ${seconds}`).toContain(locale === "el_GR" ? chinese : english);
      expect(shown).toContain(text);
    }
  },
);

test("no other place in the source writes a cookie", () => {
  const writers = ["app", "server"].flatMap((folder) => {
    const root = new URL(`../../../${folder}/`, import.meta.url);
    return readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("sandbox"))
      .filter((file) => /SameSite=|document\.cookie =/.test(readFileSync(new URL(encodeURI(file), root), "utf8")));
  });
  expect(writers.sort()).toEqual(["boot.ts", "device/desktop-redirect.ts", "session/cookies.ts"]);
});

test.each(LOCALES)("the policy names exactly the cookies that begin with __Host- over https: %s", async (locale) => {
  const origin = process.env.PUBLIC_ORIGIN;
  setEnv({ PUBLIC_ORIGIN: "https://shop.example.com" });
  const names = (await cookiesSet()).map((cookie) => cookie.split("=")[0] ?? "");
  setEnv({ PUBLIC_ORIGIN: origin });
  const { paragraphs = [] } = legalDocuments(locale).privacy.sections.find(({ id }) => id === "privacy-cookies") ?? {};
  const cookieTexts = paragraphs.filter((paragraph) => paragraph.includes("__Host-")).join();
  const plain = ["ulan", "scripts", "read", "seen", "styles", "assets", "steps", "saved", "compare"];
  for (const name of names) {
    const [, prefix = "", bare = ""] = /^(__Host-)?(.+)$/.exec(name) ?? [];
    expect(cookieTexts.includes(bare), name).toBe(prefix !== "");
    expect(plain.includes(bare), name).toBe(prefix === "");
  }
});

test.each([
  ["agreement", "el_GR", "使用者協議 – 子午線雲算力", "版本 1.2，日期 2021-08-06 16:30:50"],
  ["agreement", "en_US", "User agreement – Meridian Cloud Hashrate", "Version 1.2, dated 2021-08-06 16:30:50"],
  ["privacy", "el_GR", "隱私權政策 – 子午線雲算力", "版本 1.6"],
  ["privacy", "en_US", "Privacy policy – Meridian Cloud Hashrate", "Version 1.6"],
] as const)("the %s in %s: its title, version and date, and no script", async (name, locale, title, edition) => {
  const { status, html, headers } = await open(name, locale);
  expect(status).toBe(200);
  expect(titleOf(html)).toBe(title);
  expect(all(html, "h1")).toHaveLength(1);
  expect(textOf(main(html))).toContain(edition);
  expect(only(html, "meta[name=description]").attr("content")).toMatch(/.{20}/);
  expect(html).not.toMatch(/<script|modulepreload/);
  expect(headers.get("content-security-policy")).toContain("script-src 'none'");
});

test.each(LOCALES)(
  "the table of contents links to every section, sections link back, and the documents link to each other: %s",
  async (locale) => {
    for (const [name, other] of [
      ["agreement", "privacy"],
      ["privacy", "agreement"],
    ] as const) {
      const { html } = await open(name, locale);
      const contents = only(html, "nav.contents");
      const { sections } = legalDocuments(locale)[name];
      expect(linksOf(contents)).toEqual(sections.map(({ id, heading }) => ({ href: `#${id}`, text: heading })));
      for (const { id, heading } of sections) expect(textsOf(html, `h2#${id}`)).toEqual([heading]);
      expect(all(html, "h2#contents")).toHaveLength(1);
      expect(linksOf(html).filter(({ href }) => href === "#contents")).toHaveLength(1);
      expect(linksOf(html).map(({ href }) => href)).toContain(PATHS[other]);
      expect(attributesOf(html, "a[aria-current=page]", "href")).toContain(PATHS[name]);
      expect(linksOf(main(html)).map(({ href }) => href)).toContain("/LeavingMessage");
      expect(linksOf(main(html)).map(({ href }) => href)).toContain("mailto:support@example.com");
    }
  },
);

describe("a legal text of the operator", () => {
  const own = (words: string) =>
    `---\ndate: 2026-01-31\nversion: 7\n---\n${words}\n\n## 1. <One> & all\n\n### Fees\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`;
  const files = {
    "legal/agreement.el_GR.md": own("# 我們的條款\n\n請先閱讀。"),
    "legal/agreement.en_US.md": own("# Our terms\n\nRead this first."),
  };

  test("is shown on its page with date and version", async () => {
    const before = (await open("agreement", "en_US")).html;
    showContent(files);
    const { html, status } = await open("agreement", "en_US");
    expect([status, titleOf(html)]).toEqual([200, expect.stringMatching(/^Our terms/)]);
    expect(textOf(main(html))).toContain("Version 7, dated 2026-01-31");
    expect(textOf(main(html))).toContain("Read this first.");
    expect(linksOf(sourceOf(html, "main .contents"))).toEqual([{ href: "#agreement-1", text: "1. <One> & all" }]);
    expect(only(html, "main h2#agreement-1").text()).toBe("1. <One> & all");
    expect(textsOf(html, "main .prose h3")).toEqual(["Fees"]);
    expect(only(html, "main .prose section").attr("aria-label")).toBe("1. <One> & all");
    expect(textOf(main((await open("agreement", "el_GR")).html))).toContain("版本 7，日期 2026-01-31");
    setContent(undefined);
    expect((await open("agreement", "en_US")).html).toBe(before);
  });
});
