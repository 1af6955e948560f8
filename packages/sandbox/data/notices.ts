import type { Both } from "../values";

/** A notice of the operator, with HTML as its content. */
export interface Notice {
  /** The age in days at the time of seeding. */
  daysAgo: number;
  title: Both;
  content: Both;
}

/** Notices of both tests and demo. */
const SHARED: readonly Notice[] = [
  {
    daysAgo: 0.2,
    title: {
      el_GR: "雲算力新品「Filecoin 旗艦雲算力 540 天」正式開售",
      en_US: "Now on sale: Filecoin Flagship Power, 540 days",
    },
    content: {
      el_GR:
        '<h2>新品開售</h2><p>「<strong>Filecoin 旗艦雲算力 540 天</strong>」已於今日開放購買，每 TB <b>15.5 USDT</b>。</p><ul><li>最低購買 1 TB</li><li>服務費 20%</li><li>次日入帳（T+1）</li></ul><p>詳情請見<a href="/PowerProductDetail/1001">產品頁面</a>。</p>',
      en_US:
        '<h2>New product</h2><p><strong>Filecoin Flagship Power, 540 days</strong> is on sale from today at <b>15.5 USDT</b> per TB.</p><ul><li>From 1 TB</li><li>Service fee 20%</li><li>Credited the next day (T+1)</li></ul><p>See the <a href="/PowerProductDetail/1001">product page</a>.</p>',
    },
  },
  {
    daysAgo: 1.1,
    title: { el_GR: "系統例行維護公告", en_US: "Scheduled maintenance" },
    content: {
      el_GR:
        "<p>為提供更穩定的服務，系統將進行例行維護。</p><table><thead><tr><th>項目</th><th>時間（UTC+8）</th></tr></thead><tbody><tr><td>儲值與提領</td><td>02:00–04:00</td></tr><tr><td>雲算力購買</td><td>03:00–03:30</td></tr></tbody></table><p>維護期間<em>產出計算不受影響</em>。</p>",
      en_US:
        "<p>We will carry out routine maintenance at the times below.</p><table><thead><tr><th>Service</th><th>Time (UTC+8)</th></tr></thead><tbody><tr><td>Deposits and withdrawals</td><td>02:00–04:00</td></tr><tr><td>Purchases</td><td>03:00–03:30</td></tr></tbody></table><p>Output <em>is still counted</em> during maintenance.</p>",
    },
  },
  {
    daysAgo: 2.4,
    title: { el_GR: "關於防範假冒客服詐騙的提醒", en_US: "Beware of fake support" },
    content: {
      el_GR:
        "<p>近期有不法人士假冒我們的客服，請務必留意：</p><ol><li>我們<strong>絕不會</strong>索取您的密碼或驗證碼。</li><li>請只使用官方網站與應用程式。</li><li>如有疑問，請透過「聯絡我們」查證。</li></ol><blockquote><p>任何要求轉帳至「安全帳戶」的訊息都是詐騙。</p></blockquote>",
      en_US:
        "<p>Fraudsters are pretending to be our support team. Remember:</p><ol><li>We <strong>never</strong> ask for your password or a code.</li><li>Use only the official site and app.</li><li>When in doubt, ask us through the contact form.</li></ol><blockquote><p>Any message that asks you to move money to a “safe account” is a scam.</p></blockquote>",
    },
  },
  {
    daysAgo: 5.6,
    title: { el_GR: "十月份產出已入帳", en_US: "Output for October has been credited" },
    content: {
      el_GR: '<p>十月份全部產品的產出已入帳，請前往<a href="/Assets">我的資產</a>查看。</p>',
      en_US: '<p>Output for October has been credited for all products. See <a href="/Assets">My assets</a>.</p>',
    },
  },
  {
    daysAgo: 8.2,
    title: { el_GR: "新加坡資料中心擴充完成", en_US: "Singapore data centre: second hall open" },
    content: {
      el_GR:
        '<h3>擴充完成</h3><p>新加坡資料中心第二期已啟用，新增 <strong>60\u00a0P</strong> 儲存算力。</p><p><img src="/images/data-centre.svg" alt="資料中心" width="600" height="400"></p>',
      en_US:
        '<h3>Expansion complete</h3><p>The second hall of our Singapore data centre is in service and adds <strong>60\u00a0P</strong> of storage power.</p><p><img src="/images/data-centre.svg" alt="Data centre" width="600" height="400"></p>',
    },
  },
  {
    daysAgo: 12.5,
    title: { el_GR: "XCH 儲值暫停通知", en_US: "XCH deposits are suspended" },
    content: {
      el_GR: "<p>因 Chia 網路升級，<strong>XCH</strong> 儲值暫停，恢復時間另行公告。提領不受影響。</p>",
      en_US:
        "<p>Because of a Chia network upgrade, <strong>XCH</strong> deposits are suspended until further notice. Withdrawals are not affected.</p>",
    },
  },
  {
    daysAgo: 16.8,
    title: { el_GR: "身分驗證流程更簡便", en_US: "Identity verification made simpler" },
    content: {
      el_GR:
        "<p>身分驗證現已支援護照與駕照，審核時間縮短至<u>一個工作天內</u>。</p><hr><p>驗證通過後資料不可修改，請仔細填寫。</p>",
      en_US:
        "<p>Passports and driving licences are accepted, and the review now takes <u>up to one working day</u>.</p><hr><p>Details can’t be changed once they’re verified, so check them first.</p>",
    },
  },
  {
    daysAgo: 31,
    title: { el_GR: "託管礦機月度維運報告", en_US: "Hosted miners: monthly report" },
    content: {
      el_GR:
        "<p>本月平均上線率 <strong>99.4%</strong>，故障處理平均時長 3.2 小時。</p><pre>上線  99.4%\n離線   0.4%\n維修   0.2%</pre>",
      en_US:
        "<p>Hosted miners were online <strong>99.4%</strong> of the month. A repair took 3.2 hours on average.</p><pre>online  99.4%\noffline  0.4%\nrepair   0.2%</pre>",
    },
  },
  {
    daysAgo: 40,
    title: { el_GR: "USDT 新增 BEP20 儲值網路", en_US: "USDT deposits on BEP20" },
    content: {
      el_GR:
        "<p>USDT 現已支援 <strong>BEP20</strong> 網路儲值，最低 10 USDT。請務必選擇正確的網路，否則資產將無法找回。</p>",
      en_US:
        "<p>USDT can now be deposited on <strong>BEP20</strong>, from 10 USDT. Choose the right network: coins sent on another one can’t be recovered.</p>",
    },
  },
  {
    daysAgo: 90,
    title: { el_GR: "子午線雲算力正式上線", en_US: "Meridian is open" },
    content: {
      el_GR: "歡迎使用子午線雲算力。算力按 TB 計價，礦機由我們的資料中心託管。",
      en_US:
        "Welcome to Meridian Cloud Hashrate: computing power by the terabyte, and miners hosted in our data centres.",
    },
  },
];

