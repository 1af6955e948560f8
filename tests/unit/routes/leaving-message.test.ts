import { expect, test, vi } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { getText } from "~server/texts/text";
import * as route from "~/routes/LeavingMessage/route";
import { SOCIAL_TYPES } from "~server/specification";
import { areaCodes, isAreaCode } from "~server/contact/area-codes";
import { countries } from "~server/upstream/site";
import { isPhone, plainPhone } from "~server/contact/phone";
import { env } from "~server/env";
import { type Fault } from "@storefront/sandbox/start";
import { readSession } from "~server/session/session";
import { browserAt } from "../../support/documents";
import { all, attributesOf, formOf, linksOf, only, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { useUpstream } from "../../support/upstream";
import { formRequest, pageRequest } from "../../support/requests";
import { signedIn } from "../../support/signed-in";
import { newAddress } from "../../support/route-args";
import { refusalOf, Visitor } from "../../support/visitor";
import { validEnquiry } from "../../support/valid-forms";

const PAGE = "/LeavingMessage";
const CALL = "originClueCollect";
const GOOD = validEnquiry();
const t = getText("en_US");

const sandbox = await useUpstream();

const visit = (locale?: "el_GR" | "en_US") => new Visitor(route, locale);
const sent = async () => (await sandbox.requests(CALL)).map(({ body }) => body as Record<string, unknown>);
const ownUrl = (path: string) => env().PUBLIC_ORIGIN + path;
const location = ({ status, headers }: Response) => [status, headers.get("location")];
const SENT_PATH = `${PAGE}?step=sent`;
const main = (html: string) => sourceOf(html, "main");
const questionIn = (html: string) => textsOf(html, "textarea").join();

test("an accepted message is sent as name, tel, email, social, message, url; a 303 leads to a confirmation", async () => {
  const visitor = visit();
  expect(location(await visitor.submit(PAGE, GOOD))).toEqual([303, SENT_PATH]);
  expect(await visitor.toast(), "the confirmation appears once").toBeNull();
  expect(await sent()).toEqual([
    {
      name: "Wang Xiaoming",
      tel: "+86-13812345678",
      email: "ming@example.com",
      social: "WeChat-ming_86",
      message: "How do I start?",
      url: ownUrl(PAGE),
    },
  ]);
  const [request] = await sandbox.requests(CALL);
  expect(request?.headers).toMatchObject({ "exchange-language": "en_US", "exchange-client": "pc" });
  expect(request?.headers["exchange-token"]).toBeUndefined();
});

test.each(SOCIAL_TYPES)('the social handle is prefixed with the type and "-": %s', async (socialType) => {
  expect((await visit().submit(PAGE, { ...GOOD, socialType, socialAccount: "@a-b" })).status).toBe(303);
  expect((await sent())[0]).toMatchObject({ social: `${socialType}-@a-b` });
});

test.each([
  ["86", "+86 138-1234 5678", "+86-13812345678"],
  ["1.124", "(604) 555-0123", "+1-6045550123"],
  ["44.826", "07911 123456", "+44-7911123456"],
  // The pattern of mainland numbers is accepted with every area code.
  ["852", "13812345678", "+852-13812345678"],
])('the phone is prefixed with "+", the area code and "-": %s, %s', async (areaCode, tel, expected) => {
  expect((await visit().submit(PAGE, { ...GOOD, areaCode, tel })).status).toBe(303);
  expect((await sent())[0]).toMatchObject({ tel: expected });
});

test("the message keeps its lines, and is trimmed of spaces and direction marks", async () => {
  const message = " 第一行\r\n<b>second</b>\u0000 \u202eline ";
  await visit().submit(PAGE, { ...GOOD, name: " 王 \n 小明 ", email: " ming@example.com ", message });
  expect((await sent())[0]).toMatchObject({
    name: "王 小明",
    email: "ming@example.com",
    message: "第一行\n<b>second</b> line",
  });
});

const PHONE = "errors.phoneInvalid";
const EMAIL = "errors.contactEmailInvalid";
const tooLong = (max: number) => JSON.stringify(["errors.tooLong", { max }]);
const LONG = JSON.stringify(["LeavingMessage.messageLong", { max: 1000 }]);

test.each([
  ["no name", { name: " " }, { name: ["LeavingMessage.nameRequired"] }],
  ["a name of 61 characters", { name: "𠮷".repeat(61) }, { name: [tooLong(60)] }],
  ["no area code", { areaCode: "" }, { areaCode: ["LeavingMessage.areaCodeRequired"] }],
  ["an area code that does not exist", { areaCode: "999" }, { areaCode: ["LeavingMessage.areaCodeRequired"] }],
  ["an invalid area code", { areaCode: "<b>" }, { areaCode: ["LeavingMessage.areaCodeRequired"] }],
  ["a phone number of dashes", { tel: "--" }, { tel: ["LeavingMessage.telRequired"] }],
  ["a landline number for +86", { tel: "1012345678" }, { tel: [PHONE] }],
  ["a number impossible in the United States", { areaCode: "1", tel: "555" }, { tel: [PHONE] }],
  ["a blank e-mail", { email: "  " }, { email: ["errors.emailRequired"] }],
  ["an e-mail without a domain", { email: "a@b" }, { email: [EMAIL] }],
  ["an e-mail of 255 characters", { email: `${"a".repeat(243)}@example.com` }, { email: [EMAIL] }],
  ["no social type", { socialType: "" }, { socialType: ["LeavingMessage.socialTypeRequired"] }],
  ["another social type", { socialType: "ICQ" }, { socialType: ["LeavingMessage.socialTypeRequired"] }],
  ["no handle", { socialAccount: "" }, { socialAccount: ["LeavingMessage.socialAccountRequired"] }],
  ["no question", { message: "\n" }, { message: ["LeavingMessage.messageRequired"] }],
  ["a question of 1001 characters", { message: "問".repeat(1001) }, { message: [LONG] }],
])("%s: 422 with its message, all input is kept, and nothing is sent", async (_, fields, errors) => {
  const refusal = await refusalOf(await visit().submit(PAGE, { ...GOOD, ...fields }));
  expect(refusal.status).toBe(422);
  expect(refusal.errors).toEqual(errors);
  const typed = Object.entries({ ...GOOD, ...fields }).filter(([, value]) => value !== "");
  expect(refusal.values).toMatchObject(Object.fromEntries(typed));
  expect(await sandbox.calls(CALL)).toBe(0);
});

test("a question may have 1000 characters with any line endings", async () => {
  const message = `${"問".repeat(997)}\r\n\r\n!`;
  expect((await visit().submit(PAGE, { ...GOOD, message })).status).toBe(303);
});

test("a rejected form shows all errors at once, with a summary that links to the fields", async () => {
  const [phone, email] = ["This is not a valid phone number.", "This is not a valid email address."];
  const browser = browserAt(pages, "en_US");
  const wrong = { ...GOOD, name: "", tel: "123", email: "a@b", socialType: "Skype", message: 'A "<b>" & more' };
  const page = await browser.submit(PAGE, wrong, await browser.open(PAGE));
  expect(page.status).toBe(422);
  const summary = only(page.html, "div.summary");
  expect(linksOf(summary)).toEqual([
    { href: "#enquiry-name", text: "Name: Enter your name." },
    { href: "#enquiry-tel", text: `Phone number: ${phone}` },
    { href: "#enquiry-email", text: `Email address: ${email}` },
  ]);
  for (const [id, words] of [
    ["enquiry-tel", phone],
    ["enquiry-email", email],
  ] as const) {
    expect(textsOf(page.html, `.field-error#${id}-error`)).toEqual([words]);
    expect(all(page.html, `input#${id}[aria-invalid=true][aria-describedby~="${id}-error"]`)).toHaveLength(1);
  }
  expect(formOf(page.html, "[name=tel]").fields).toMatchObject({ tel: "123", areaCode: "86", socialType: "Skype" });
  expect(questionIn(page.html)).toBe('A "<b>" & more');
  expect(titleOf(page.html)).toMatch(/^Error: /);
});

test("the upstream's rejection is a form error, and all input is kept", async () => {
  await sandbox.fail(CALL, { kind: "error", code: 40009, msg: "Too many <b>enquiries</b> today" });
  const refusal = await refusalOf(await visit().submit(PAGE, GOOD));
  const message = JSON.stringify(["errors.server", { message: "Too many <b>enquiries</b> today" }]);
  expect(refusal).toMatchObject({ status: 422, errors: { "": [message] }, values: { message: GOOD.message } });
});

test.each<Fault>([
  { kind: "lost" },
  { kind: "hang" },
  { kind: "gateway", status: 502, body: { code: 40001, msg: "10.0.0.7 is down" } },
])(
  "without a response ($kind): 503, the page says that it may have arrived, the input is kept, and it is sent once",
  async (fault) => {
    await failAtDeadline(sandbox, CALL, fault);
    const visitor = visit();
    const { token } = await visitor.read<{ token: string }>(PAGE);
    const refusal = await refusalOf(await visitor.post(PAGE, { ...GOOD, csrf: token }));
    const errors = { "": [fault.kind === "hang" ? "errors.late" : "errors.network", "LeavingMessage.unknown"] };
    expect(refusal).toMatchObject({ status: 503, errors, values: { tel: GOOD.tel, message: GOOD.message } });
    expect(await sandbox.calls(CALL)).toBe(1);
    await sandbox.heal();
    vi.restoreAllMocks();
    expect((await visitor.post(PAGE, { ...GOOD, csrf: token })).status).toBe(303);
  },
);

test("the confirmation promises no time, has links, and is shown again after a reload", async () => {
  const browser = browserAt(pages, "en_US");
  const { html } = await browser.open(`${PAGE}?from=/Index/Miner`);
  const csrf = formOf(html, "[name=tel]").fields.csrf;
  const response = await browser.post(`${PAGE}?from=/Index/Miner`, { ...GOOD, csrf });
  for (const page of [await browser.open(response.location ?? ""), await browser.open(response.location ?? "")]) {
    expect(page.status).toBe(200);
    expect(textsOf(page.html, "[role=status] h2")).toEqual([t("toasts.messageSent")]);
    expect(textOf(page.html).split(t("toasts.messageSent"))).toHaveLength(2);
    expect(page.html).not.toMatch(/name="tel"|class="toast/);
    expect(linksOf(main(page.html)).map(({ href }) => href)).toEqual([
      "/Index/Miner",
      "/Index/Power",
      `${PAGE}?from=%2FIndex%2FMiner`,
    ]);
    expect(textOf(main(page.html))).not.toMatch(/hour|day|soon/);
  }
});

test("without cookies the form says that it was sent, and a repeat sends nothing", async () => {
  const opened = await pages(pageRequest(PAGE));
  const fields = { ...GOOD, csrf: formOf(await opened.text(), "[name=tel]").fields.csrf ?? "" };
  for (const response of [await pages(formRequest(PAGE, fields)), await pages(formRequest(PAGE, fields))]) {
    const html = await response.text();
    expect([response.status, titleOf(html)]).toEqual([200, expect.not.stringMatching(/Error|錯誤/)]);
    expect(textsOf(html, "[role=status] h2")).toEqual([getText("el_GR")("toasts.messageSent")]);
    expect(html).not.toMatch(/name="tel"|class="summary/);
  }
  expect(await sandbox.calls(CALL)).toBe(1);
});

test("the confirmation's URL shows the form to a visitor who has sent nothing", async () => {
  const { html } = await browserAt(pages, "en_US").open(SENT_PATH);
  expect(html).toContain('name="tel"');
  expect(textOf(html)).not.toContain(t("toasts.messageSent"));
});

test.each(LOCALES)(
  "if the hidden field is filled in, nothing is sent, and the returned form lacks it: %s",
  async (locale) => {
    const browser = browserAt(pages, locale);
    const refused = await browser.submit(PAGE, { ...GOOD, subject: "Cheap watches" }, await browser.open(PAGE));
    expect([refused.status, await sandbox.calls(CALL)]).toEqual([422, 0]);
    expect(textOf(refused.html)).toContain(getText(locale)("LeavingMessage.hiddenFilled"));
    expect(questionIn(refused.html)).toBe(GOOD.message);
    expect(refused.html, "otherwise a password manager would fill it in again").not.toContain('name="subject"');
    await browser.submit(PAGE, GOOD, refused);
    expect(await sandbox.calls(CALL)).toBe(1);
  },
);

test("the hidden field is invisible, skipped by assistive technology, and empty in a rejected form", async () => {
  const browser = browserAt(pages, "en_US");
  const fields = { ...GOOD, tel: "1", subject: "Cheap watches" };
  const { html } = await browser.submit(PAGE, fields, await browser.open(PAGE));
  const field = only(html, ".visually-hidden[aria-hidden=true] input");
  const shown = { id: "enquiry-subject", name: "subject", type: "text", tabindex: "-1", autocomplete: "off" };
  expect(field.attr()).toEqual(shown);
  expect(textOf(field.prev("label"))).toBe("Leave this empty");
  expect(html).not.toContain("Cheap watches");
});

test("one address may send ten enquiries in ten minutes, even of 40 at once with different e-mails", async () => {
  const office = newAddress();
  const rush = () =>
    Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        new Visitor(route, "en_US", office).submit(PAGE, { ...GOOD, email: `made-up-${n}@example.com` }),
      ),
    );
  const posts = await rush();
  expect(await sandbox.calls(CALL)).toBe(10);
  const limited = posts.find(({ status }) => status === 429);
  expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(500);
  expect(limited && (await refusalOf(limited))).toMatchObject({ values: { message: GOOD.message } });
  expect((await visit().submit(PAGE, GOOD)).status, "another address").toBe(303);
});

const OWN = () => env().PUBLIC_ORIGIN;
const NO_PAGE = ["/LeavingMessage", "/Index/Home"] as const;

/** The query, the Referer, the url that is sent, and the link back from the confirmation. */
test.each([
  ["?from=", "?from=/Index/AboutUs", "", "/Index/AboutUs", "/Index/AboutUs"],
  ["the Referer", "", "/Index/Miner?page=2#m-3", "/Index/Miner", "/Index/Miner"],
  ["?from= before the Referer", "?from=/Notice", "/Assets", "/Notice", "/Notice"],
  ["a notice, by id", "", "/NoticeDetail?id=13&content=x", "/NoticeDetail?id=13", "/NoticeDetail?id=13"],
  ["a comparison", "", "/Compare?ids=1001%2C1002", "/Compare?ids=1001,1002", "/Compare?ids=1001,1002"],
  ["an order", "", "/MyOrder/2026112400001", "/MyOrder/2026112400001", "/MyOrder/2026112400001"],
  ["an order's page, not its file", "", "/MyOrder/1.ics", ...NO_PAGE],
  ["a sign-in, without the account", "", "/Login/me@example.com", "/Login", "/Login"],
  [
    "a registration, which keeps its next step",
    "",
    "/Register?inviteCode=A%26b&redirectTo=%2FAssets&tel=5550100",
    "/Register",
    "/Register?inviteCode=A%26b&redirectTo=%2FAssets",
  ],
  [
    "a product, which keeps its quantity",
    "",
    "/PowerProductDetail/1001?buyAmount=7.5&tel=5550100",
    "/PowerProductDetail/1001",
    "/PowerProductDetail/1001?buyAmount=7.5",
  ],
  ["an invalid next step", "", "/Login?redirectTo=%2F%2Fevil.example&inviteCode=A&buyAmount=7", "/Login", "/Login"],
  ["its own page", "", "/LeavingMessage", ...NO_PAGE],
  ["a foreign Referer", "", "https://evil.example/Index/Miner", ...NO_PAGE],
  ["another site", "?from=https://evil.example/Notice", "", ...NO_PAGE],
  ["another site as a path", "?from=/.//evil.example", "", ...NO_PAGE],
  ["a script", "?from=javascript:alert(1)", "", ...NO_PAGE],
  ["markup", "?from=/PowerProductDetail/<b>now</b>", "", ...NO_PAGE],
  ["no page", "?from=/healthz", "", ...NO_PAGE],
])("`url` is an absolute URL of this site: %s", async (_, query, referer, expected, back) => {
  const visitor = visit();
  const headers: Record<string, string> = referer ? { Referer: new URL(referer, OWN()).href } : {};
  const { path, token } = await visitor.read<{ path: string; token: string }>(PAGE + query, { headers });
  // Like a browser: the form's page posts to its own address.
  const response = await visitor.post(path, { ...GOOD, csrf: token }, { headers: { Referer: OWN() + PAGE } });
  expect(response.status).toBe(303);
  const then = await visitor.read<{ isSent: boolean; back: string }>(response.headers.get("location") ?? "");
  expect(then).toMatchObject({ isSent: true, back });
  expect((await sent())[0]?.url).toBe(ownUrl(expected));
});

test("a Referer with an overlong host is not parsed", async () => {
  const parsed = vi.spyOn(URL, "canParse");
  const referer = `http://${"a".repeat(300)}/`;
  await visit().read(PAGE, { headers: { Referer: referer } });
  expect(parsed.mock.calls.flat()).not.toContain(referer);
});

test("?product= shows the product's title, and the question begins with it", async () => {
  const { html } = await browserAt(pages, "en_US").open(`${PAGE}?product=1001`);
  const title = textsOf(html, ".toast-info strong")[0];
  expect(title).toContain("Filecoin");
  expect(questionIn(html)).toContain(title);
  const visitor = visit();
  await visitor.submit(`${PAGE}?product=1001`, GOOD);
  expect((await sent())[0]?.url).toBe(ownUrl(`${PAGE}?product=1001`));
});

test("other texts in a URL are not shown", async () => {
  const names = ["product", "topic", "from", "message", "name", "email", "tel", "step", "subject", "areaCode"];
  for (const canary of ["canary", "<b>canary</b>", "/canary", "https://canary.example"]) {
    const query = new URLSearchParams(names.map((name) => [name, canary]));
    const page = await browserAt(pages, "en_US").open(`${PAGE}?${query.toString()}`);
    expect(page.status).toBe(200);
    // Only the form's action keeps the id, which may exist.
    expect(main(page.html).replace('action="/LeavingMessage?product=canary"', "")).not.toContain("canary");
    expect(all(page.html, 'a.bar-button[href="/Index/Home"]')).toHaveLength(1);
  }
  expect((await sandbox.requests("project_sku_detail")).map(({ body }) => body)).toEqual([{ productId: "canary" }]);
});

test("there are about 240 area codes in groups, the platform's first, with unique labels", async () => {
  for (const locale of ["en_US", "el_GR"] as const) {
    const { html } = await browserAt(pages, locale).open(PAGE);
    const select = only(html, "select[name=areaCode]");
    expect(all(select, "optgroup")).toHaveLength(2);
    const values = attributesOf(select, "option", "value");
    expect(values.length).toBeGreaterThanOrEqual(235);
    expect(new Set(values).size).toBe(values.length);
    const sent = (await countries({ locale })).map(({ areaCode }) => areaCode);
    const first = values.slice(0, sent.length + 1).map((value) => value?.split(".")[0]);
    expect(first, "a required list begins with an empty option").toEqual(["", ...sent]);
    expect(attributesOf(select, "[selected]", "value")).toEqual(["1"]);
    expect(textOf(select)).toContain(locale === "en_US" ? "Canada +1" : "加拿大 +1");
  }
});

test.each([
  ["not answering", { kind: "reset" }],
  ["an empty list", { kind: "answer", body: { code: 0, data: { "country-h5": [] } } }],
  [
    "a list without the default",
    { kind: "answer", body: { code: 0, data: [{ name: "Japan", areaCode: "81", numberCode: "392" }] } },
  ],
] satisfies [string, Fault][])("the default area code exists whatever the upstream sends: %s", async (_, fault) => {
  await sandbox.fail("kv", fault);
  for (const locale of ["en_US", "el_GR"] as const) {
    const { frequent, others } = await areaCodes(locale);
    expect(frequent.find(({ areaCode }) => areaCode === "1")).toEqual({
      value: "1",
      name: expect.stringMatching(/United States|美國/) as unknown,
      areaCode: "1",
    });
    const all = [...frequent, ...others];
    expect(all.find(({ areaCode }) => areaCode === "81")?.name).toMatch(/Japan|日本/);
    expect(all.length, "all codes, the upstream's first").toBeGreaterThanOrEqual(235);
    const first = fault.kind === "answer" && all[0]?.areaCode === "81" ? [] : ["886", "852", "86", "1"];
    expect(all.slice(0, first.length).map(({ areaCode }) => areaCode)).toEqual(first);
    expect(new Set(all.map(({ value }) => value)).size).toBe(all.length);
  }
});

test.each([
  ["el_GR", "Japan", "日本"],
  ["en_US", "日本", "Japan"],
] as const)("a country without a number has a name in the page's language: %s", async (locale, name, own) => {
  await sandbox.fail("kv", { kind: "answer", body: { code: 0, data: { "country-h5": [{ name, areaCode: "81" }] } } });
  const { frequent, others } = await areaCodes(locale);
  expect(frequent[0]).toEqual({ value: "81", name: own, areaCode: "81" });
  expect([...frequent, ...others].filter(({ areaCode }) => areaCode === "81")).toHaveLength(1);
});

test("without the upstream's list exactly the form's choices are accepted", async () => {
  await sandbox.fail("kv", { kind: "error", code: "1" });
  const { frequent, others } = await areaCodes("en_US");
  const offered = [...frequent, ...others].map(({ value }) => value);
  expect(await Promise.all(offered.map((value) => isAreaCode("en_US", value)))).toEqual(offered.map(() => true));
  // Ascension has an area code but no ISO number; 999 is not Japan's number.
  for (const areaCode of ["247", "999", "81.999", "81.", "1-684", "+81", " 81"]) {
    expect(offered).not.toContain(areaCode);
    expect(await isAreaCode("en_US", areaCode)).toBe(false);
    const page = await visit().submit(PAGE, { ...GOOD, areaCode, tel: "40000" });
    expect(page.status).toBe(422);
  }
  expect(await sent()).toEqual([]);
});

test("an area code that only the upstream knows can be chosen", async () => {
  const list = [{ name: "American Samoa", areaCode: "1-684", numberCode: "016" }];
  await sandbox.fail("kv", { kind: "answer", body: { code: 0, data: list } });
  expect((await visit().submit(PAGE, { ...GOOD, areaCode: "1-684", tel: "6331234" })).status).toBe(303);
  expect((await sent())[0]?.tel).toBe("+1-684-6331234");
});

test.each([
  ["86", "13800138000"],
  ["86", "8613800138000"],
  ["86", "008613800138000"],
  ["86", "00 86 138 0013 8000"],
  ["86", "＋８６　１３８－００１３－８０００"],
  ["86", "+86\u200b13800138000"],
  ["886", "886912345678", "912345678"],
  ["886", "00886 912 345 678", "912345678"],
  // This number begins with its area code.
  ["65", "65123456", "65123456"],
  ["1", "13800138000"],
])("a repeated country code is removed: +%s %s", (code, typed, phone = "13800138000") => {
  expect(plainPhone(typed, code)).toBe(phone);
});

test.each([
  ["81", "090-1234-5678", "9012345678"],
  ["44", "(020) 7946–0958", "2079460958"],
  ["44", "+44 (0)20 7946 0958", "2079460958"],
  ["61", "0412 345 678", "412345678"],
  ["49", "0151 12345678", "15112345678"],
  ["886", "0912 345 678", "912345678"],
  ["86", "0138 0013 8000", "13800138000"],
  ["7", "8 912 345-67-89", "9123456789"],
  ["36", "06 20 123 4567", "201234567"],
  // Here the zero is part of the number, or there is no trunk prefix.
  ["39", "06 1234 5678", "0612345678"],
  ["39", "312 345 6789", "3123456789"],
  ["852", "5123 4567", "51234567"],
  ["65", "8123 4567", "81234567"],
  ["999", "0123456", "0123456"],
  ["1-684", "06331234", "06331234"],
])("a trunk prefix is removed if the country has one: +%s %s", (code, typed, phone) => {
  expect(plainPhone(typed, code)).toBe(phone);
  if (code !== "1-684") expect(isPhone(code, phone)).toBe(true);
});

test("characters between digits are removed; for an unknown country code any digits are valid", () => {
  expect(plainPhone("+1 684 633 1234", "1-684")).toBe("6331234");
  expect(isPhone("999", "51234567")).toBe(true);
  expect(isPhone("999", "51")).toBe(false);
  expect(isPhone("999", "5123456x")).toBe(false);
  expect(isPhone("86", "51234567")).toBe(false);
});

test("with an expired session: signed out, 303 to /, and the input is kept", async () => {
  const { cookies } = await signedIn(sandbox);
  const visitor = visit();
  visitor.cookies.set("utoken", cookies.get("utoken") ?? "");
  await sandbox.fail(CALL, { kind: "error", code: 10002 }, { times: 1 });
  expect(location(await visitor.submit(PAGE, GOOD))).toEqual([303, "/"]);
  expect(await readSession(pageRequest("/", { cookies: visitor.cookies }))).toBeNull();
  expect(await visitor.toast()).toMatchObject({ key: "errors.sessionExpired" });
  const { typed } = await visitor.read<{ typed: Record<string, string> }>(PAGE);
  expect(typed).toMatchObject(GOOD);
  expect((await visitor.submit(PAGE, GOOD)).status).toBe(303);
  expect((await visitor.read<{ typed: Record<string, string> }>(PAGE)).typed.message).toBe("");
});

const shared = (parts: Record<string, string>) =>
  browserAt(pages, "en_US").open(`${PAGE}?${new URLSearchParams(parts).toString()}`);

test("text shared by another app fills in the question, and the page says that nothing was sent (behaviour 2.125)", async () => {
  const { status, html } = await shared({ title: "A miner", text: "Is it loud?", url: "https://example.com/a?b=c" });
  expect(status).toBe(200);
  expect(questionIn(html)).toBe("A miner Is it loud? https://example.com/a?b=c");
  expect(textOf(html)).toContain(t("LeavingMessage.sharedWhole"));
  const { fields } = formOf(html);
  expect(fields).toMatchObject({ name: "", tel: "", email: "", socialAccount: "" });
  expect(await sandbox.calls(CALL)).toBe(0);
});

test.each([
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["</textarea><b>", "</textarea><b>"],
  ["a\u0000b\u202ec", "abc"],
  ["  \u0000 ", ""],
])("only a text can be shared: %j", async (text, expected) => {
  const { html } = await shared({ text });
  expect(questionIn(html)).toBe(expected);
  expect(all(html, "textarea")).toHaveLength(1);
  expect(html).not.toContain("<script>alert");
});
