import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { catalogues, type TextKey } from "~server/texts/catalogue";
import { legalDocuments } from "~server/content/legal-documents";
import {
  LanguageProvider,
  catalogueReader,
  isMessageOf,
  readMessage,
  useLanguage,
  useText,
  type Shipped,
} from "~/i18n/text";
import { getText, namedErrors, pick, textsJson, withTexts } from "~server/texts/text";
import { message } from "~server/i18n/message";
import { LOCALES } from "~server/i18n/locale";
import { runsOf } from "@storefront/test-support/sample";

const { el_GR, en_US } = catalogues;

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const keysOf = (catalogue: Texts): TextKey[] =>
  Object.entries(catalogue).flatMap(([namespace, texts]) =>
    Object.keys(texts).map((name) => `${namespace}.${name}` as TextKey),
  );
const textOf = (catalogue: Texts, key: string) => {
  const [namespace = "", name = ""] = key.split(".");
  return catalogue[namespace]?.[name] ?? "";
};
const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort();

const KEYS = keysOf(el_GR);
/** Without the versions of a text for a setting, of which the server chooses one. */
const SHOWN = KEYS.filter((key) => !/^Product\.\w+_/.test(key));
const WITH_PLACES = SHOWN.filter((key) => placesOf(textOf(el_GR, key)).length > 0);

/** Values that a template language might interpret as its syntax. */
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constantFrom("$t(common.home)", "{{value}}", "{{- value}}", "$&", "$1", "<b>&amp;</b>", "__proto__", "", "%s"),
);

test("both locales have the same keys, and no text is empty", () => {
  expect(keysOf(en_US).sort()).toEqual([...KEYS].sort());
  // Without a setting nothing is said about the fee's base.
  for (const key of KEYS.filter((one) => one !== "Product.fee"))
    for (const locale of LOCALES) expect(textOf(catalogues[locale], key).trim(), key).not.toBe("");
});

/** Other words for a product, which texts must not use; in Chinese a hosting plan is a 方案. */
const OTHER_WORDS = { el_GR: /(?<!託管|取得)方案|商品/, en_US: /(?<!hosting |for a )\bplans?\b/i };

test.each(LOCALES)("texts always call a product a product: %s", (locale) => {
  const texts = KEYS.map((key) => textOf(catalogues[locale], key).replace(/\{\{\w+\}\}/g, ""));
  expect(texts.filter((text) => OTHER_WORDS[locale].test(text))).toEqual([]);
});

/** Words with a capital inside, except the names of products and units: names from the program. */
const PROGRAM_NAMES = /\b(?!(?:TestFlight|iPhone|iPad|JavaScript|HarmonyOS|kB)\b)\w*[a-z][A-Z]\w*/g;

test.each(LOCALES)("texts contain no identifiers from the code: %s", (locale) => {
  const { agreement, privacy } = legalDocuments(locale);
  const texts = [...KEYS.map((key) => textOf(catalogues[locale], key)), agreement.sections, privacy.sections];
  const words = JSON.stringify(texts).replace(/\{\{\w+\}\}|\\n/g, " ");
  expect(words.match(PROGRAM_NAMES)).toBeNull();
});

/** How often texts may mention the platform or the operator; the shop itself is "we". */
const OTHERS_NAMED = {
  el_GR: [
    ["平台", 30],
    ["營運方", 2],
    ["索取", 0],
  ],
  en_US: [
    ["the platform", 30],
    ["operator", 3],
  ],
} as const;

test.each(LOCALES)("texts say 'we', and rarely name the platform or the operator: %s", (locale) => {
  const texts = JSON.stringify(catalogues[locale]).toLowerCase();
  for (const [words, most] of OTHERS_NAMED[locale])
    expect(texts.split(words).length - 1, words).toBeLessThanOrEqual(most);
});

test("both locales fill the same placeholders in each text", () => {
  expect(WITH_PLACES.length).toBeGreaterThan(20);
  for (const key of KEYS) expect(placesOf(textOf(en_US, key)), key).toEqual(placesOf(textOf(el_GR, key)));
});

