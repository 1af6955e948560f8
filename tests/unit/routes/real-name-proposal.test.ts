import { describe, expect, test } from "vitest";
import * as infoRoute from "~/routes/RealNameInfo/route";
import * as uploadRoute from "~/routes/UploadImage/route";
import { mask } from "~server/account/mask";
import { readDraft } from "~server/session/flow-session";
import { browserAt } from "../../support/documents";
import { attributesOf, sourceOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { applicant, draftOf, FOREIGN_DETAILS, withDetails } from "../../support/identity";
import { PERSON } from "../../support/valid-forms";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { signIn, signedIn } from "../../support/signed-in";
import { refusalOf, Visitor } from "../../support/visitor";

/** `?bundle=` and `?select=` replace the visitor's input only after a question (behaviour 2.36). */

const sandbox = await useUpstream();

const QUESTION = "/RealNameInfo?step=proposal";
const JAPAN = { name: "Japan", areaCode: "81", numberCode: "392" };
const STRANGER = {
  ...PERSON,
  certificateType: 2,
  familyName: "Mallory",
  name: "Eve",
  certificateNumber: "M0000000EVIL",
};
const select = (country: unknown) => `/RealNameInfo?select=${encodeURIComponent(JSON.stringify(country))}`;
const bundle = (details: unknown) => `/UploadImage?bundle=${encodeURIComponent(JSON.stringify(details))}`;
const THEIRS = bundle({ country: JAPAN, ...STRANGER });
const THEIR_DETAILS = { areaCode: "81", numberCode: "392", ...STRANGER };
const OURS = bundle({ country: { areaCode: "886", numberCode: "158" }, certificateType: 2, ...PERSON });
const PHOTOS = { firstPhoto: "1.jpg", secondPhoto: "2.jpg" };

/** A visitor of both screens. */
async function arrive(draft?: Parameters<typeof withDetails>[1]) {
  const { account, visitor: info } = await applicant(sandbox, infoRoute);
  const upload = new Visitor(uploadRoute);
  if (draft) await withDetails(info.cookies, draft);
  return {
    account,
    info,
    cookies: info.cookies,
    /** Opens an address of one of the two screens. */
    open: async (url: string, headers: Record<string, string> = {}) => {
      if (!url.startsWith("/UploadImage")) return info.open(url, { headers });
      for (const name of ["utoken", "flow"]) upload.cookies.set(name, info.cookies.get(name) ?? "");
      const response = await upload.open(url, { headers });
      info.cookies.take(response);
      return response;
    },
    /** Presses a button of the question. */
    press: async (intent: "keep" | "take") => {
      const { token: csrf, mark } = await info.read<{ token: string; mark: string }>(QUESTION);
      return info.post(QUESTION, { csrf, mark, intent });
    },
  };
}

const locationOf = (response: Response) => response.headers.get("location");

describe.each([
  ["?bundle=", THEIRS, "/UploadImage"],
  ["?select=", select(JAPAN), "/RealNameInfo"],
])("%s with details other than those entered", (_, url, bare) => {
  test.each<Record<string, string>>([{}, { "Sec-Fetch-Site": "cross-site" }])(
    "is removed from the URL, changes nothing, and leads to the question (%o)",
    async (headers) => {
      const { open, cookies } = await arrive({ ...FOREIGN_DETAILS, photos: PHOTOS });
      const response = await open(url, headers);
      expect(response.status).toBe(303);
      expect(locationOf(response)).toBe(bare);
      expect(await draftOf(cookies)).toEqual({ ...FOREIGN_DETAILS, photos: PHOTOS });
      expect(String(cookies)).not.toContain(STRANGER.certificateNumber);
      for (const screen of ["/UploadImage", "/RealNameInfo", "/RealNameInfo?country=156"]) {
        expect(locationOf(await open(screen))).toBe(QUESTION);
      }
    },
  );

  test("keeping what was entered changes nothing and ends the question", async () => {
    const { open, press, cookies } = await arrive({ ...FOREIGN_DETAILS, photos: PHOTOS });
    await open(url);
    expect(locationOf(await press("keep"))).toBe(bare);
    expect(await draftOf(cookies)).toEqual({ ...FOREIGN_DETAILS, photos: PHOTOS });
    expect((await open("/UploadImage")).status).toBe(200);
    expect(locationOf(await open(QUESTION))).toBe("/RealNameInfo");
  });

  test("values typed into a form whose session expired count as entered", async () => {
    const { account, info, open, cookies } = await arrive();
    const { token: csrf } = await info.read<{ token: string }>("/RealNameInfo?country=158");
    await sandbox.expireSessions(account.email);
    await info.post("/RealNameInfo?country=158", { csrf, numberCode: "158", certificateType: "2", ...PERSON });
    const again = await signIn(sandbox, account);
    cookies.set("utoken", again.cookies.get("utoken") ?? "");
    await open(url);
    expect(locationOf(await open("/RealNameInfo"))).toBe(QUESTION);
    expect(await draftOf(cookies)).toBeUndefined();
    const flow = await readFlow(pageRequest("/", { cookies }));
    expect(readDraft(flow, "realName", { account: account.email })).toMatchObject(PERSON);
  });
});

test("taking a bundle's details replaces the entered ones, and drops photos of the other document", async () => {
  const { open, press, cookies } = await arrive({ ...FOREIGN_DETAILS, photos: PHOTOS });
  await open(THEIRS);
  expect(locationOf(await press("take"))).toBe("/UploadImage");
  expect(await draftOf(cookies)).toEqual(THEIR_DETAILS);
});

test("details equal to the entered ones lead to no question and change nothing", async () => {
  const { open, cookies } = await arrive({ ...FOREIGN_DETAILS, photos: PHOTOS });
  for (const url of [OURS, select({ areaCode: "886", numberCode: "158" })]) {
    for (const site of [undefined, "cross-site"]) {
      const headers = site === undefined ? undefined : { "Sec-Fetch-Site": site };
      await open(url, headers);
      expect(await draftOf(cookies)).toEqual({ ...FOREIGN_DETAILS, photos: PHOTOS });
      expect((await open("/UploadImage")).status).toBe(200);
    }
  }
});

describe("when nothing was entered", () => {
  test.each([
    [{ "Sec-Fetch-Site": "cross-site" }, "asked"],
    [{ "Sec-Fetch-Site": "cross-site", Referer: "http://127.0.0.1:3000/UserCenter" }, "asked"],
    [{ Referer: "https://evil.example/" }, "asked"],
    [{ Referer: "http://127.0.0.1:3000.evil.example/" }, "asked"],
    // Too long to be parsed.
    [{ Referer: `http://127.0.0.1:${"3000".padStart(260, "0")}/UserCenter` }, "asked"],
    [{ Referer: "http://127.0.0.1:3000/UserCenter" }, "taken"],
    [{ "Sec-Fetch-Site": "same-origin" }, "taken"],
    [{}, "taken"],
  ])("a link with %o is %s", async (headers, outcome) => {
    for (const [url, details] of [
      [THEIRS, THEIR_DETAILS],
      [select(JAPAN), { areaCode: "81", numberCode: "392" }],
    ] as const) {
      const { open, cookies } = await arrive();
      await open(url, headers);
      expect(await draftOf(cookies)).toEqual(outcome === "taken" ? details : undefined);
      expect(locationOf(await open("/RealNameInfo"))).toBe(outcome === "taken" ? null : QUESTION);
    }
  });
});

test("a choice applies only to the details shown; a link opened later leads to another question", async () => {
  const { open, info, cookies } = await arrive(FOREIGN_DETAILS);
  await open(select(JAPAN));
  const { token: csrf, mark } = await info.read<{ token: string; mark: string }>(QUESTION);
  await open(THEIRS, { "Sec-Fetch-Site": "cross-site" });
  const refusal = await refusalOf(await info.post(QUESTION, { csrf, mark, intent: "take" }));
  expect(refusal).toMatchObject({ status: 422, errors: { "": ["errors.formExpired"] } });
  expect(await draftOf(cookies)).toEqual(FOREIGN_DETAILS);
});

test("a choice needs its form's token and a session; without an intent nothing is taken", async () => {
  const { open, info, cookies } = await arrive(FOREIGN_DETAILS);
  const { token: other } = await info.read<{ token: string }>("/RealNameInfo");
  await open(THEIRS);
  const { token: csrf, mark } = await info.read<{ token: string; mark: string }>(QUESTION);
  expect((await info.post(QUESTION, { csrf: other, mark, intent: "take" })).status).toBe(403);
  expect((await info.post(QUESTION, { csrf, mark })).status).toBe(303);
  expect(await draftOf(cookies)).toEqual(FOREIGN_DETAILS);
  expect((await info.post(QUESTION, { csrf, mark, intent: "take" })).status, "the question was already answered").toBe(
    422,
  );
  expect(await draftOf(cookies)).toEqual(FOREIGN_DETAILS);
  cookies.delete("utoken");
  expect(locationOf(await info.post(QUESTION, { csrf, mark, intent: "take" }))).toContain("/Login?redirectTo=");
});

test("a proposal that does not fit into the cookie is dropped, not the entered details", async () => {
  const long = "龘".repeat(100);
  const draft = {
    ...FOREIGN_DETAILS,
    familyName: long,
    name: long,
    photos: { firstPhoto: "x".repeat(300), secondPhoto: "y".repeat(300), thirdPhoto: "z".repeat(300) },
  };
  const { open, cookies } = await arrive(draft);
  await open(bundle({ country: JAPAN, ...STRANGER, familyName: "雞".repeat(100), name: "鴨".repeat(100) }));
  expect(await draftOf(cookies)).toEqual(draft);
  expect((await open("/UploadImage")).status).toBe(200);
});

describe("the page", () => {
  async function shown(url: string, locale: "en_US" | "el_GR", draft?: Parameters<typeof withDetails>[1]) {
    const { cookies, open } = await arrive(draft);
    await open(url, { "Sec-Fetch-Site": "cross-site" });
    return browserAt(pages, locale, cookies).open(QUESTION);
  }

  test("shows both, with half of each number hidden, and the button that changes nothing comes first", async () => {
    const { status, html, headers } = await shown(THEIRS, "en_US", { ...FOREIGN_DETAILS, photos: PHOTOS });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    const text = textOf(sourceOf(html, "main"));
    expect(text).toContain("Your details Kanarienvogel, Serinus Taiwan +886 ID number X12••••ARY");
    expect(text).toContain("Details in the link Mallory, Eve Japan +81 ID number M00••••VIL");
    expect(text).toContain("With other details, you’d have to upload them again.");
    const buttons = attributesOf(html, "button[name=intent]", "value");
    expect(buttons).toEqual(["keep", "take"]);
    for (const number of [PERSON.certificateNumber, STRANGER.certificateNumber]) expect(html).not.toContain(number);
  });
});

test.each([
  ["", "••••"],
  ["1", "••••"],
  ["123", "••••"],
  ["1234", "1••••4"],
  ["A1234567", "A1••••67"],
  ["11010519491231002X", "1101••••002X"],
  ["𠮷𠮷𠮷𠮷", "𠮷••••𠮷"],
])("at most half of a number is shown: %s", (number, expected) => {
  expect(mask(number)).toBe(expected);
});

test("another account that signs in on this browser gets no question", async () => {
  const { open, info, cookies } = await arrive(FOREIGN_DETAILS);
  await open(THEIRS);
  const other = await signedIn(sandbox, { authLevel: 3 });
  cookies.set("utoken", other.cookies.get("utoken") ?? "");
  expect((await info.open("/RealNameInfo")).status).toBe(200);
});
