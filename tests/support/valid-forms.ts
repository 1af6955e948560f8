import type { Page } from "@playwright/test";
import type { ScriptlessPage } from "./scriptless/scriptless-page";

/**
 * Valid input of the forms that have required fields, by the names of the fields. Tests make every valid form here, so
 * a new required field takes one line in this file.
 */

type Values = Readonly<Record<string, string | undefined>>;

const changed = <Form extends Values>(form: Form, changes: Values): Form => ({ ...form, ...changes });

/** Returns the contact form. */
export const validEnquiry = (changes: Values = {}) =>
  changed(
    {
      name: "Wang Xiaoming",
      areaCode: "86",
      tel: "13812345678",
      email: "ming@example.com",
      socialType: "WeChat",
      socialAccount: "ming_86",
      message: "How do I start?",
    },
    changes,
  );

/** Returns the registration. The password is repeated unless a test says otherwise. */
export const validRegistration = ({ pwd = "Abcd1234", ...changes }: Values = {}) =>
  changed({ email: "new@example.com", pwd, confirmPwd: pwd, agreement: "on" }, changes);

/** Personal values that may appear only in their own form, and in no URL, log or other page. */
export const PERSON = { familyName: "Kanarienvogel", name: "Serinus", certificateNumber: "X1234567CANARY" };
/** The same values for a visitor from mainland China. */
export const MAINLANDER = { userName: "金絲雀王小明", certificateNumber: "11010519491231002X" };

/** Returns the details of an identity from Taiwan, with a passport. */
export const validIdentity = (changes: Values = {}) =>
  changed({ numberCode: "158", certificateType: "2", ...PERSON }, changes);

/** Returns the details of an identity from mainland China, where the form has fewer fields. */
export const validMainlandIdentity = (changes: Values = {}) =>
  changed({ numberCode: "156", certificateType: "1", ...MAINLANDER }, changes);

/**
 * Fills in the fields of a page's form: types texts, chooses options, ticks boxes. Skips undefined values, and fields
 * that the page hides or lacks, such as the country of an identity.
 */
export async function fillIn(page: Page | ScriptlessPage, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`:is(main, [role=dialog]) [name="${name}"]:not([type=hidden])`);
    if (value === undefined || (await field.count()) === 0) continue;
    const type = await field.first().getAttribute("type");
    if (type === "checkbox") await field.check();
    else if (type === "radio") await page.locator(`main [name="${name}"][value="${value}"]`).check();
    else if ((await page.locator(`main select[name="${name}"]`).count()) > 0) await field.selectOption(value);
    else await field.fill(value);
  }
}