test("placeholders have the supported form, and no text refers to another", () => {
  for (const locale of LOCALES) {
    for (const key of KEYS) {
      const text = textOf(catalogues[locale], key);
      expect(text.replace(/\{\{\w+\}\}/g, ""), key).not.toMatch(/[{}]|\$t\(/);
    }
  }
});

test.each(LOCALES)("server and browser render the same text for every key: %s", (locale) => {
  const [server, browser] = [getText(locale), catalogueReader(catalogues[locale])];
  for (const key of SHOWN) {
    const values = Object.fromEntries(placesOf(textOf(el_GR, key)).map((name, index) => [name, index + 7]));
    expect(browser(key, values), key).toBe(server(key, values));
    expect(browser(key, values), key).not.toContain("{{");
  }
});

test.each(LOCALES)("server and browser insert any value unchanged: %s", (locale) => {
  const [server, browser] = [getText(locale), catalogueReader(catalogues[locale])];
  fc.assert(
    fc.property(fc.constantFrom(...WITH_PLACES), fc.infiniteStream(value), (key, values) => {
      const text = textOf(catalogues[locale], key);
      const given = Object.fromEntries(placesOf(text).map((name) => [name, values.next().value]));
      const expected = text
        .split(/\{\{(\w+)\}\}/)
        .map((part, index) => (index % 2 ? String(given[part]) : part))
        .join("");
      expect(browser(key, given)).toBe(expected);
      expect(server(key, given)).toBe(expected);
    }),
    { numRuns: runsOf(500) },
  );
});

test("a page ships exactly the namespaces and errors that it names", () => {
  const { network, code } = el_GR.errors;
  const names = ["Login", "errors.network", "errors.code", "errors.unknown", "errors.constructor"];
  expect(pick(el_GR, names)).toEqual({ Login: el_GR.Login, errors: { network, code } });
});

test("errors named in a page's data ship with the page, as messages or within them", () => {
  const data = JSON.stringify({
    failure: "errors.late",
    title: "Errors.late or errors.nothing of ERRORS.log",
    error: { "": [message("errors.resendWait", { seconds: 9 })] },
  });
  const shipped = JSON.parse(textsJson("en_US", ["Login", "errors.slider", ...namedErrors(data)])) as Shipped;
  expect(Object.keys(shipped.errors ?? {}).sort()).toEqual(["late", "network", "resendWait", "slider"]);
  const text = catalogueReader(shipped);
  expect(readMessage(text, message("errors.resendWait", { seconds: 9 }))).toBe(
    getText("en_US")("errors.resendWait", { seconds: 9 }),
  );
});

test("errors in a data response include their text, and the rest is unchanged", () => {
  const wait = message("errors.resendWait", { seconds: 9 });
  const words = message("errors.server", { message: 'He said "no", \\ twice' });
  const sent = {
    lastResult: { error: { "": [wait, words], code: ["errors.code"] }, initialValue: { name: "errors.not a key" } },
  };
  const read = JSON.parse(withTexts("en_US", JSON.stringify(sent))) as typeof sent;
  const [form = "", server = ""] = read.lastResult.error[""];
  const [code = ""] = read.lastResult.error.code;
  const without = catalogueReader({});
  expect(readMessage(without, form)).toBe(getText("en_US")("errors.resendWait", { seconds: 9 }));
  expect(isMessageOf("errors.resendWait", form)).toBe(true);
  expect(readMessage(without, server)).toBe('He said "no", \\ twice');
  expect(readMessage(without, code)).toBe(en_US.errors.code);
  expect(isMessageOf("errors.code", code)).toBe(true);
  expect(read.lastResult.initialValue).toEqual(sent.lastResult.initialValue);
  const plain = JSON.stringify({ products: [{ title: "errors.nothing", note: '["errors.late"' }], at: 1.5 });
  expect(withTexts("en_US", plain)).toBe(plain);
});

test("a server message is a key, or a key with values", () => {
  const text = getText("en_US");
  expect(readMessage(text, "errors.passwordRequired")).toBe("Please fill in your password!");
  expect(readMessage(text, '["errors.resendWait",{"seconds":12}]')).toBe(
    "You asked for a code a moment ago. You can get a new one in 12 seconds.",
  );
  expect(readMessage(text, JSON.stringify(["errors.server", { message: "$t(common.home) {{message}}" }]))).toBe(
    "$t(common.home) {{message}}",
  );
});

test.each([
  ["errors.passwordMismatch", "The two passwords are not the same."],
  ["errors.emailRequired", "You must enter an email address."],
  ["errors.emailInvalid", "Please enter a valid email address."],
  ["errors.passwordRule", "Please enter an 8-20 character password consisting of letters and numbers."],
  ["errors.codeRequired", "Please enter the verification code."],
  ["errors.passwordRequired", "Please fill in your password!"],
  ["errors.confirmRequired", "Please fill in the confirmation password!"],
  ["errors.phoneInvalid", "This is not a valid phone number."],
  ["errors.contactEmailInvalid", "This is not a valid email address."],
  ["errors.photosMissing", "Please upload all photos of your ID document."],
  ["errors.outOfStock", "Out of stock!"],
  ["errors.insufficientBalance", "Your account balance is insufficient!"],
  ["errors.notBound", "You have not linked Google Authenticator to your account"],
  ["errors.notLoggedIn", "You haven't logged in yet!"],
  ["errors.slider", "Please complete the sliding verification!"],
  ["errors.sessionExpired", "Your login session has timed out, please log in again."],
  ["errors.code", "Verification code error!"],
  ["errors.idCardExists", "User ID card already exists"],
  ["errors.emailRegistered", "Mailbox registered!"],
  ["errors.network", "Network exception, please try again later!"],
  ["UserCenter.unverified", "Not Verified"],
  ["UserCenter.review", "Under Certification"],
  ["UserCenter.verified", "Verified"],
  ["Product.presale", "Pre Sale"],
  ["Product.onsale", "On Sale"],
  ["Product.ended", "Sale Ended"],
  ["MyOrder.paid", "Paid"],
  ["MyOrder.pending", "Pending Mining"],
  ["MyOrder.mining", "Mining"],
  ["MyOrder.ended", "Ended"],
  ["Register.submit", "Agree to Register"],
] as const)("%s has its exact words in English", (key, words) => {
  expect(getText("en_US")(key)).toBe(words);
});

function Greeting() {
  const t = useText();
  return <p lang={useLanguage().locale}>{t("common.days", { value: 3 })}</p>;
}

test("a component uses the language of its provider, and cannot be rendered without one", () => {
  const html = renderToString(
    <LanguageProvider value={{ locale: "en_US", text: getText("en_US") }}>
      <Greeting />
    </LanguageProvider>,
  );
  expect(html).toBe('<p lang="en_US">3\u00a0days</p>');
  expect(() => renderToString(<Greeting />)).toThrow(/LanguageProvider/);
});

test("Chinese texts and legal texts use one Taiwanese term per concept", () => {
  const words = JSON.stringify([el_GR, legalDocuments("el_GR")]);
  for (const other of [
    /電子郵件(?!分享)|郵箱|(?<!電子)信箱/,
    /實名|身份/,
    /充值|批量|賬|短信|登錄|註冊碼|默認|信息|網絡|視頻|軟件|用戶/,
  ]) {
    expect(words).not.toMatch(other);
  }
});

test.each([
  '[{"toString":1,"valueOf":1}]',
  '["errors.resendWait",{"seconds":{"toString":1,"valueOf":1}}]',
  `${"[".repeat(4_000)}${"]".repeat(4_000)}`,
])("a visitor's text is unchanged, even if it looks like a message key: %s", (typed) => {
  const sent = JSON.stringify({ error: ["errors.late"], initialValue: { name: typed } });
  const read = JSON.parse(withTexts("en_US", sent)) as { error: string[]; initialValue: { name: string } };
  expect(read.error).not.toEqual(["errors.late"]);
  expect(read.initialValue.name).toBe(typed);
});

test("an error that a page's data name thousands of times is looked up once", () => {
  expect(namedErrors("errors.code errors.late ".repeat(10_000))).toEqual(["errors.code", "errors.late"]);
});

test("a key that every object inherits reads as itself", () => {
  for (const key of ["errors.constructor", "errors.toString"] as unknown as TextKey[])
    expect(getText("en_US")(key)).toBe(key);
});
