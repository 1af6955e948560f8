import { expect, test as base, type Page } from "@playwright/test";
import { createHash } from "node:crypto";
import type { Sandbox } from "@storefront/sandbox/start";
import { awaitHydration } from "./hydration";
import { OLD_BROWSER, takeNewerApis } from "./old-browser";
import { payWithCode, toCode } from "./shopping";
import { signInByCookie, signInThrough } from "./signing-in";
import type { TestEnvironment } from "./stage";
import { ENVIRONMENT_FIXTURES, type TestEnvironments } from "./stages";

type Account = Awaited<ReturnType<Sandbox["createAccount"]>>;
type NewAccount = NonNullable<Parameters<Sandbox["createAccount"]>[0]>;
type Locale = "el_GR" | "en_US";

interface Fixtures {
  /** The storefront that the test visits, on its sandbox. */
  stage: TestEnvironment;
  /** The upstream behind the pages, reset to its seed before the test. */
  sandbox: Sandbox;
  /** The test's own new account: verified, with an authenticator and a balance. */
  account: Account;
  /** Sets the language cookie, as the language form would. */
  setLocale: (locale: Locale) => Promise<void>;
  /** Signs in with a cookie, or through the form of /Login or of the open page. */
  signIn: (page: Page, account: Account, through?: "cookie" | "form" | "this form") => Promise<void>;
  /** Sets the language and signs in with a cookie: the test's account, another one, or a new one with these options. */
  enter: (locale: Locale, who?: Account | NewAccount) => Promise<Account>;
  /** Sets the language and signs the test's account in through the form of /Login. */
  enterByForm: (locale: Locale) => Promise<void>;
  /** Signs in like `enter`, and goes to the code sheet for 3 units of the product. */
  startPayment: (locale: Locale) => Promise<void>;
  /** Pays on the code sheet, in this tab or another one, with a valid code of the test's account. */
  pay: (tab?: Page) => Promise<void>;
  /**
   * Errors of scripts, of the content policy and of sub-resources. The list must be empty at the end; a test that
   * expects an error removes it.
   */
  problems: string[];
}

/** Returns an IP address for each test, so that no test uses up the limits of another. */
function addressOf(testId: string): string {
  const [a = 0, b = 0, c = 0] = createHash("sha256").update(testId).digest();
  return `10.${a}.${b}.${c}`;
}

/** Chromium's message if the next page, such as a picture, has no transition. */
const NO_TRANSITION = /^Transition was aborted because of invalid state/;

export const test = base.extend<Fixtures, TestEnvironments>({
  ...ENVIRONMENT_FIXTURES,
  stage: async ({ environment }, provide) => provide(environment),
  sandbox: [
    async ({ stage }, provide) => {
      await stage.sandbox.reset();
      await provide(stage.sandbox);
    },
    { auto: true },
  ],
  baseURL: async ({ stage }, provide) => provide(stage.storefront.url),
  extraHTTPHeaders: async ({}, provide, { testId }) => provide({ "X-Forwarded-For": addressOf(testId) }),
  context: async ({ context, javaScriptEnabled }, provide, { project }) => {
    if (project.name === OLD_BROWSER) await takeNewerApis(context);
    if (javaScriptEnabled) context.on("page", awaitHydration);
    await provide(context);
  },
  account: async ({ sandbox }, provide) => provide(await sandbox.createAccount()),
  setLocale: async ({ context, baseURL }, provide) =>
    provide((locale) => context.addCookies([{ name: "ulan", value: locale, url: baseURL ?? "" }])),
  signIn: async ({ stage }, provide) =>
    provide((page, account, through = "cookie") =>
      through === "cookie"
        ? signInByCookie(page, stage, account)
        : signInThrough(page, stage.sandbox, account, through === "this form"),
    ),
  enter: async ({ page, stage, account, setLocale }, provide) =>
    provide(async (locale, who = account) => {
      await setLocale(locale);
      const visitor = "id" in who ? who : await stage.sandbox.createAccount(who);
      await signInByCookie(page, stage, visitor);
      return visitor;
    }),
  enterByForm: async ({ page, account, setLocale, signIn }, provide) =>
    provide(async (locale) => {
      await setLocale(locale);
      await signIn(page, account, "form");
    }),
  startPayment: async ({ page, enter }, provide) =>
    provide(async (locale) => {
      await enter(locale);
      await toCode(page);
    }),
  pay: async ({ page, sandbox, account }, provide) => provide((tab = page) => payWithCode(tab, sandbox, account.email)),
  problems: [
    async ({ context }, provide) => {
      const problems: string[] = [];
      context.on("weberror", (error) => {
        const { message } = error.error();
        if (!NO_TRANSITION.test(message)) problems.push(`script: ${message}`);
      });
      context.on("console", (message) => {
        // A document with status 422 (rejected form) or 404 is not an error. Sub-resources are checked below.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
          problems.push(`console: ${message.text()}`);
        }
      });
      context.on("response", (response) => {
        const kind = response.request().resourceType();
        if (response.status() >= 400 && !["document", "fetch", "xhr"].includes(kind)) {
          problems.push(`${kind}: ${response.status()} ${response.url()}`);
        }
      });
      await provide(problems);
      expect(problems, "errors in the page that the test did not expect").toEqual([]);
    },
    { auto: true },
  ],
});

/** Journeys on the scenario `field`. */
export const fieldTest = test.extend<object>({
  stage: async ({ fieldEnvironment }, provide) => provide(fieldEnvironment),
});

export { expect };
