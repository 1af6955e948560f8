import { describe, expect, test } from "vitest";
import { cutCode, hasCode } from "~/components/form/incomplete-form";
import * as enquiryRoute from "~/routes/LeavingMessage/route";
import { enquirySchema } from "~/routes/LeavingMessage/fields.server";
import * as detailsRoute from "~/routes/RealNameInfo/route";
import {
  accountName,
  emailAddress,
  authenticatorCode,
  CODE_SHAPES,
  registrationCode,
  signInEmailCode,
  signInSmsCode,
} from "~server/forms/field-rules";
import { parseForm } from "~server/forms/refusal";
import { readAreaCode } from "~server/contact/area-codes";
import { isPhone } from "~server/contact/phone";
import type { Fault } from "@storefront/sandbox/start";
import { sampleOf } from "@storefront/test-support/sample";
import { browserAt } from "../../support/documents";
import { pages } from "../../support/pages";
import { attributesOf, linksOf, textsOf } from "../../support/html";
import { applicant, cookiesForForm } from "../../support/identity";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";
import { refusalOf, Visitor } from "../../support/visitor";
import { MAINLANDER, PERSON, validEnquiry } from "../../support/valid-forms";
import { beginAnew } from "../../support/environment";

/** The server accepts every choice of a form, and texts of the maximum length of their controls. */

const sandbox = await useUpstream();

/** Fields that may stay empty: the invitation code, and the honeypot. */
const OPTIONAL = ["inCode", "subject"];

test.each(["/Login", "/Register", "/LeavingMessage", "/RealNameInfo?country=158"])(
  "%s: required fields are marked, and the browser's messages replace none of ours",
  async (path) => {
    const cookies = await cookiesForForm(sandbox, path, detailsRoute);
    const { html } = await browserAt(pages, "en_US", cookies).open(path);
    const controls = "main form :is(input:not([type=hidden]), select, textarea)";
    const names = attributesOf(html, controls, "name").filter((name) => !OPTIONAL.includes(name ?? ""));
    expect(names.length).toBeGreaterThan(1);
    expect(attributesOf(html, `${controls}[required]`, "name")).toEqual(names);
    expect(attributesOf(html, "main form:not([novalidate]):has([required])", "action")).toEqual([]);
  },
);

describe("the contact form", () => {
  const choices = async (name: string, locale: "el_GR" | "en_US") => {
    const { html } = await browserAt(pages, locale).open("/LeavingMessage");
    return attributesOf(html, `select[name=${name}] option:not([value=""])`, "value");
  };

  /** A possible phone number for the area code; undefined if there is none. */
  function numberOf(value: string): string | undefined {
    const code = readAreaCode(value) ?? "";
    const numbers = Array.from({ length: 12 }, (_, more) => "2".repeat(3 + more));
    return code === "86" ? "13812345678" : numbers.find((phone) => isPhone(code, phone));
  }

  async function isAccepted(fields: Parameters<typeof validEnquiry>[0]): Promise<boolean> {
    const form = new FormData();
    for (const [name, value] of Object.entries(validEnquiry(fields))) form.set(name, value);
    return (await parseForm(form, enquirySchema(form, "en_US"))).ok;
  }

  const UNHEARD_OF: Fault = {
    kind: "answer",
    body: { code: 0, data: { "country-h5": [{ name: "Atlantis", areaCode: "999", numberCode: "998" }] } },
  };

  test.each([
    ["the upstream's list", undefined, 200],
    ["a list with an unassigned calling code", UNHEARD_OF, 2],
    ["no list", { kind: "reset" }, 200],
  ] as const)("each area code is accepted with a valid number: %s", async (_, fault, least) => {
    beginAnew();
    if (fault) await sandbox.fail("kv", fault);
    const offered = await choices("areaCode", "en_US");
    expect(offered.length).toBeGreaterThanOrEqual(least);
    for (const areaCode of offered.length > 10 ? sampleOf(offered, 5) : offered) {
      const tel = numberOf(areaCode ?? "");
      expect(tel, `a number with +${String(areaCode)}`).toBeDefined();
      expect([areaCode, await isAccepted({ areaCode, tel })]).toEqual([areaCode, true]);
    }
  });

  test("each kind of social media is accepted in either language", async () => {
    for (const locale of ["el_GR", "en_US"] as const) {
      const { html } = await browserAt(pages, locale).open("/LeavingMessage");
      const offered = textsOf(html, "select[name=socialType] option:not([value=''])");
      expect(offered).toHaveLength(5);
      for (const socialType of offered)
        expect([socialType, await isAccepted({ socialType })]).toEqual([socialType, true]);
    }
  });

  test.each([
    ["name", `  ${"𠮷".repeat(60)}\t`],
    ["socialAccount", ` ${"é".normalize("NFD").repeat(64)} `],
    ["message", `\r\n${"😀\r\n".repeat(500)}`],
    ["email", "  ming@example.com  "],
    ["tel", "  ＋86 (138) 1234-5678 "],
    ["email", "ｍｉｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ"],
    ["email", " ming @ example 。com\u200b"],
  ] as const)("the longest accepted text can be pasted, including spaces: %s", async (name, value) => {
    const { html } = await browserAt(pages, "en_US").open("/LeavingMessage");
    const [most] = attributesOf(html, `[name=${name}]`, "maxlength");
    expect(Number(most ?? Infinity)).toBeGreaterThanOrEqual(value.length);
    const response = await new Visitor(enquiryRoute).submit("/LeavingMessage", validEnquiry({ [name]: value }));
    expect(response.status).toBe(303);
  });
});

