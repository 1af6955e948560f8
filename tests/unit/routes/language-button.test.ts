import { beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES, LOCALES } from "~/i18n/locales";
import * as details from "~/routes/RealNameInfo/route";
import { FORM_TOKEN_AGE_MS } from "~server/session/csrf";
import { clearSessionCookie } from "~server/session/session";
import { getText } from "~server/texts/text";
import { browserAt } from "../../support/documents";
import { attributesOf, formOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { applicant, cookiesForForm } from "../../support/identity";
import { useUpstream } from "../../support/upstream";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";

const sandbox = await useUpstream();

const TO_CHINESE = LANGUAGES.el_GR.switchTo;
const TO_ENGLISH = LANGUAGES.en_US.switchTo;

async function pageAt(path: string, cookies = new CookieJar()) {
  const page = await browserAt(pages, "en_US", cookies).newPage();
  await page.goto(path);
  const field = (name: string) => page.locator(`[name=${name}]`);
  return {
    page,
    fill: async (typed: Readonly<Record<string, string>>) => {
      for (const name of Object.keys(typed)) await field(name).fill(typed[name] ?? "");
    },
    typed: async (names: readonly string[]) =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await field(name).inputValue()] as const))),
    toChinese: () => page.locator("button", { hasText: TO_CHINESE }).click(),
    language: () => page.locator("html").getAttribute("lang"),
  };
}

beforeEach(() => vi.useRealTimers());

test("registration: all input and the invitation are kept in the other language, but no password", async () => {
  const cookies = new CookieJar();
  const form = await pageAt("/Register?inviteCode=DEMO2026", cookies);
  await form.fill({ email: "half-typed", pwd: "password-canary", confirmPwd: "password-canary", inCode: "OTHER1" });
  await form.page.locator("[name=agreement]").check();
  await form.toChinese();
  expect(form.page.url()).toContain("/Register?inviteCode=DEMO2026");
  expect(await form.language()).toBe("zh-Hant");
  const preserved = { email: "half-typed", pwd: "", confirmPwd: "", inCode: "OTHER1" };
  expect(await form.typed(Object.keys(preserved))).toEqual(preserved);
  expect(await form.page.locator("[name=agreement][checked]").count()).toBe(1);
  expect(JSON.stringify(await readFlow(pageRequest("/", { cookies })))).not.toContain("canary");
  // Switching back with an emptied code: the link does not fill it in again.
  await form.fill({ inCode: "" });
  await form.page.locator("button", { hasText: TO_ENGLISH }).click();
  expect(await form.language()).toBe("en");
  expect(await form.typed(["email", "inCode"])).toEqual({ email: "half-typed", inCode: "" });
});

const LONG = "礦".repeat(960) + "\n".repeat(40);

test("the contact form: a question of 1000 Chinese characters and all other fields are kept", async () => {
  const form = await pageAt("/LeavingMessage?topic=bulk&from=%2FAssets");
  const typed = { name: "王小明", tel: "123", email: "not yet", socialAccount: "@ming", message: LONG };
  await form.fill(typed);
  await form.page.locator("[name=areaCode]").selectOption("886");
  await form.page.locator("[name=socialType]").selectOption("Telegram");
  await form.toChinese();
  expect(form.page.url()).toContain("/LeavingMessage?topic=bulk&from=%2FAssets");
  expect(await form.language()).toBe("zh-Hant");
  const preserved = { ...typed, areaCode: "886", socialType: "Telegram" };
  expect(await form.typed(Object.keys(preserved))).toEqual(preserved);
  expect(await sandbox.calls("originClueCollect")).toBe(0);
});

test.each(LOCALES)(
  "the contact form's button tells a browser without cookies that it needs them: to %s",
  async (locale) => {
    const opened = await pages(pageRequest("/LeavingMessage?topic=bulk"));
    const { csrf = "" } = formOf(await opened.text(), "[name=tel]").fields;
    const intent = `language-${locale}`;
    const switched = await pages(formRequest("/LeavingMessage?topic=bulk", { csrf, intent }));
    const to = switched.headers.get("location") ?? "";
    const html = await (await pages(pageRequest(to))).text();
    expect(textsOf(html, "[role=alert]")).toEqual([getText("el_GR")("errors.cookiesNeeded")]);
    const allowed = await pages(pageRequest(to, { cookies: new CookieJar().take(switched.headers) }));
    expect(allowed.headers.get("location")).toBe("/LeavingMessage?topic=bulk#language");
  },
);

