import type { Page } from "@playwright/test";

/**
 * Valid input of the forms that have required fields, by the names of the fields. Tests make every valid form here, so
 * that a new required field is one line in this file.
 */

type Values = Readonly<Record<string, string | undefined>>;

/** The contact form. */
export const validEnquiry = <Changes extends Values>(changes?: Changes) => ({
  name: "Wang Xiaoming",
  areaCode: "86",
  tel: "13812345678",
  email: "ming@example.com",
  socialType: "WeChat",
  socialAccount: "ming_86",
  message: "How do I start?",
  ...changes,
});

/** The registration; the repeated password is the password unless a test says otherwise. */
export const validRegistration = <Changes extends Values>(changes?: Changes) => ({
  email: "new@example.com",
  pwd: "Abcd1234",
  confirmPwd: changes?.pwd ?? "Abcd1234",
  agreement: "on",
  ...changes,
});

/** Personal values that must be in no address, log or page but the form being filled. */
export const PERSON = { familyName: "Kanarienvogel", name: "Serinus", certificateNumber: "X1234567CANARY" };
export const MAINLANDER = { userName: "金絲雀王小明", certificateNumber: "11010519491231002X" };

/** The details of an identity from Taiwan, with a passport. */
export const validIdentity = <Changes extends Values>(changes?: Changes) => ({
  numberCode: "158",
  certificateType: "2",
  ...PERSON,
  ...changes,
});

/** The same from mainland China, where the form asks for less. */
export const validMainlandIdentity = <Changes extends Values>(changes?: Changes) => ({
  numberCode: "156",
  certificateType: "1",
  ...MAINLANDER,
  ...changes,
});

/**
 * Fills in the fields of a page's form: texts are typed, options chosen, boxes ticked. Fields that the page hides or
 * lacks, such as the country of an identity, are left as they are.
 */
export async function fillIn(page: Pick<Page, "locator">, values: Values): Promise<void> {
  for (const [name, value = ""] of Object.entries(values)) {
    const field = page.locator(`main [name="${name}"]:not([type=hidden])`);
    const [first] = await field.all();
    if (first === undefined) continue;
    const type = await first.getAttribute("type");
    if (type === "checkbox") await first.check();
    else if (type === "radio") await page.locator(`main [name="${name}"][value="${value}"]`).check();
    else if ((await page.locator(`main select[name="${name}"]`).count()) > 0) await first.selectOption(value);
    else await first.fill(value);
  }
}
