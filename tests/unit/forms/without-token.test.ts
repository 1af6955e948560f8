import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { getText } from "~server/texts/text";
import { formAction, type FormResult } from "~server/forms/form";
import { FORM_READ_MAX_BYTES } from "~server/forms/constants";
import { FORM_TOKEN_AGE_MS } from "~server/session/csrf";
import { flowCookie } from "~server/session/flow-session";
import { LOCALES } from "~server/i18n/locale";
import { site } from "../../support/documents";
import { linksOf, textsOf } from "../../support/html";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { formTokenFor } from "../../support/route-args";

/** A form without a genuine token has no effect, and its page is not rendered. */

const loader = vi.fn(() => null);
const Page = vi.fn(() => null);
const handle = vi.fn(async () => new Response(null, { status: 303, headers: { Location: "/Index/Home" } }));
const action = formAction({ purpose: "enquiry", schema: () => z.object({ name: z.string() }), handle });
const serve = site({ LeavingMessage: { loader, action, default: Page } });

beforeEach(() => vi.clearAllMocks());

const visitor = (language = "en_US") => new CookieJar().set("ulan", language);

const UNREADABLE: [what: string, body: string, headers: Record<string, string>, status: number][] = [
  ["no token", "name=x", {}, 403],
  ["a made-up token", `name=x&csrf=${"x".repeat(80)}`, {}, 403],
  ["a body of another type", "name=x", { "Content-Type": "multipart/form-data; boundary=x" }, 415],
  ["a body that is not UTF-8", "name=%FF&\xff", {}, 403],
  ["more than is read", "name=x", { "Content-Length": String(FORM_READ_MAX_BYTES + 1) }, 413],
  ["too many fields", "a=1&".repeat(300), {}, 400],
];

test.for(UNREADABLE)("%s: a small page, no loader, nothing rendered", async ([, body, headers, status]) => {
  const request = new Request("http://127.0.0.1:3000/LeavingMessage", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: visitor().toString(), ...headers },
    body,
  });
  const response = await serve(request);
  const html = await response.text();
  expect([response.status, textsOf(html, "h1")]).toEqual([status, [String(status)]]);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  expect(html.length).toBeLessThan(1_500);
  expect(linksOf(html)).toEqual([
    { href: "", text: "Open this page again" },
    { href: "/", text: "Home" },
  ]);
  for (const called of [loader, Page, handle]) expect(called).not.toHaveBeenCalled();
});

test.for(LOCALES)("the page is in the visitor's language: %s", async (locale) => {
  const response = await serve(formRequest("/LeavingMessage", { name: "x" }, { cookies: visitor(locale) }));
  const [reason] = textsOf(await response.text(), "p");
  expect(reason).toBe(getText(locale)("errors.forged"));
});

test("without cookies the page says in both languages that they are needed and how to allow them", async () => {
  const response = await serve(formRequest("/LeavingMessage", { name: "x" }));
  expect(response.status).toBe(403);
  expect(textsOf(await response.text(), "p").join(" ")).toMatch(
    /需要 Cookie.*瀏覽器設定.*needs cookies.*Allow cookies for this site in your browser’s settings/,
  );
});

test("a post by scripts gets the message as data", async () => {
  const response = await serve(
    formRequest("/LeavingMessage?_data=LeavingMessage", { name: "x" }, { cookies: visitor() }),
  );
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    403,
    expect.stringContaining("application/json"),
  ]);
  const { lastResult } = (await response.json()) as FormResult;
  expect(JSON.stringify(lastResult.error)).toContain(getText("en_US")("errors.forged"));
});

test("a form whose flow cookie was not stored says that cookies are needed, and keeps the input", async () => {
  const cookies = new CookieJar().take(await flowCookie({ id: "flow-id-0123456789" }));
  const csrf = await formTokenFor(pageRequest("/LeavingMessage", { cookies }), "enquiry");
  const response = await serve(formRequest("/LeavingMessage?_data=LeavingMessage", { name: "x", csrf }));
  expect(response.status).toBe(422);
  const { lastResult } = (await response.json()) as FormResult;
  expect(lastResult.initialValue).toEqual({ name: "x" });
  expect(JSON.stringify(lastResult.error)).toContain(getText("el_GR")("errors.cookiesNeeded"));
  expect(handle).not.toHaveBeenCalled();
});

test("an expired form is shown again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const csrf = await formTokenFor(pageRequest("/LeavingMessage"), "enquiry");
  vi.setSystemTime(Date.now() + FORM_TOKEN_AGE_MS + 1_000);
  const response = await serve(formRequest("/LeavingMessage", { name: "x", csrf }));
  vi.useRealTimers();
  expect(response.status).toBe(422);
  expect(Page).toHaveBeenCalled();
});
