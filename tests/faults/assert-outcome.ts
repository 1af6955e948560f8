import { valueOf } from "../support/scriptless/elements";
import type { WireResponse } from "../support/scriptless/wire";
import { HOSTILE_PART, NOT_FOR_VISITORS, type Column } from "./columns";
import { PAGE_ALERTS, type PageAlert } from "./metrics";
import { expectedOf, unless, type Expected, type Row, type TestContext } from "./row";

/** Finds the errors of a page after a call has failed. */

const SESSION = "utoken";
/** Texts that programs write for a missing value. */
const LEAKS = [/\bundefined\b/, /\bNaN\b/, /\[object \w+\]/, /\bnull\b/];
/** Statuses of pages that failed. */
const isBroken = (status: number) => status >= 500 && status !== 503;

const inOneLine = (text: string) => text.replace(/\s+/g, " ");

/** The longest part of a text without placeholders, which identifies the text on a page. */
const gist = (text: string) =>
  text
    .split(/\{\{\w+\}\}/)
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "");

/** The visible text of a page, without scripts and styles, and its title. */
function wordsOf({ tab }: TestContext): string {
  const document = tab.tab.document("html").clone();
  document.find("script, style, template").remove();
  return inOneLine(document.text());
}

/**
 * Checks every response on the way, and the last page.
 *
 * @param responses the responses of the step in which the call failed; the last one is the page
 * @param before whether there was a session
 */
export async function assertOutcome(
  row: Row,
  testContext: TestContext,
  responses: readonly WireResponse[],
  before: boolean,
): Promise<string[]> {
  const expected = expectedOf(row, testContext.column);
  const last = responses.at(-1);
  if (!last) return ["no answer came"];
  return [
    ...responses.flatMap(wellMade),
    ...pageAt(testContext, last, expected),
    ...texts(testContext, expected),
    ...preservedFields(testContext, expected.isPreserved),
    ...sessions(testContext, responses, before, expected),
    ...((await expected.further?.(testContext)) ?? []),
  ];
}

/**
 * Checks that the metrics of the operator's alerts count what happened: the outcome of the purchase, each failed page,
 * and nothing else.
 *
 * @param growth of each alert's metric, in the step in which the call failed
 */
export function assertAlerts(
  row: Row,
  column: Column,
  responses: readonly WireResponse[],
  growth: Readonly<Record<PageAlert, number>>,
): string[] {
  const { seenBy } = expectedOf(row, column);
  const unavailable = responses.filter(({ status }) => status === 503).length;
  return PAGE_ALERTS.flatMap((alert) => {
    const wanted = alert === "PagesUnavailable" ? unavailable : alert === seenBy ? 1 : 0;
    return unless(growth[alert] === wanted, `${alert} reads ${growth[alert]} instead of ${wanted}`);
  });
}