test.each([
  ["0912-345-678", "0912345678"],
  ["(0912) 345‑678", "0912345678"],
  ["+886 912 345 678", "+886912345678"],
  ["o-neil.chen@example.com", "o-neil.chen@example.com"],
])("the sign-in accepts an account as contacts and autofill write it: %s", async (typed, account) => {
  expect(await accountName.parseAsync(typed)).toBe(account);
});

describe("e-mail addresses", () => {
  test.each([
    ["o'brien+shop@example.photography"],
    ["r&d#1/a=b@example.com"],
    // Japanese carriers gave out such addresses.
    ["first..last.@docomo.example"],
    ["x@xn--e1afmkfd.xn--p1ai"],
    ["x@例子.中国", "x@xn--fsqu00a.xn--fiqs8s"],
    ["x@bücher。example", "x@xn--bcher-kva.example"],
  ])("%s is accepted, at sign-in too", async (typed, sent = typed) => {
    expect(await emailAddress("errors.emailInvalid").parseAsync(typed)).toBe(sent);
    expect(await accountName.parseAsync(typed)).toBe(sent);
  });

  test.each([
    "a@b",
    "a@b.1",
    "a@example.c",
    "@example.com",
    "a@",
    "a@@example.com",
    "a@-example.com",
    "a,b@example.com",
    "a@exa_mple.com",
    "名@例子.中国",
    "a@例子..中国",
  ])("%s is rejected", async (typed) => {
    expect((await emailAddress("errors.emailInvalid").safeParseAsync(typed)).success).toBe(false);
  });

  test("a long address of dots is checked at once", async () => {
    const before = performance.now();
    await emailAddress("errors.emailInvalid").safeParseAsync(`a@${"a.".repeat(100_000)}!`);
    expect(performance.now() - before).toBeLessThan(200);
  });
});

describe("the identity", () => {
  test("each country leads to its own form, which accepts each document type it offers", async () => {
    const { visitor } = await applicant(sandbox, detailsRoute);
    const browser = browserAt(pages, "en_US", visitor.cookies);
    const { html } = await browser.open("/CountrySelect");
    const numbers = linksOf(html).flatMap(({ href }) => /^\/RealNameSelect\?country=(\d+)$/.exec(href)?.[1] ?? []);
    expect(numbers.length).toBeGreaterThan(40);
    for (const numberCode of sampleOf(numbers, 10)) {
      const page = await browser.open(`/RealNameInfo?country=${numberCode}`);
      expect([numberCode, page.status]).toEqual([numberCode, 200]);
      expect(attributesOf(page.html, "input[name=numberCode]", "value")).toEqual([numberCode]);
    }
    for (const [numberCode, names, kinds] of [
      ["156", MAINLANDER, 1],
      ["158", PERSON, 4],
      ["840", PERSON, 4],
    ] as const) {
      const path = `/RealNameInfo?country=${numberCode}`;
      const offered = attributesOf((await browser.open(path)).html, "input[name=certificateType]", "value");
      expect(offered).toHaveLength(kinds);
      for (const certificateType of offered) {
        const { visitor: other } = await applicant(sandbox, detailsRoute);
        const response = await other.submit(path, { ...names, numberCode, certificateType });
        expect([certificateType, response.headers.get("location")]).toEqual([certificateType, "/UploadImage"]);
      }
    }
  });

  test.each([
    ["familyName", ` ${"é".normalize("NFD").repeat(100)} `, 100],
    ["name", `  ${"n".repeat(50)}    ${"n".repeat(49)}`, 100],
    ["certificateNumber", `  ${"7".repeat(64)}\t`, 64],
  ] as const)(
    "the longest accepted text can be pasted, including spaces, and more is reported: %s",
    async (name, value, most) => {
      const { visitor } = await applicant(sandbox, detailsRoute);
      const path = "/RealNameInfo?country=158";
      const { html } = await browserAt(pages, "en_US", visitor.cookies).open(path);
      const [length] = attributesOf(html, `[name=${name}]`, "maxlength");
      expect(Number(length ?? Infinity)).toBeGreaterThanOrEqual(value.length);
      const fields = { ...PERSON, numberCode: "158", certificateType: "2" };
      const long = await refusalOf(await visitor.submit(path, { ...fields, [name]: "n".repeat(most + 1) }));
      expect(long.errors).toEqual({ [name]: [JSON.stringify(["errors.tooLong", { max: most }])] });
      const response = await visitor.submit(path, { ...fields, [name]: value });
      expect(response.headers.get("location")).toBe("/UploadImage");
    },
  );
});