test("identity details: the input is kept, and is in no URL", async () => {
  const { visitor } = await applicant(sandbox, details);
  const form = await pageAt("/RealNameInfo?country=158", visitor.cookies);
  await form.fill({ familyName: "Lin", name: "", certificateNumber: "A12" });
  await form.page.locator("[name=certificateType][value='2']").check();
  await form.toChinese();
  expect(form.page.url()).toMatch(/\/RealNameInfo\?country=158#language$/);
  expect(await form.language()).toBe("zh-Hant");
  expect(await form.typed(["familyName", "name", "certificateNumber"])).toEqual({
    familyName: "Lin",
    name: "",
    certificateNumber: "A12",
  });
  expect(await form.page.locator("[name=certificateType][value='2'][checked]").count()).toBe(1);
});

test("with an expired session the language is switched, and the owner finds the details again", async () => {
  const { visitor } = await applicant(sandbox, details);
  const { cookies } = visitor;
  const session = cookies.get("utoken") ?? "";
  const form = await pageAt("/RealNameInfo?country=158", cookies);
  await form.fill({ familyName: "Lin" });
  cookies.take(clearSessionCookie());
  await form.toChinese();
  expect(form.page.url()).toContain("/Login?redirectTo=%2FRealNameInfo");
  expect(await form.language()).toBe("zh-Hant");
  cookies.set("utoken", session);
  await form.page.goto("/RealNameInfo?country=158");
  expect(await form.typed(["familyName"])).toEqual({ familyName: "Lin" });
});

test("a form opened long ago and a rejected one both switch and keep the input", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const form = await pageAt("/LeavingMessage");
  await form.fill({ name: "Ming", email: "not an address" });
  await form.page.locator("[name=name]").press("Enter");
  expect(await form.page.locator("[role=alert]").count()).toBe(1);
  vi.setSystemTime(Date.now() + FORM_TOKEN_AGE_MS + 24 * 60 * 60_000);
  await form.fill({ name: "Ming Wang" });
  await form.toChinese();
  expect(await form.language()).toBe("zh-Hant");
  expect(await form.typed(["name", "email"])).toEqual({ name: "Ming Wang", email: "not an address" });
});

test("sign-in: the typed account is kept, also over a link's; the password is not", async () => {
  for (const path of ["/Login?redirectTo=%2FMyOrder", "/Login/link%40example.com?redirectTo=%2FMyOrder"]) {
    const cookies = new CookieJar();
    const form = await pageAt(path, cookies);
    await form.fill({ mobileNumber: "half@typed", loginPword: "password-canary" });
    await form.toChinese();
    expect(form.page.url()).toContain(path);
    expect(await form.language()).toBe("zh-Hant");
    expect(await form.typed(["mobileNumber", "loginPword"])).toEqual({ mobileNumber: "half@typed", loginPword: "" });
    expect(JSON.stringify(await readFlow(pageRequest("/", { cookies })))).not.toContain("canary");
  }
  expect(await sandbox.calls("login_in")).toBe(0);
});

test("neither a code sheet nor the page under it has a language form", async () => {
  const form = await pageAt("/Login");
  const account = await sandbox.createAccount();
  await form.fill({ mobileNumber: account.email, loginPword: account.password });
  await form.page.locator("[name=loginPword]").press("Enter");
  expect(await form.page.locator("[role=dialog] [name=googleCode]").count()).toBe(1);
  expect(await form.page.locator("[value^=language], form[action='/Language']").count()).toBe(0);
});

test.each(["/Login", "/LeavingMessage", "/Register", "/RealNameInfo?country=158"])(
  "%s: one language button, in the form, after the button that Enter presses",
  async (path) => {
    const cookies = await cookiesForForm(sandbox, path, details);
    const { html } = await browserAt(pages, "en_US", cookies).open(path);
    expect(attributesOf(html, "form[action='/Language']", "action")).toEqual([]);
    const buttons = attributesOf(html, "main form button", "value");
    expect(buttons[0]).toBeUndefined();
    expect(buttons.filter((value) => value?.startsWith("language"))).toEqual(["language-el_GR"]);
  },
);
