import type { Page } from "@playwright/test";
import type { TextKey } from "~server/texts/catalogue";
import type { Text } from "~/i18n/text";
import type { Sandbox } from "@storefront/sandbox/start";
import type { ScriptlessPage } from "../support/scriptless/scriptless-page";
import type { TestEnvironment } from "../support/stage";
import type { Column, Knowledge } from "./columns";
import type { PageAlert } from "./metrics";

export type NewAccount = NonNullable<Parameters<Sandbox["createAccount"]>[0]>;

/** A visitor on the way to a call that will fail. */
export interface TestContext {
  environment: TestEnvironment;
  sandbox: Sandbox;
  /** A browser without scripts. */
  tab: ScriptlessPage;
  /** The same under Playwright's name, for steps shared with journeys. */
  page: Page;
  account: { email: string; password: string; id: number };
  locale: "el_GR" | "en_US";
  t: Text;
  column: Column;
  /** Texts from earlier pages, which the failed page must not show. */
  shown: string[];
}

/** The page that a visitor must see. */
export interface Expected {
  /** The status of the last page, or several that are allowed. */
  status: number | readonly number[];
  /** The page's address with its query. */
  at: string | RegExp;
  /** Texts that the page contains; if a text has placeholders, the words around them. */
  message?: readonly TextKey[];
  messageOneOf?: readonly TextKey[];
  /** Texts that the page must not contain, such as that there are no orders. */
  never?: readonly TextKey[];
  /** True if the page contains the upstream's message. */
  words?: true;
  /** True if the page has a retry link. */
  retry?: true;
  /** The typed values, by the names of the fields. */
  isPreserved?: Readonly<Record<string, string>>;
  /** The typed values that are there again after a successful retry. */
  preservedAfterwards?: Readonly<Record<string, string>>;
  /** The change of the session; none by default. */
  session?: "ends" | "begins";
  /** The alert that counts this outcome of a purchase; absent after a success or without a purchase. */
  seenBy?: PageAlert;
  /** Returns descriptions of further errors of the page; empty if all is well. */
  further?: (testContext: TestContext) => string[] | Promise<string[]>;
  /** Takes the visitor's next step after the upstream has recovered; returns descriptions of its errors. */
  afterwards?: (testContext: TestContext) => Promise<string[]>;
}

/** The expected outcome of each kind of failure; `otherwise` applies to all that are not listed. */
export type Outcomes = { [K in Knowledge]?: Expected } & { otherwise: Expected; withEffect?: Expected };

/** One call of the upstream, on one screen. */
export interface Row extends Outcomes {
  /** The row's name in the matrix. */
  name: string;
  /** The last segment of its path. */
  call: string;
  /** A part of the body, where one path serves several reads. */
  asking?: Readonly<Record<string, string>>;
  /** The page that makes the call. */
  screen: string;
  rules: string;
  /** Visitors share the read, so the storefront must not have cached it. */
  isCold?: true;
  /** One read serves all languages. */
  inAllLocales?: true;
  /** It is read before the first visitor comes, so the storefront starts while it fails. */
  atStart?: true;
  /** How often the step may send the call; a write is never repeated automatically. */
  sentAtMost?: number;
  /** The signed-in account; none by default. */
  account?: NewAccount;
  /** An existing account that is not signed in. */
  stranger?: NewAccount;
  /** The visitor's maximum wait. */
  limitMs?: number;
  /** In the column where nothing listens, the upstream stops after these calls instead of before the step. */
  shutAfter?: readonly string[];
  /** The steps before the failure. */
  way?: (testContext: TestContext) => Promise<unknown>;
  /** The step in which the call fails. */
  step: (testContext: TestContext) => Promise<unknown>;
}

/** Makes a row; its name begins with the call, and its step opens the screen by default. */
export const row = (name: string, screen: string, rules: string, own: Partial<Row> & Outcomes): Row => ({
  name,
  call: name.split(/[,:] /)[0] ?? name,
  screen,
  rules,
  step: open(screen),
  ...own,
});

/** A page with this status at this address. */
export const page = (status: Expected["status"], at: Expected["at"], more: Omit<Expected, "status" | "at"> = {}) => ({
  status,
  at,
  ...more,
});

/** A page without its main content: an error with a retry link, never "none" (behaviour 13.2). */
export const unavailable = (at: string, message: Expected["message"] = [], never: Expected["never"] = []): Expected =>
  page(503, at, { message, never, retry: true });

/** The same outcome for success with the wrong shape or wrong types, or hard to read. */
export const asSuccess = (expected: Expected) => ({ shape: expected, types: expected, readable: expected });

/** A readable response: the page is complete, and no character is broken. */
const READABLE: Expected = page(200, /./, { never: ["common.noAnswer", "errors.network"] });

export function expectedOf(played: Row, { knowledge, hasEffect }: Column): Expected {
  if (knowledge === "readable") return { ...READABLE, ...played.readable };
  const isDoubtful = knowledge === "unclear" || knowledge === "refused";
  const effect = isDoubtful && hasEffect ? played.withEffect : undefined;
  const expected = effect ?? played[knowledge] ?? played.otherwise;
  return knowledge === "refused" ? inWords(expected) : expected;
}

/** Expects the upstream's message on a failed page, and no claim that there was no response. */
function inWords(expected: Expected): Expected {
  if (expected.status !== 503 || !expected.retry) return expected;
  return { ...expected, words: true, never: [...(expected.never ?? []), "common.noAnswer"] };
}

export const SIGNED_OUT: Expected = page(200, "/Index/Home", { message: ["errors.sessionExpired"], session: "ends" });

export const open =
  (path: string) =>
  ({ tab }: TestContext): Promise<unknown> =>
    tab.goto(path);

/** Presses the last button of the page's form. */
export const submit = ({ tab }: TestContext): Promise<void> =>
  tab.locator("main form[method=post] button:not([value^=language])").last().click();

/** Presses the button that confirms a code in a sheet. */
export const confirm = ({ tab }: TestContext): Promise<void> =>
  tab.locator("[role=dialog] button[value=confirm]").first().click();

export const unless = (isFine: boolean, words: string): string[] => (isFine ? [] : [words]);

/** The error of a page that lacks elements of this selector (`has`), or that has any (`hasNo`). */
export const has =
  (selector: string, complaint: string, least = 1) =>
  ({ tab }: TestContext): string[] =>
    unless(tab.tab.document(selector).length >= least, complaint);
export const hasNo =
  (selector: string, complaint: string) =>
  ({ tab }: TestContext): string[] =>
    unless(tab.tab.document(selector).length === 0, complaint);

export const mainText = ({ tab }: TestContext): string => tab.tab.document("main").text();

/** A deposit page that failed shows neither an address nor its QR code. */
export const showsNoAddress = hasNo("#deposit-address, main .qr", "an address is shown");
export const canBuy = "button[value=buy]:not([disabled])";