describe("codes", () => {
  const RULES = [
    ["authenticator", authenticatorCode],
    ["registration", registrationCode],
    ["signInEmail", signInEmailCode],
    ["signInSms", signInSmsCode],
  ] as const;

  test.each(RULES)("are read up to the field's length, including spaces: %s", (kind, rule) => {
    const { maxLength } = CODE_SHAPES[kind];
    expect(rule.safeParse("123456".padStart(maxLength)).data).toBe("123456");
    expect(rule.safeParse("1 2 3 4 5 6".padEnd(maxLength)).data).toBe("123456");
  });

  test("with scripts a code with invisible characters is neither cut nor blocked", () => {
    for (const blank of [" ", "\t", "\u00a0", "\u3000", "\u200b", "\u200e", "\u200f", "\u2060", "\ufeff"]) {
      const pasted = `${blank}123${blank}456${blank}`;
      expect(authenticatorCode.safeParse(pasted).data).toBe("123456");
      expect(cutCode(pasted, CODE_SHAPES.authenticator)).toBe(pasted);
      expect(authenticatorCode.safeParse(cutCode(`${pasted}7`, CODE_SHAPES.authenticator)).data).toBe("123456");
      const form = new FormData();
      form.set("googleCode", pasted);
      expect(hasCode(form, "googleCode", CODE_SHAPES.authenticator)).toBe(true);
      form.set("googleCode", `12345${blank}`);
      expect(hasCode(form, "googleCode", CODE_SHAPES.authenticator)).toBe(false);
    }
  });

  test.each([
    ["238-271", "238271", "238271"],
    ["٢٣٨٢٧١", "238271", "238271"],
    ["G-238271", "238271", "238271"],
    ["Ｇ－２３８２７１。", "238271", "238271"],
    ["\u201c238\u2013271\u201d", "238271", "238271"],
    ["aB-12.cD", undefined, "aB12cD"],
  ])("a code is found in pasted text, with and without scripts: %s", (pasted, digits, letters) => {
    for (const [kind, rule] of RULES) {
      const code = kind === "authenticator" ? digits : kind === "signInSms" ? /^G?[a-zA-Z0-9]{6}$/ : letters;
      const read = rule.safeParse(pasted).data;
      if (code instanceof RegExp) expect(read).toMatch(code);
      else expect([kind, read]).toEqual([kind, code]);
      // The browser's script keeps the pasted text, enables the button, and cuts further input.
      const shape = CODE_SHAPES[kind];
      expect(cutCode(pasted, shape)).toBe(pasted);
      const form = new FormData();
      form.set("code", pasted);
      expect([kind, hasCode(form, "code", shape)]).toEqual([kind, read !== undefined]);
      if (read && kind !== "signInSms") expect(rule.safeParse(cutCode(`${pasted}99`, shape)).data).toBe(read);
    }
  });

  test.each(RULES)("six digits that iOS fills in twice count once: %s", (kind, rule) => {
    expect(rule.safeParse("123456123456").data).toBe("123456");
    expect(rule.safeParse(cutCode("238271238271", CODE_SHAPES[kind])).data).toBe("238271");
    if (kind === "signInSms") expect(rule.safeParse("123456123457").data).toBe("123456123457");
  });

  test.each(RULES)("text without a letter or digit is not a code: %s", (_, rule) => {
    expect(rule.safeParse("--- ---").error?.issues[0]?.message).not.toBe("errors.codeRequired");
    expect(rule.safeParse(" \u200b").error?.issues[0]?.message).toBe("errors.codeRequired");
  });

  test("a password is read up to the field's length", async () => {
    const { cookies } = await signedIn(sandbox, { googleBound: false });
    const browser = browserAt(pages, "en_US", cookies);
    const press = async (path: string, fields: Record<string, string>) =>
      browser.submit(path, fields, await browser.open(path));
    await press("/GoogleBind", { intent: "begin" });
    await press("/GoogleBind?step=key", { intent: "written", written: "on" });
    const { html } = await browser.open("/GoogleBind?step=code");
    // The account is for password managers, and is never sent.
    const [account] = attributesOf(html, "input[autocomplete=username][readonly]:not([name])", "value");
    expect(account).toContain("@");
    const most = Number(attributesOf(html, "[name=loginPwd]", "maxlength")[0]);
    expect(most).toBeGreaterThanOrEqual(20);
    const response = await press("/GoogleBind?step=code", { loginPwd: "p".repeat(most), googleCode: "1" });
    expect(textsOf(response.html, "#bind-loginPwd-error")).toEqual([]);
    expect(textsOf(response.html, "#bind-googleCode-error")).toHaveLength(1);
  });
});
