import { beforeEach, expect, test } from "vitest";
import * as selectRoute from "~/routes/RealNameSelect/route";
import * as route from "~/routes/RealNameInfo/route";
import { beginSession } from "~server/session/begin";
import { flowCookie } from "~server/session/flow-session";
import { readSession } from "~server/session/session";
import { ownerBy } from "~server/session/owner";
import { endEverywhere } from "~server/session/signed-out";
import { browserAt } from "../../support/documents";
import { all, attributesOf, linksOf, only, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { applicant, draftOf, FOREIGN_DETAILS, MAINLAND_DETAILS, withDetails } from "../../support/identity";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { signIn, signedIn } from "../../support/signed-in";
import { refusalOf, Visitor } from "../../support/visitor";
import { PERSON, validIdentity, validMainlandIdentity } from "../../support/valid-forms";

const sandbox = await useUpstream();

const MAINLAND = "/RealNameInfo?country=156";
const ELSEWHERE = "/RealNameInfo?country=158";
const FOREIGN = validIdentity();
const CHINESE = validMainlandIdentity();

/** Signed in before each test. */
let visitor: Visitor;
let account: Awaited<ReturnType<typeof applicant>>["account"];

beforeEach(async () => {
  ({ visitor, account } = await applicant(sandbox, route));
});

async function page(url: string, locale: "el_GR" | "en_US" = "en_US") {
  const browser = browserAt(pages, locale, visitor.cookies);
  return { ...(await browser.open(url)), browser };
}

const fieldsOf = (html: string) => attributesOf(html, "input[name]:not([type=hidden])", "name");

test("for country code 86 the form has full name and ID number, with the identity card as the only type", async () => {
  const { status, html, headers } = await page(MAINLAND);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(fieldsOf(html)).toEqual(["userName", "certificateNumber"]);
  expect(textOf(html)).toContain("Type of document Identity card");
  expect(textOf(html)).not.toContain("Passport");
  expect(attributesOf(html, "input[type=hidden][name=certificateType]", "value")).toEqual(["1"]);
});

test("for other countries the form has given name, family name, four document types and the number", async () => {
  const { html } = await page(ELSEWHERE, "el_GR");
  expect(fieldsOf(html)).toEqual([
    "familyName",
    "name",
    ...Array<string>(4).fill("certificateType"),
    "certificateNumber",
  ]);
  expect(textOf(html)).toContain("證件類型 身分證 護照 駕照 其他法定證件");
  expect(all(html, "[type=radio]")).toHaveLength(4);
});

test("complete details are stored in the encrypted flow session, not sent, and lead to the photos", async () => {
  for (const [url, fields, expected] of [
    [MAINLAND, CHINESE, MAINLAND_DETAILS],
    [ELSEWHERE, FOREIGN, FOREIGN_DETAILS],
  ] as const) {
    const response = await visitor.submit(url, fields);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/UploadImage");
    expect(await draftOf(visitor.cookies)).toEqual(expected);
    expect(String(visitor.cookies)).not.toContain(fields.certificateNumber);
    expect(await sandbox.calls("auth_realname")).toBe(0);
  }
});

test("either userName or the name pair is stored, whatever is posted", async () => {
  await visitor.submit(MAINLAND, { ...FOREIGN, ...CHINESE });
  expect(await draftOf(visitor.cookies)).toEqual(MAINLAND_DETAILS);
  await visitor.submit(ELSEWHERE, { ...CHINESE, ...FOREIGN });
  expect(await draftOf(visitor.cookies)).toEqual(FOREIGN_DETAILS);
});

test.each([
  ["spaces", " DUPLICATE\u00a01\u3000"],
  ["full-width signs", "\uff24\uff35\uff30\uff2c\uff29\uff23\uff21\uff34\uff25\uff11"],
  ["lowercase letters", "duplicate1"],
  ["invisible characters", "DUP\u200bLI\u00adCATE\ufeff1\u202c\u2060"],
  ["leading and trailing hyphens", "- DUPLICATE1\u2013"],
])("a document number is normalised, in the form too: %s", async (_, certificateNumber) => {
  await visitor.submit(ELSEWHERE, { ...FOREIGN, certificateNumber });
  expect(await draftOf(visitor.cookies)).toMatchObject({ certificateNumber: "DUPLICATE1" });
  expect(await visitor.read(ELSEWHERE)).toMatchObject({ typed: { certificateNumber: "DUPLICATE1" } });
  await visitor.submit(ELSEWHERE, { ...FOREIGN, certificateNumber: " a-12\uff0d3 " });
  expect(await draftOf(visitor.cookies)).toMatchObject({ certificateNumber: "A-12-3" });
});

const long = (length: number) => "x".repeat(length);

test.each([
  [MAINLAND, CHINESE, { userName: " \u3000 " }],
  [MAINLAND, CHINESE, { certificateNumber: "" }],
  [MAINLAND, CHINESE, { certificateType: "2" }],
  [ELSEWHERE, FOREIGN, { familyName: "" }],
  [ELSEWHERE, FOREIGN, { familyName: "\u200b" }],
  [ELSEWHERE, FOREIGN, { certificateNumber: undefined }],
  [ELSEWHERE, FOREIGN, { certificateType: undefined }],
  [ELSEWHERE, FOREIGN, { certificateType: "5" }],
  [ELSEWHERE, FOREIGN, { name: "a\u0000b" }],
])(
  "a missing or invalid field shows the message realVaild and a short note at the field: %s %#",
  async (url, good, bad) => {
    const refusal = await refusalOf(await visitor.submit(url, { ...good, ...bad }));
    expect(refusal.status).toBe(422);
    const [field = "", sent = ""] = Object.entries(bad)[0] ?? [];
    const word = /^[\s\u200b]*$/.test(sent) ? "RealNameInfo.blank" : "errors.invalid";
    expect(refusal.errors).toEqual({ "": ["errors.realVaild"], [field]: [word] });
    expect(await draftOf(visitor.cookies)).toBeUndefined();
  },
);

test("a rejected form keeps the input, and links to the wrong fields with their messages", async () => {
  const { browser, html } = await page(ELSEWHERE);
  const response = await browser.submit(ELSEWHERE, { ...FOREIGN, name: "", certificateNumber: "" }, { html });
  expect(response.status).toBe(422);
  expect(titleOf(response.html)).toMatch(/^Error: Your details/);
  expect(response.html).toContain('value="Kanarienvogel"');
  expect(attributesOf(response.html, "input[value='2']", "checked")[0]).toBeDefined();
  const summary = only(response.html, "main [role=alert]");
  expect(linksOf(summary)).toEqual([
    { href: "#details-name", text: "Given name: Fill this in." },
    { href: "#details-certificateNumber", text: "ID number: Fill this in." },
  ]);
  for (const field of ["name", "certificateNumber"])
    expect(textsOf(response.html, `#details-${field}-error`)).toEqual(["Fill this in."]);
  expect(textOf(response.html).split("Enter your name and ID number.")).toHaveLength(2);
});

test("a country not in the list leads to the country choice, also when posted", async () => {
  expect((await visitor.open("/RealNameInfo?country=999")).headers.get("location")).toBe("/RealNameSelect");
  const posted = await visitor.submit(ELSEWHERE, { ...FOREIGN, numberCode: "999" });
  expect(posted.headers.get("location")).toBe("/RealNameSelect");
  expect(await visitor.toast()).toEqual({ key: "errors.countryUnknown", kind: "alert" });
  expect(await draftOf(visitor.cookies)).toBeUndefined();
});

const select = (country: unknown) => `/RealNameInfo?select=${encodeURIComponent(JSON.stringify(country))}`;

test("?select= with a JSON country is validated, stored in the flow session and redirected with 303 to the bare URL", async () => {
  const response = await visitor.open(select({ name: "Taiwan", areaCode: "886", numberCode: "158" }));
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/RealNameInfo");
  expect(await draftOf(visitor.cookies)).toEqual({ areaCode: "886", numberCode: "158" });
  expect(await visitor.read("/RealNameInfo")).toMatchObject({
    country: { numberCode: "158" },
    typed: { numberCode: "158" },
  });
});

test.each(["{", "null", "[]", '"158"', select({}).slice(21), JSON.stringify({ numberCode: "158", areaCode: "999" })])(
  "?select= with anything else is also removed from the URL: %s",
  async (sent) => {
    const response = await visitor.open(`/RealNameInfo?select=${encodeURIComponent(sent)}`);
    expect(response.headers.get("location")).toBe("/RealNameSelect");
    expect(await draftOf(visitor.cookies)).toBeUndefined();
  },
);

test("?select= is removed from the URL even if the upstream fails, and before the sign-in", async () => {
  await sandbox.fail("kv", { kind: "html" });
  await sandbox.fail("user_info", { kind: "html" });
  const url = select({ areaCode: "886", numberCode: "158", name: "canary" });
  expect((await visitor.open(url)).headers.get("location")).toBe("/RealNameInfo");
  expect((await new Visitor(route).open(url)).headers.get("location")).toBe("/Login?redirectTo=%2FRealNameInfo");
});

test("accepted photos are kept when only name or number change, and dropped for another document", async () => {
  const photos = { firstPhoto: "1.jpg", secondPhoto: "2.jpg", thirdPhoto: "3.jpg" };
  await withDetails(visitor.cookies, { ...FOREIGN_DETAILS, photos });
  await visitor.submit(ELSEWHERE, { ...FOREIGN, certificateNumber: "Z9" });
  expect(await draftOf(visitor.cookies)).toMatchObject({ certificateNumber: "Z9", photos });
  await visitor.submit(ELSEWHERE, { ...FOREIGN, certificateType: "1" });
  expect((await draftOf(visitor.cookies))?.photos).toBeUndefined();
});

test("a session that expires during the form leads to / with the message; the draft is back after sign-in", async () => {
  const { token: csrf } = await visitor.read<{ token: string }>(ELSEWHERE);
  await sandbox.expireSessions(account.email);
  const response = await visitor.post(ELSEWHERE, { csrf, ...FOREIGN });
  expect(response.headers.get("location")).toBe("/");
  expect(await visitor.toast()).toEqual({ key: "errors.sessionExpired", kind: "alert" });

  const again = await signIn(sandbox, account);
  visitor.cookies.set("utoken", again.cookies.get("utoken") ?? "");
  expect(await visitor.read("/RealNameInfo")).toMatchObject({ country: { numberCode: "158" }, typed: FOREIGN });
  const chooser = new Visitor(selectRoute);
  chooser.cookies.set("utoken", again.cookies.get("utoken") ?? "").set("flow", visitor.cookies.get("flow") ?? "");
  expect(await chooser.read("/RealNameSelect")).toMatchObject({ country: { numberCode: "158" } });

  await visitor.submit(ELSEWHERE, FOREIGN);
  const flow = await readFlow(pageRequest("/", { cookies: visitor.cookies }));
  expect(flow.draft, "accepted, no longer a draft").toBeUndefined();
});

test("another account on this browser sees neither draft nor details", async () => {
  await withDetails(visitor.cookies, MAINLAND_DETAILS);
  const { token: csrf } = await visitor.read<{ token: string }>(ELSEWHERE);
  await sandbox.expireSessions(account.email);
  await visitor.post(ELSEWHERE, { csrf, ...FOREIGN });
  const other = await signedIn(sandbox, { authLevel: 3 });
  visitor.cookies.set("utoken", other.cookies.get("utoken") ?? "");
  for (const url of ["/RealNameInfo", MAINLAND, ELSEWHERE]) {
    expect((await visitor.read<{ typed: object }>(url)).typed).toEqual({});
  }
});

test("if the session was ended elsewhere before sending, only its owner finds the draft", async () => {
  const { token: csrf } = await visitor.read<{ token: string }>(ELSEWHERE);
  const session = await readSession(pageRequest("/", { cookies: visitor.cookies }));
  await endEverywhere(ownerBy({ account: account.email, id: session?.id ?? "", userId: session?.userId }));
  const ended = visitor.cookies.get("utoken") ?? "";
  const other = await signedIn(sandbox, { authLevel: 3 });
  const back = await signIn(sandbox, account);
  const begun = await beginSession({ token: back.token, account: account.email }, pageRequest("/"));
  for (const intent of ["", "language-el_GR"]) {
    visitor.cookies.set("utoken", ended);
    const response = await visitor.post(ELSEWHERE, { csrf, ...FOREIGN, intent });
    expect(response.headers.get("location")).toMatch(intent ? /^\/RealNameInfo/ : /^\/Login/);
    visitor.cookies.set("utoken", other.cookies.get("utoken") ?? "");
    expect((await visitor.read<{ typed: object }>(ELSEWHERE)).typed, "another account").toEqual({});
    visitor.cookies.take(begun);
    expect(await visitor.read(ELSEWHERE), "its owner").toMatchObject({ typed: FOREIGN });
    visitor.cookies.delete("flow");
  }
});

test("the largest details fit into the cookie beside an unfinished purchase and a draft", async () => {
  const flow = await readFlow(pageRequest("/", { cookies: visitor.cookies }));
  visitor.cookies.take(await flowCookie({ ...flow, register: { token: long(300), email: "a@b.c" } }));
  const longest = "龘".repeat(100);
  const response = await visitor.submit(ELSEWHERE, {
    ...FOREIGN,
    familyName: longest,
    name: longest,
    certificateNumber: long(64),
  });
  expect(response.status).toBe(303);
  const photos = { firstPhoto: long(300), secondPhoto: long(300), thirdPhoto: long(300) };
  const draft = await draftOf(visitor.cookies);
  await withDetails(visitor.cookies, { ...FOREIGN_DETAILS, ...draft, photos });
  expect(await draftOf(visitor.cookies)).toMatchObject({ familyName: longest, photos });
});

test.each([
  [1, "toasts.realNameVerified"],
  [0, "toasts.realNameReview"],
])("details cannot be entered or changed once verified or in review (%i)", async (authLevel, key) => {
  const { token: csrf } = await visitor.read<{ token: string }>(ELSEWHERE);
  const data = { userAccount: "a@example.com", authLevel, googleStatus: 1 };
  await sandbox.fail("user_info", { kind: "answer", body: { code: 0, msg: "", data } });
  for (const response of [await visitor.open(ELSEWHERE), await visitor.post(ELSEWHERE, { csrf, ...FOREIGN })]) {
    expect(response.headers.get("location")).toBe("/UserCenter");
    expect(await visitor.toast()).toEqual({ key, kind: "status" });
  }
  expect(await draftOf(visitor.cookies)).toBeUndefined();
});

test("if the upstream does not return the account the page is a 503, and a posted form is shown again", async () => {
  const { token: csrf } = await visitor.read<{ token: string }>(ELSEWHERE);
  await sandbox.fail("user_info", { kind: "html" });
  const refusal = await refusalOf(await visitor.post(ELSEWHERE, { csrf, ...FOREIGN }));
  expect(refusal).toMatchObject({ status: 503, errors: { "": ["errors.network"] }, values: PERSON });
  await expect(Promise.resolve(visitor.open(ELSEWHERE)).then(({ status }) => status)).resolves.toBe(503);
  // The response cannot show the form; the input reappears when the page can.
  await sandbox.heal();
  expect(await visitor.read(ELSEWHERE)).toMatchObject({ typed: PERSON });
});