/** Checks that apply to every response, whichever call failed. */
function wellMade({ html, status, location, headers }: WireResponse): string[] {
  const document = html.toLowerCase();
  const isRedirect = location !== null;
  return [
    ...unless(!isBroken(status), `a response has status ${status}`),
    ...unless(isRedirect || document.includes("<h1"), "a page has no h1, so it is blank or not ours"),
    ...unless(isRedirect || (headers.get("content-type") ?? "").includes("text/html"), "a page is not HTML"),
    ...unless(!html.includes(`<img src=x ${HOSTILE_PART}`), "the upstream's message is rendered as markup"),
    ...unless(!/<script[^>]*>\s*alert/i.test(html), "the upstream's message runs as a script"),
    ...unless(!/href="javascript:/i.test(html), "a link runs a script"),
    ...unless(!html.includes("\uFFFD"), "a page has broken characters"),
    ...NOT_FOR_VISITORS.filter((words) => html.includes(words)).map((words) => `a page says "${words}"`),
  ];
}

function pageAt(testContext: TestContext, { status, asked }: WireResponse, expected: Expected): string[] {
  const { tab, t, shown } = testContext;
  const path = asked.url.pathname + asked.url.search;
  const isThere = typeof expected.at === "string" ? path === expected.at : expected.at.test(path);
  const words = wordsOf(testContext);
  const $ = tab.tab.document;
  const attributes = $("[value], [href], [src], [alt], [title], [aria-label]")
    .toArray()
    .flatMap((element) => ("attribs" in element ? Object.entries(element.attribs) : []))
    .filter(([name]) => ["value", "href", "src", "alt", "title", "aria-label"].includes(name))
    .map(([, value]) => value)
    .join("\n");
  return [
    ...unless(isThere, `it ends at ${path} instead of ${String(expected.at)}`),
    ...unless([expected.status].flat().includes(status), `status ${status} instead of ${String(expected.status)}`),
    ...unless($("main").text().trim() !== "", "its main part is empty"),
    ...unless($("title").text().trim() !== "", "it has no title"),
    ...unless(!words.includes(gist(t("Error.brokenTitle"))), "it is the crash page"),
    ...LEAKS.filter((leak) => leak.test(words)).map((leak) => `it says ${leak.source}`),
    ...LEAKS.slice(0, 3)
      .filter((leak) => leak.test(attributes))
      .map((leak) => `an attribute has ${leak.source}`),
    ...shown
      .filter((text) => isRefusing(expected) && words.includes(inOneLine(text)))
      .map((text) => `it shows "${text}" again`),
  ];
}

/** True for a page without data, the only kind that must not show data from before. */
const isRefusing = ({ status }: Expected) => [status].flat().includes(503);

function texts(
  testContext: TestContext,
  { message: messages = [], messageOneOf, never = [], words: hasUpstreamWords, retry }: Expected,
): string[] {
  const { t, tab } = testContext;
  const words = wordsOf(testContext);
  const isShown = (key: Parameters<typeof t>[0]) => words.includes(inOneLine(gist(t(key))));
  const $ = tab.tab.document;
  const again = $("main a")
    .toArray()
    .some((link) => inOneLine($(link).text()).includes(t("common.retry")));
  return [
    ...messages.filter((key) => !isShown(key)).map((key) => `it does not say ${key}`),
    ...unless(!messageOneOf || messageOneOf.some(isShown), `it says none of ${String(messageOneOf)}`),
    ...never.filter(isShown).map((key) => `it says ${key}`),
    ...unless(!hasUpstreamWords || words.includes(HOSTILE_PART), "it does not show the upstream's message"),
    ...unless(!retry || again, "it has no link to try again"),
  ];
}

/** Checks that typed values are still there; "@" stands for an e-mail address of this cell. */
export function preservedFields({ tab }: TestContext, wanted: Expected["isPreserved"] = {}): string[] {
  const $ = tab.tab.document;
  return Object.entries(wanted).flatMap(([name, value]) => {
    const field = $(`[name="${name}"]`).toArray().at(-1);
    if (!field || !("attribs" in field)) return [`the field ${name} is missing`];
    const found = valueOf($, field);
    const plain = (text: string) => text.replace(/\r\n/g, "\n").trim();
    const isPreserved = value === "@" ? /^\S+@\S+$/.test(found) : plain(found) === plain(value);
    return unless(isPreserved, `the field ${name} has "${found}" instead of "${value}"`);
  });
}

function sessions(
  { tab }: TestContext,
  responses: readonly WireResponse[],
  before: boolean,
  expected: Expected,
): string[] {
  const after = tab.visitor.jar.get(SESSION) !== undefined;
  const set = responses.some(({ headers }) => headers.getSetCookie().some((line) => line.startsWith(`${SESSION}=`)));
  if (expected.session === "ends") return unless(!after, "the session is still there");
  if (expected.session === "begins") return unless(after, "nobody is signed in");
  return [
    ...unless(after === before, after ? "a session began" : "the session is lost"),
    // The message for a visitor without a session is allowed.
    ...unless(!set || !before, "a session cookie is set"),
  ];
}
