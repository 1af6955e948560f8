import { describe, expect, test } from "vitest";
import { legalDocuments } from "~/i18n/legal.server";

const whole = (locale: "el_GR" | "en_US", name: "agreement" | "privacy") =>
  JSON.stringify(legalDocuments(locale)[name]);

/** Every statement of spec section 1, by a word of it in each language. */
const AGREEMENT: [statement: string, el_GR: RegExp, en_US: RegExp][] = [
  ["it is dated 2021-08-06 16:30:50", /2021-08-06 16:30:50/, /2021-08-06 16:30:50/],
  ["the provider sells cloud hashrate services", /銷售雲端算力服務/, /sell cloud hashrate services/],
  [
    "it does not buy or sell digital currency itself",
    /不買賣數位貨幣/,
    /do not buy or sell digital currency ourselves/,
  ],
  [
    "users may browse real-time prices and information",
    /瀏覽即時價格與相關資訊/,
    /browse real-time prices and information/,
  ],
  ["users may buy hashrate services", /購買算力服務/, /buy hashrate services/],
  [
    "users may check member account information",
    /查看您的會員帳戶資訊/,
    /check the information of your member account/,
  ],
  ["users may join activities under published rules", /依本平台公布的規則.*活動/, /rules that we publish.*activities/],
  ["executed transactions are irrevocable", /一經執行即不可撤銷/, /has been executed cannot be revoked/],
  [
    "contracts may be liquidated regardless of profit or loss",
    /平倉，不論當時是盈利或虧損/,
    /liquidate contracts .*regardless of profit or loss/,
  ],
  ["one account for each person", /每個人只能註冊一個帳號/, /may register only one account/],
  [
    "registration data must be legal, authentic, accurate, complete, up to date",
    /合法、真實、正確、完整.*更新/,
    /legal, authentic, accurate and complete.*up to date/,
  ],
  [
    "it takes effect on agreeing and completing registration",
    /按下「同意並註冊」並完成註冊/,
    /click “Agree and register” and complete your registration/,
  ],
  [
    "terms change by posting in the Announcement Center",
    /在「公告」中公布/,
    /posting the change in the Announcement Center/,
  ],
  ["continued use is acceptance", /繼續使用本網站，即表示接受/, /continue to use this site after that, you accept/],
  [
    "accounts may be restricted, suspended or cancelled",
    /限制、暫停或註銷帳號/,
    /restrict, suspend or cancel accounts/,
  ],
  ["non-compliant content is deleted without notice", /不經事先通知，刪除/, /delete content .*without notice/],
  ["services may end", /終止全部或部分服務/, /end all or part of our services/],
  [
    "disputes are mediated by the provider's own judgment",
    /依本平台自己的判斷進行調解/,
    /mediate disputes .*by our own judgment/,
  ],
  [
    "notices by page, in-site mail, e-mail, phone, SMS or letter",
    /網頁公告、站內信、電子郵件、電話、簡訊或信件/,
    /announcements on our pages, in-site mail, e-mail, phone calls, SMS or letters/,
  ],
  [
    "fees may be adjusted: top-up, withdrawal, transaction",
    /調整儲值、提領與交易的費用/,
    /adjust the fees for top-ups, withdrawals and transactions/,
  ],
  ["a free promotion period may end", /結束免費優惠期間/, /end a free promotion period/],
  [
    "negotiation first, then a court where the provider is located",
    /先協商解決.*營運方所在地的法院/,
    /by negotiation.*court where the provider is located/,
  ],
  ["Chinese court jurisdiction is mentioned", /中國法院/, /Chinese courts/],
  ["18 or older", /年滿 18 歲/, /18 or older/],
];
const PRIVACY: [statement: string, el_GR: RegExp, en_US: RegExp][] = [
  ["e-mail", /電子信箱/, /e-mail address/],
  ["phone number", /電話號碼/, /phone number/],
  ["password", /密碼/, /password/],
  ["encrypted wallet address", /加密的錢包地址/, /encrypted wallet address/],
  ["log data", /IP 位址、瀏覽器、瀏覽的頁面，以及瀏覽的時間/, /IP address, browser, pages visited, and the times/],
  ["cookies are used", /使用 Cookie/, /uses cookies/],
  ["promotional e-mails can be unsubscribed from", /隨時可以退訂/, /unsubscribe from them at any time/],
  ["users under 18 must not use the site", /未滿 18 歲的人不得使用/, /Nobody under 18 may use/],
  ["EEA residents have stated rights", /歐洲經濟區（EEA）/, /European Economic Area/],
  ["risk notice on high-risk digital currency", /數位貨幣具有高風險/, /Digital currency carries a high risk/],
  ["Cayman Islands law governs", /開曼群島法律/, /law of the Cayman Islands/],
  ["the other reading: Chinese courts", /中國法院/, /Chinese courts/],
];

describe.each([
  ["agreement", AGREEMENT],
  ["privacy", PRIVACY],
] as const)("the %s says", (name, statements) => {
  test.each(statements)("%s", (_, el_GR, en_US) => {
    expect(whole("el_GR", name)).toMatch(el_GR);
    expect(whole("en_US", name)).toMatch(en_US);
  });
});

test.each(["el_GR", "en_US"] as const)("every section has a heading, a text and an id of its own: %s", (locale) => {
  const { agreement, privacy } = legalDocuments(locale);
  const sections = [...agreement.sections, ...privacy.sections];
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  for (const { heading, paragraphs, points = ["-"] } of sections) {
    for (const text of [heading, ...paragraphs, ...points]) expect(text.trim()).not.toBe("");
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
  }
});

test("no fee, price or other business figure is promised", () => {
  for (const locale of ["el_GR", "en_US"] as const) {
    const text = whole(locale, "agreement") + whole(locale, "privacy");
    expect(text).not.toMatch(/\d\s*(?:%|USDT|USD|元)/);
  }
});
