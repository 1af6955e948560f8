import type { BrowserContext, Page } from "@playwright/test";
import { generateSync } from "otplib";
import { PERSON, fillIn, validRegistration } from "../support/valid-forms";
import { expect, test } from "../support/journey";
import { phonePhoto } from "@storefront/test-support/images";
import type { TestEnvironment } from "../support/stage";

/** Unique values that the visitor types or gets during the journey. */
const EMAIL = "canary-mailbox@example.com";
const PASSWORD = "Canary13579";
const PHOTO_NAME = "canary-photo-name.jpg";
/** A photo's metadata about its phone and its place (`packages/test-support/images.ts`). */
const PHOTO_MARKS = ["EXIF-canary", "Canary Phones"];

/** The pages that may show a value: only its own form, and only if it is not secret. */
const SHOWN_ON: Record<string, RegExp> = {
  [EMAIL]: /^\/(Register|Login|UserCenter|GoogleBind|InvitationCode)$/,
  // The photo page shows whose details go with the photos; half of the number is hidden.
  [PERSON.familyName]: /^\/(RealNameInfo|UploadImage)$/,
  [PERSON.name]: /^\/(RealNameInfo|UploadImage)$/,
  [PERSON.certificateNumber]: /^\/RealNameInfo$/,
};

interface Traffic {
  /** Addresses that were requested, and those in a Referer. */
  addresses: string[];
  answers: { path: string; text: string }[];
  /** Resolves when every response so far has been read. */
  settled(): Promise<void>;
}

function listen(context: BrowserContext): Traffic {
  const traffic = { addresses: [] as string[], answers: [] as { path: string; text: string }[] };
  const reading: Promise<unknown>[] = [];
  context.on("request", (request) => {
    traffic.addresses.push(request.url());
    const referer = request.allHeaders().then(({ referer }) => traffic.addresses.push(referer ?? ""));
    reading.push(referer.catch(() => undefined));
  });
  context.on("response", (response) => {
    const { location = "" } = response.headers();
    traffic.addresses.push(location);
    const path = new URL(response.url()).pathname;
    // A redirect has no body, and the browser drops the body of a page that it has left.
    const text = response.text().then((text) => traffic.answers.push({ path, text }));
    reading.push(text.catch(() => undefined));
  });
  return { ...traffic, settled: () => Promise.all(reading).then(() => undefined) };
}

const submit = (page: Page) => page.locator("main form[method=post] button.button").last().click();

async function join(page: Page, { sandbox }: TestEnvironment): Promise<string> {
  await page.goto("/Register");
  await fillIn(page, validRegistration({ email: EMAIL, pwd: PASSWORD, confirmPwd: `${PASSWORD}x` }));
  await page.locator("[name=confirmPwd]").press("Enter");
  await expect(page.locator("#register-confirmPwd-error")).toHaveText("The two passwords are not the same.");
  for (const name of ["pwd", "confirmPwd"]) await page.locator(`[name=${name}]`).fill(PASSWORD);
  await page.locator("[name=confirmPwd]").press("Enter");
  await expect(page.getByRole("status").first()).toBeVisible();
  const code = await sandbox.code(EMAIL, "email");
  await page.locator("[name=emailCode]").fill(code);
  await page.locator("[name=emailCode]").press("Enter");
  await expect(page).toHaveURL("/Index/Home");
  return code;
}

/** Submits an identity: first with missing fields, then with a file that is not a photo, then correctly. */
async function verify(page: Page): Promise<void> {
  await page.goto("/RealNameInfo?country=392");
  await page.fill("[name=familyName]", PERSON.familyName);
  await submit(page);
  await expect(page.getByRole("alert")).toBeVisible();
  await fillIn(page, PERSON);
  await page.getByLabel("Passport").check();
  await submit(page);
  await expect(page).toHaveURL("/UploadImage");
  const photo = {
    name: PHOTO_NAME,
    mimeType: "image/jpeg",
    buffer: await phonePhoto({ width: 640, height: 480, orientation: 6 }),
  };
  await page.setInputFiles("input[name=firstPhoto]", photo);
  await page.setInputFiles("input[name=secondPhoto]", { ...photo, buffer: Buffer.from("canary-photo-name") });
  await submit(page);
  // With scripts the error appears before anything is sent.
  await expect(page.locator("#photos-secondPhoto-error")).toBeVisible();
  for (const slot of ["secondPhoto", "thirdPhoto"]) await page.setInputFiles(`input[name=${slot}]`, photo);
  await submit(page);
  await expect(page).toHaveURL("/SuccessRealname");
}

/** Links the authenticator, after a wrong code; returns its key and code. */
async function bind(page: Page): Promise<{ key: string; code: string }> {
  await page.goto("/GoogleBind");
  await page.locator("main button[value=begin]").click();
  const key = await page.locator("#bind-key").innerText();
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  const code = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) });
  for (const typed of [code === "111111" ? "222222" : "111111", code]) {
    await page.locator("[name=loginPwd]").fill(PASSWORD);
    await page.locator("[name=googleCode]").fill(typed);
    await submit(page);
    if (typed !== code) await expect(page.locator("#bind-googleCode-error")).toHaveText("Verification code error!");
  }
  await expect(page).toHaveURL("/UserCenter");
  return { key, code };
}

test("no personal value is in a URL, a log, a Referer, or any page but its own form @scripts", async ({
  page,
  context,
  environment,
  setLocale,
}) => {
  const { sandbox, storefront } = environment;
  await setLocale("en_US");
  const traffic = listen(context);
  const mailed = await join(page, environment);
  await verify(page);
  const { key, code } = await bind(page);
  for (const path of ["/UserCenter", "/Assets", "/InvitationCode", "/MyOrder", "/Recharge/USDT", "/RealNameSelect"]) {
    await page.goto(path);
  }
  await traffic.settled();

  const requests = [...(await sandbox.requests("reg_email_confirm")), ...(await sandbox.requests("google_verify"))];
  const tokens = requests.flatMap(({ headers, body }) => [
    headers["exchange-token"],
    (body as { token?: string }).token,
  ]);
  const secrets = [PASSWORD, mailed, ...tokens.filter((token) => token !== undefined)];
  expect(secrets.length, "the secrets include the upstream's tokens").toBeGreaterThan(3);
  const person = [EMAIL, ...Object.values(PERSON), PHOTO_NAME, ...PHOTO_MARKS];
  const log = storefront.output();
  expect(log, "the log covers these journeys").toContain("/UploadImage");
  for (const canary of [...secrets, ...person, key, code]) {
    expect(traffic.addresses.filter((address) => decodeURIComponent(address).includes(canary))).toEqual([]);
    expect(log.includes(canary), "the log has no personal value").toBe(false);
  }
  for (const canary of [...secrets, ...person]) {
    const pages = traffic.answers.filter(({ text }) => text.includes(canary)).map(({ path }) => path);
    if (canary === PERSON.familyName) expect(pages, "the form shows its own values").toContain("/RealNameInfo");
    expect(pages.filter((path) => !SHOWN_ON[canary]?.test(path))).toEqual([]);
  }
  const keyPages = traffic.answers.filter(({ text }) => text.includes(key));
  expect(keyPages.every(({ path }) => path === "/GoogleBind")).toBe(true);
});