/** Further notices for tests: harmful HTML, a title that is markup, a long text, an external link. */
const TEST_ONLY: readonly Notice[] = [
  {
    daysAgo: 22,
    title: { el_GR: "邀請好友活動規則調整", en_US: "Changes to the invitation programme" },
    content: {
      el_GR:
        '<p>邀請活動規則自即日起調整：</p><ul><li>好友首次購買後，邀請關係永久有效</li><li>獎勵於次月 5 日發放</li></ul><p style="position:fixed;top:0;left:0;width:100%;height:100%;background:red">請勿覆蓋整個畫面。</p>',
      en_US:
        '<p>The rules change from today:</p><ul><li>An invitation lasts for good once your friend has bought</li><li>Rewards are paid on the 5th of the next month</li></ul><p style="position:fixed;top:0;left:0;width:100%;height:100%;background:red">This must not cover the screen.</p>',
    },
  },
  {
    daysAgo: 58,
    title: { el_GR: "使用者協議更新公告", en_US: "The user agreement has been updated" },
    content: {
      el_GR:
        '<p>使用者協議已更新，繼續使用即視為接受。</p><p>完整內容請見<a href="https://example.com/agreement" target="_blank">使用者協議</a>。</p>',
      en_US:
        '<p>The user agreement has been updated; using the service further means accepting it.</p><p>Read the <a href="https://example.com/agreement" target="_blank">agreement</a>.</p>',
    },
  },
  {
    daysAgo: 75,
    title: {
      el_GR: "關於平台十週年系列活動、資料中心開放參觀報名、以及下半年度產品規劃與服務升級安排的綜合公告",
      en_US:
        "Our tenth year: open days at the data centres, what we plan for the second half, and how the service will improve",
    },
    content: {
      el_GR: `<p>${"感謝您一路以來的支持。我們將持續投入資料中心、散熱與能源效率。".repeat(12)}</p>`,
      en_US: `<p>${"Thank you for being with us. We go on investing in data centres, cooling and energy efficiency. ".repeat(12)}</p>`,
    },
  },
  {
    daysAgo: 88,
    title: {
      el_GR: '<b>標題</b>測試 & "引號" <script>alert(1)</script>',
      en_US: '<b>Title</b> with & and "quotes" <script>alert(1)</script>',
    },
    content: {
      el_GR:
        '<p onclick="alert(1)">此公告的內容帶有不該執行的程式碼。</p><script>document.title=\'owned\'</script><img src="x" onerror="document.title=\'owned\'"><a href="javascript:document.title=\'owned\'">請點這裡</a><style>body{display:none}</style><iframe src="https://evil.example"></iframe><svg onload="document.title=\'owned\'"></svg>',
      en_US:
        '<p onclick="alert(1)">This notice carries code that must not run.</p><script>document.title=\'owned\'</script><img src="x" onerror="document.title=\'owned\'"><a href="javascript:document.title=\'owned\'">Click here</a><style>body{display:none}</style><iframe src="https://evil.example"></iframe><svg onload="document.title=\'owned\'"></svg>',
    },
  },
];

/** The demo has these in place of the tests' own notices. */
const DEMO_ONLY: readonly Notice[] = [
  {
    daysAgo: 22,
    title: { el_GR: "邀請好友活動規則調整", en_US: "Changes to the invitation programme" },
    content: {
      el_GR:
        '<p>邀請活動規則自即日起調整：</p><ul><li>好友首次購買後，邀請關係永久有效</li><li>獎勵於次月 5 日發放</li></ul><p>您的邀請碼與連結在<a href="/InvitationCode">邀請好友</a>頁面。</p>',
      en_US:
        '<p>The rules change from today:</p><ul><li>An invitation stays valid once your friend has made a first purchase</li><li>Rewards are paid on the 5th of the following month</li></ul><p>Find your code and link under <a href="/InvitationCode">Invite friends</a>.</p>',
    },
  },
  {
    daysAgo: 58,
    title: { el_GR: "購買前請閱讀使用者協議", en_US: "Read the user agreement before you buy" },
    content: {
      el_GR: '<p>購買前請閱讀<a href="/UserAgreement">使用者協議</a>：交易一經執行即不可撤銷。修改會刊登在這裡。</p>',
      en_US:
        '<p>Read the <a href="/UserAgreement">user agreement</a> before you buy: an executed transaction can’t be revoked. We post changes to it here.</p>',
    },
  },
  {
    daysAgo: 75,
    title: { el_GR: "資料中心開放參觀，即日起報名", en_US: "Open days at our data centres" },
    content: {
      el_GR:
        '<p>為感謝您的支持，我們將開放台北與新加坡的資料中心，由工程師帶您參觀機房、散熱與監控系統。</p><ul><li>每場 20 人，約 90 分鐘</li><li>請攜帶有照片的身分證件</li></ul><p>請透過<a href="/LeavingMessage">聯絡我們</a>報名，並註明城市與人數。</p>',
      en_US:
        '<p>To thank you for your support, we are opening our data centres in Taipei and Singapore. Our engineers will show you the halls, the cooling and the control room.</p><ul><li>20 visitors a tour, about 90 minutes</li><li>Bring photo identification</li></ul><p>To book, <a href="/LeavingMessage">contact us</a> with the city and the number of visitors.</p>',
    },
  },
];

const newestFirst = (notices: readonly Notice[]) => [...notices].sort((a, b) => a.daysAgo - b.daysAgo);

export const NOTICES = newestFirst([...SHARED, ...TEST_ONLY]);
export const DEMO_NOTICES = newestFirst([...SHARED, ...DEMO_ONLY]);
