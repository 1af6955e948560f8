import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as thumbnailRoute from "~/routes/UploadImage_.$slot/route";
import * as successRoute from "~/routes/SuccessRealname/route";
import * as route from "~/routes/UploadImage/route";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { FLOW_AGE_MS } from "~server/session/headers";
import { UPLOAD_ACCEPT_BYTES } from "~server/specification";
import { UPLOAD_DEADLINE_MS } from "~server/upstream/constants";
import type { Fault } from "@storefront/sandbox/start";
import { userInfo } from "~server/upstream/user";
import { sampleOf } from "@storefront/test-support/sample";
import { browserAt } from "../../support/documents";
import { all, attributesOf, linksOf, only, sourceOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { applicant, draftOf, FOREIGN_DETAILS, MAINLAND_DETAILS, postPhotos, withDetails } from "../../support/identity";
import { MAINLANDER, PERSON } from "../../support/valid-forms";
import {
  cornerOf,
  GIF,
  HTML_WITH_PNG_HEAD,
  hugePng,
  phonePhoto,
  smallPhoto,
  SVG,
} from "@storefront/test-support/images";
import { useUpstream } from "../../support/upstream";
import { pageRequest, type CookieJar } from "../../support/requests";
import { formTokenFor, newAddress, routeArgs } from "../../support/route-args";
import { signIn, signedIn } from "../../support/signed-in";
import { LINE, part, unfinishedBody } from "../../support/unfinished-body";
import { refusalOf, Visitor } from "../../support/visitor";

const sandbox = await useUpstream();

let small: Buffer;

beforeAll(async () => {
  small = await smallPhoto();
});

const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;
const ALL = () => ({ firstPhoto: small, secondPhoto: small, thirdPhoto: small });
const jpeg = (bytes: Buffer) => ({ bytes, name: "photo.jpg", type: "image/jpeg" });
const png = (bytes: Buffer) => ({ bytes, name: "photo.png", type: "image/png" });

/** A visitor who has entered the details and must now send the photos. */
async function ready(
  details: Parameters<typeof withDetails>[1] = FOREIGN_DETAILS,
  locale: "el_GR" | "en_US" = "en_US",
) {
  const arrived = await applicant(sandbox, route, {}, locale);
  await withDetails(arrived.visitor.cookies, details);
  return arrived;
}

const post = (
  cookies: CookieJar,
  photos: Parameters<typeof postPhotos>[2],
  options?: Parameters<typeof postPhotos>[3],
) => postPhotos(route, cookies, photos, options);

/** The photos that arrived at the upstream: slot, name, content type and bytes. */
async function uploads() {
  return (await sandbox.requests("upload_img")).map(({ body }) => {
    const { name, files } = body as {
      name: string;
      files: { field: string; filename: string; contentType: string; base64: string }[];
    };
    return { name, files: files.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, "base64") })) };
  });
}

const handedIn = async () =>
  (await sandbox.requests("auth_realname")).map(({ body }) => body as Record<string, unknown>);
const toastOf = async (cookies: CookieJar) => {
  const visitor = new Visitor(route);
  visitor.cookies.set("flash", cookies.get("flash") ?? "");
  return visitor.toast();
};

test("the security info is sent with each photo and with the details", async () => {
  const securityInfo = JSON.stringify({ userAgent: "a phone", timezone: "Asia/Taipei" });
  const { visitor } = await ready();
  expect((await post(visitor.cookies, ALL(), { securityInfo })).headers.get("location")).toBe("/SuccessRealname");
  const bodies = [...(await sandbox.requests("upload_img")), ...(await sandbox.requests("auth_realname"))];
  expect(bodies).toHaveLength(4);
  for (const { body } of bodies) expect(body).toMatchObject({ securityInfo });
});

test("a photo reaches the upstream processed, in its slot, without its own name", async () => {
  const { visitor, token } = await ready();
  const firstPhoto = { bytes: small, name: "canary-name.jpg", type: "image/jpeg" };
  const response = await post(visitor.cookies, { ...ALL(), firstPhoto });
  expect(response.headers.get("location")).toBe("/SuccessRealname");
  const [sent] = (await uploads()).filter(({ name }) => name === "firstPhoto");
  expect(sent?.files).toMatchObject([{ field: "firstPhoto", filename: "firstPhoto.jpg", contentType: "image/jpeg" }]);
  expect((await sharp(sent?.files[0]?.bytes).metadata()).exif).toBeUndefined();
  expect((await sandbox.requests("upload_img"))[0]?.headers["exchange-token"]).toBe(token);
});

test.each([
  [
    "the full name for mainland China",
    MAINLAND_DETAILS,
    { countryCode: "+86", numberCode: "156", certificateType: 1, ...MAINLANDER },
  ],
  [
    "the name pair elsewhere",
    FOREIGN_DETAILS,
    { countryCode: "+886", numberCode: "158", certificateType: 2, ...PERSON },
  ],
])(
  "with three photos the identity is submitted with exactly one form of the name: %s",
  async (_, details, expected) => {
    const { visitor, token } = await ready(details);
    const response = await post(visitor.cookies, ALL());
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/SuccessRealname");
    expect(await toastOf(visitor.cookies)).toEqual({ key: "toasts.realNameSubmitted", kind: "status" });
    const [sent] = await handedIn();
    expect(sent).toMatchObject(expected);
    expect(Object.keys(sent ?? {}).sort()).toEqual([...Object.keys(expected), ...SLOTS].sort());
    for (const slot of SLOTS) expect(String(sent?.[slot])).toMatch(new RegExp(`^${slot}-[0-9a-f]+\\.jpg$`));
    expect(await draftOf(visitor.cookies), "no draft is left").toBeUndefined();
    expect((await userInfo({ locale: "en_US", token })).authLevel).toBe("review");
  },
);

const LIMIT = Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(UPLOAD_ACCEPT_BYTES + 1)]);

describe("a rejected photo has a message at its slot, and the others stay accepted", () => {
  test.each([
    ["an SVG", () => png(SVG), "UploadImage.photoType"],
    ["a GIF named .png", () => png(GIF), "UploadImage.photoType"],
    ["HTML with a PNG head", () => png(HTML_WITH_PNG_HEAD), "UploadImage.photoType"],
    ["a 30000 x 30000 PNG", () => png(hugePng(30_000, 30_000)), "UploadImage.photoPixels"],
    ["an empty file", () => jpeg(Buffer.alloc(0)), "UploadImage.photoEmpty"],
    ["a 9 MB file", () => jpeg(LIMIT), "UploadImage.photoSize"],
    ["a missing photo", () => "blank" as const, "UploadImage.photoMissing"],
  ])("%s", async (_, make, message) => {
    for (const slot of sampleOf(SLOTS, 3)) {
      const { visitor } = await ready();
      const other = slot === "thirdPhoto" ? "firstPhoto" : "thirdPhoto";
      const refusal = await refusalOf(await post(visitor.cookies, { [other]: small, [slot]: make() }));
      expect(refusal).toMatchObject({ status: 422, errors: { [slot]: [message] } });
      expect(Object.keys((await draftOf(visitor.cookies))?.photos ?? {})).toEqual([other]);
      expect(await sandbox.calls("auth_realname")).toBe(0);
    }
  });
});

test("without photos each slot says so, the page asks once to upload all, and nothing is uploaded", async () => {
  const { visitor } = await ready();
  const refusal = await refusalOf(await post(visitor.cookies, {}));
  expect(refusal.errors).toEqual({
    "": ["errors.photosMissing"],
    ...Object.fromEntries(SLOTS.map((slot) => [slot, ["UploadImage.photoMissing"]])),
  });
  expect(await sandbox.calls("upload_img")).toBe(0);
});

test("photos may be sent one at a time and replaced; a rejected one keeps the earlier one in its slot", async () => {
  const { visitor } = await ready();
  await post(visitor.cookies, { firstPhoto: small });
  const first = (await draftOf(visitor.cookies))?.photos?.firstPhoto;
  await post(visitor.cookies, { firstPhoto: png(GIF), secondPhoto: small });
  expect((await draftOf(visitor.cookies))?.photos?.firstPhoto).toBe(first);
  await post(visitor.cookies, { firstPhoto: await phonePhoto({ width: 640, height: 480 }) });
  expect((await draftOf(visitor.cookies))?.photos?.firstPhoto).not.toBe(first);
  expect((await post(visitor.cookies, { thirdPhoto: small })).headers.get("location")).toBe("/SuccessRealname");
});

describe("the page", () => {
  test("has one multipart form with three slots for JPEG and PNG, without capture", async () => {
    const { visitor } = await ready();
    const { status, html, headers } = await browserAt(pages, "en_US", visitor.cookies).open("/UploadImage");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(all(html, 'form[enctype="multipart/form-data"]')).toHaveLength(1);
    const inputs = all(html, "input[type=file]");
    expect(inputs.map((input) => input.attr("name"))).toEqual([...SLOTS]);
    for (const input of inputs) {
      expect(input.attr("accept")).toBe("image/jpeg,image/png");
      expect(input.attr("capture")).toBeUndefined();
      expect(input.attr("multiple")).toBeUndefined();
    }
    const { accept } = await visitor.read("/UploadImage", { headers: { "User-Agent": "Android" } });
    expect(accept).toBe("image/jpeg,image/png,android/allowCamera");
    // The form's token must arrive before any file.
    expect(attributesOf(html, "form[enctype] input", "name")[0]).toBe("csrf");
  });

  test.each([
    ["el_GR", "如果無法選擇照片，請改用瀏覽器登入，再繼續驗證。"],
    ["en_US", "Can’t choose a photo in this app? Sign in with your browser and continue there."],
  ] as const)(
    "inside an app, whose browser may not let a photo be chosen, it names the way out: %s",
    async (...row) => {
      const [locale, wayOut] = row;
      const browser = browserAt(pages, locale, (await ready()).visitor.cookies);
      const notes = async (userAgent: string) =>
        textsOf((await browser.open("/UploadImage", { "User-Agent": userAgent })).html, "main p");
      expect(await notes("Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) Chrome/126.0 Mobile")).toContain(wayOut);
      expect(await notes("Mozilla/5.0 (Linux; Android 14; K) Chrome/126.0 Mobile")).not.toContain(wayOut);
    },
  );

  test.each([
    ["en_US", FOREIGN_DETAILS, "These photos go with Kanarienvogel, Serinus ID number X12••••ARY Change"],
    ["el_GR", MAINLAND_DETAILS, "這些照片將與以下資料一併送出 金絲雀王小明 證件號碼 1101••••002X 修改"],
  ] as const)(
    "shows the details sent with the photos, half of the number hidden, and a link to change them: %s",
    async (...row) => {
      const [locale, details, expected] = row;
      const { visitor } = await ready(details);
      const { html } = await browserAt(pages, locale, visitor.cookies).open("/UploadImage");
      expect(linksOf(sourceOf(html, "main"))[0]).toEqual({ href: "/RealNameInfo", text: expected });
      expect(html).not.toContain(details.certificateNumber);
    },
  );

  test("shows an accepted photo's thumbnail in the response that rejects another slot", async () => {
    const { visitor } = await ready();
    const words = "Choose a complete JPG or PNG photo.";
    const browser = browserAt(pages, "en_US", visitor.cookies.copy());
    const page = await browser.newPage();
    await page.goto("/UploadImage");
    await page.setInputFiles("[name=firstPhoto]", { name: "a.jpg", mimeType: "image/jpeg", buffer: small });
    await page.setInputFiles("[name=secondPhoto]", { name: "b.png", mimeType: "image/png", buffer: GIF });
    await page.locator("form[enctype] button").click();
    expect(page.tab.answer?.status).toBe(422);
    const html = await page.content();
    const summary = only(html, "main [role=alert]");
    expect(linksOf(summary)[0]).toEqual({ href: "#photos-secondPhoto", text: `Back of the document: ${words}` });
    expect(textsOf(html, "#photos-secondPhoto-error")).toEqual([words]);
    const thumbnail = attributesOf(html, "main img", "src")[0];
    expect(thumbnail).toMatch(/^\/UploadImage\/firstPhoto\?v=[\w-]{12}$/);
    expect((await browser.open("/UploadImage")).html).toContain(`src="${thumbnail}"`);
  });

  test("a dark or small photo is accepted, with a hint at its slot until replaced", async () => {
    const { visitor } = await ready();
    const dim = await phonePhoto({ width: 640, height: 480, dark: true });
    const expected = [/It looks dark\./, /It’s small: less than 600 pixels\./];
    const browser = browserAt(pages, "en_US", visitor.cookies.copy());
    const send = async (buffer: Buffer) => {
      const page = await browser.newPage();
      await page.goto("/UploadImage");
      await page.setInputFiles("[name=firstPhoto]", { name: "a.jpg", mimeType: "image/jpeg", buffer });
      await page.locator("form[enctype] button").click();
      return page.content();
    };
    const responses = [await send(dim), (await browser.open("/UploadImage")).html];
    for (const html of responses) {
      expect(attributesOf(html, "main img", "src")).toHaveLength(1);
      for (const hint of expected) expect(sourceOf(html, "main")).toMatch(hint);
    }
    const better = await send(small);
    expect(attributesOf(better, "main img", "src")).toHaveLength(1);
    for (const hint of expected) expect(sourceOf(better, "main")).not.toMatch(hint);
  });

  test("names and numbers in the upstream's message are not shown", async () => {
    const { visitor } = await ready();
    const msg = `${PERSON.certificateNumber.toLowerCase()} of ${PERSON.familyName} is not valid`;
    await sandbox.fail("auth_realname", { kind: "error", code: 10099, msg });
    const refusal = await refusalOf(await post(visitor.cookies, ALL()));
    expect(refusal.errors).toEqual({ "": [JSON.stringify(["errors.server", { message: "… of … is not valid" }])] });
  });
});

describe("a thumbnail", () => {
  const open = (cookies: CookieJar, slot = "firstPhoto") =>
    thumbnailRoute.loader(routeArgs(pageRequest(`/UploadImage/${slot}`, { cookies }), { params: { slot } }));

  test("is a small, uncached JPEG, available only to the session that sent the photo", async () => {
    const { visitor } = await ready();
    await post(visitor.cookies, { firstPhoto: small });
    const response = await open(visitor.cookies);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThanOrEqual(8 * 1024);
    expect(await cornerOf(bytes, "top left")).toBe("red");

    const other = await signedIn(sandbox);
    expect((await open(other.cookies)).status).toBe(404);
    expect((await open(visitor.cookies, "secondPhoto")).status).toBe(404);
    expect((await open(visitor.cookies, "__proto__")).status).toBe(404);
    visitor.cookies.delete("utoken");
    expect((await open(visitor.cookies)).status).toBe(404);
  });

  test("is deleted once the identity is submitted, and when the flow session expires", async () => {
    const { visitor } = await ready();
    await post(visitor.cookies, ALL());
    expect((await open(visitor.cookies)).status).toBe(404);

    await withDetails(visitor.cookies, FOREIGN_DETAILS);
    const later = await ready();
    await post(later.visitor.cookies, { firstPhoto: small });
    vi.useFakeTimers({ now: Date.now() + FLOW_AGE_MS + 1, toFake: ["Date"] });
    try {
      expect((await open(later.visitor.cookies)).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });
});

test("10051: the document is used elsewhere, and the photos are kept for a corrected number", async () => {
  const first = await ready();
  await post(first.visitor.cookies, ALL());
  const { visitor } = await ready();
  const refused = await post(visitor.cookies, ALL());
  expect([refused.status, refused.headers.get("location")], "the page with the document number").toEqual([
    303,
    "/RealNameInfo",
  ]);
  visitor.cookies.take(refused);
  const draft = await draftOf(visitor.cookies);
  expect(draft?.numberTaken).toBe(true);
  expect(Object.keys(draft?.photos ?? {})).toHaveLength(3);
  await withDetails(visitor.cookies, { ...FOREIGN_DETAILS, ...draft, certificateNumber: "Z7654321" });
  expect((await post(visitor.cookies, {})).headers.get("location")).toBe("/SuccessRealname");
  expect(await sandbox.calls("upload_img")).toBe(6);
});

test.each([{ kind: "html" }, { kind: "reset" }] as const)(
  "a photo that the upstream fails to store ($kind): its slot says so, the others stay",
  async (fault) => {
    const { visitor } = await ready();
    await sandbox.fail("upload_img", fault, { times: 1 });
    const refusal = await refusalOf(await post(visitor.cookies, ALL()));
    expect(refusal.status).toBe(503);
    expect(refusal.errors?.[""]).toEqual(["errors.network"]);
    expect(Object.values({ ...refusal.errors, "": undefined }).filter(Boolean)).toEqual([["UploadImage.photoFailed"]]);
    expect(Object.keys((await draftOf(visitor.cookies))?.photos ?? {})).toHaveLength(2);
    expect(await sandbox.calls("upload_img"), "sent once each").toBe(3);
  },
);

test("a photo's name that does not fit into the cookie makes the response unusable", async () => {
  const { visitor } = await ready();
  const body = { code: 0, msg: "", data: { filename: "x".repeat(400) } };
  await sandbox.fail("upload_img", { kind: "answer", body });
  expect((await refusalOf(await post(visitor.cookies, ALL()))).status).toBe(503);
  await sandbox.heal();
  const filenameStr = { code: "0", msg: "", data: { filenameStr: "2026/a.jpg" } };
  await sandbox.fail("upload_img", { kind: "answer", body: filenameStr });
  await post(visitor.cookies, { firstPhoto: small });
  expect((await draftOf(visitor.cookies))?.photos).toEqual({ firstPhoto: "2026/a.jpg" });
});

test.each<Fault>([
  { kind: "hang" },
  { kind: "gateway", status: 504, body: { code: 10051, msg: "10.0.0.7 timed out" } },
])("submitting without a response ($kind): the page says where to check, and can be repeated", async (fault) => {
  const { visitor } = await ready();
  await failAtDeadline(sandbox, "auth_realname", fault);
  const refusal = await refusalOf(await post(visitor.cookies, ALL()));
  const late = fault.kind === "hang" ? "errors.late" : "errors.network";
  expect(refusal).toMatchObject({ status: 503, errors: { "": [late, "UploadImage.unknown"] } });
  expect(await sandbox.calls("auth_realname"), "sent once").toBe(1);
  await sandbox.heal();
  vi.restoreAllMocks();
  expect((await post(visitor.cookies, {})).headers.get("location")).toBe("/SuccessRealname");
  expect(await sandbox.calls("upload_img")).toBe(3);
});

test("submitting has its own deadline, however long the photos took", async () => {
  const { visitor } = await ready();
  // Each photo uses up the action's first deadline.
  vi.useFakeTimers({ toFake: ["performance"] });
  await sandbox.fail("upload_img", { kind: "latency", ms: 1 });
  const uploaded = vi.spyOn(AbortSignal, "timeout");
  uploaded.mockImplementation((ms) => {
    if (ms === UPLOAD_DEADLINE_MS) vi.advanceTimersByTime(FORM_DEADLINE_MS);
    return new AbortController().signal;
  });
  expect((await post(visitor.cookies, ALL())).headers.get("location")).toBe("/SuccessRealname");
});

test("a submission whose response was lost is found by the review status, and not sent again", async () => {
  const { visitor } = await ready();
  await sandbox.fail("auth_realname", { kind: "lost" });
  expect((await post(visitor.cookies, ALL())).headers.get("location")).toBe("/SuccessRealname");
  expect(await sandbox.calls("auth_realname")).toBe(1);
});

test("uploads are limited per account over all addresses", async () => {
  const { visitor } = await ready();
  for (let sent = 0; sent < 60; sent += 1) expect((await post(visitor.cookies, {})).status).toBe(422);
  const refusal = await refusalOf(await post(visitor.cookies, ALL()));
  expect(refusal).toMatchObject({ status: 429, errors: { "": [expect.stringContaining("errors.tooMany")] } });
  expect(await sandbox.calls("upload_img")).toBe(0);
});

test.each([
  ["nothing", undefined],
  [
    "a name without a document number",
    { areaCode: "886", numberCode: "158", familyName: "a", name: "b", certificateType: 1 },
  ],
])("details with %s lead back to the form with the message, and no photo is accepted", async (_, draft) => {
  const { visitor } = await applicant(sandbox, route);
  if (draft) await withDetails(visitor.cookies, draft);
  for (const response of [await visitor.open("/UploadImage"), await post(visitor.cookies, ALL())]) {
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/RealNameInfo");
    expect(await toastOf(visitor.cookies)).toEqual({ key: "errors.realNameFirst", kind: "alert" });
  }
  expect(await sandbox.calls("upload_img")).toBe(0);
});

test.each([
  [1, "toasts.realNameVerified"],
  [0, "toasts.realNameReview"],
])("no photo is accepted once verified or in review (%i)", async (authLevel, key) => {
  const { visitor } = await ready();
  const data = { userAccount: "a@example.com", authLevel, googleStatus: 1 };
  await sandbox.fail("user_info", { kind: "answer", body: { code: 0, msg: "", data } });
  for (const response of [await visitor.open("/UploadImage"), await post(visitor.cookies, ALL())]) {
    expect(response.headers.get("location")).toBe("/UserCenter");
    expect(await toastOf(visitor.cookies)).toEqual({ key, kind: "status" });
  }
  expect(await sandbox.calls("upload_img")).toBe(0);
});

test("without a session it leads to the sign-in, with an expired one to the root path; the details are kept", async () => {
  const { account, visitor } = await ready();
  await sandbox.expireSessions(account.email);
  const opening = new Visitor(route);
  for (const name of ["utoken", "flow"]) opening.cookies.set(name, visitor.cookies.get(name) ?? "");
  expect((await opening.open("/UploadImage")).headers.get("location")).toBe("/");
  expect((await post(visitor.cookies, ALL())).headers.get("location")).toBe("/");
  expect(await toastOf(visitor.cookies)).toEqual({ key: "errors.sessionExpired", kind: "alert" });
  expect((await post(visitor.cookies, ALL())).headers.get("location")).toBe("/Login?redirectTo=%2FUploadImage");
  const again = await signIn(sandbox, account);
  visitor.cookies.set("utoken", again.cookies.get("utoken") ?? "");
  expect((await post(visitor.cookies, ALL())).headers.get("location")).toBe("/SuccessRealname");
});

test("a session that expires between two photos leads to the root path with the message", async () => {
  const { visitor } = await ready();
  await sandbox.fail("upload_img", { kind: "error", code: 10002 }, { times: 1 });
  expect((await post(visitor.cookies, ALL())).headers.get("location")).toBe("/");
  expect(visitor.cookies.get("utoken")).toBeUndefined();
  expect(await sandbox.calls("auth_realname")).toBe(0);
});

describe("?bundle=", () => {
  const bundled = (bundle: unknown) => `/UploadImage?bundle=${encodeURIComponent(JSON.stringify(bundle))}`;
  const country = { name: "Taiwan", areaCode: "886", numberCode: "158" };

  test.each([
    ["the country as an object", { country, certificateType: 2, ...PERSON }, FOREIGN_DETAILS],
    [
      "the codes of the call",
      { countryCode: "+886", numberCode: "158", certificateType: "2", ...PERSON },
      FOREIGN_DETAILS,
    ],
    ["mainland China", { countryCode: "+86", numberCode: "156", certificateType: 1, ...MAINLANDER }, MAINLAND_DETAILS],
  ])(
    "is validated, stored in the flow session and redirected with 303 to the bare URL: %s",
    async (_, bundle, expected) => {
      const { visitor } = await applicant(sandbox, route);
      const response = await visitor.open(bundled(bundle));
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe("/UploadImage");
      expect(await draftOf(visitor.cookies)).toEqual(expected);
      expect(String(visitor.cookies)).not.toContain(expected.certificateNumber);
      expect((await visitor.open("/UploadImage")).status).toBe(200);
    },
  );

  test.each([
    ["garbage", "{"],
    ["null", "null"],
    [
      "an unknown country",
      JSON.stringify({ country: { ...country, numberCode: "999" }, certificateType: 2, ...PERSON }),
    ],
    ["a missing document number", JSON.stringify({ country, certificateType: 2, familyName: "a", name: "b" })],
    [
      "a document number that is a list",
      JSON.stringify({ country, certificateType: 2, ...PERSON, certificateNumber: ["x"] }),
    ],
  ])("with %s is also removed from the URL, and leads to the form with the message", async (_, bundle) => {
    const { visitor } = await applicant(sandbox, route);
    const response = await visitor.open(`/UploadImage?bundle=${encodeURIComponent(bundle)}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/RealNameInfo");
    expect(await visitor.toast()).toEqual({ key: "errors.realVaild", kind: "alert" });
    expect(await draftOf(visitor.cookies)).toBeUndefined();
  });

  test("is removed from the URL even while the upstream does not respond, and before the sign-in", async () => {
    const { visitor } = await applicant(sandbox, route);
    await sandbox.fail("kv", { kind: "html" });
    await sandbox.fail("user_info", { kind: "html" });
    const url = bundled({ country, certificateType: 2, ...PERSON });
    expect((await visitor.open(url)).headers.get("location")).toBe("/UploadImage");
    const stranger = new Visitor(route);
    expect((await stranger.open(url)).headers.get("location")).toBe("/Login?redirectTo=%2FUploadImage");
  });
});

test.each([
  [2, "/RealNameSelect"],
  [1, "/UserCenter"],
  [0, null],
] as const)(
  "the success page has no message for a visitor who sent nothing: authLevel %s",
  async (authLevel, location) => {
    const { visitor } = await applicant(sandbox, successRoute, { authLevel });
    const response = await visitor.open("/SuccessRealname");
    expect(response.headers.get("location")).toBe(location);
  },
);

/** Posts two photos and half of a third; then the server abandons the body (with a status), or the line breaks. */
async function postBroken(cookies: CookieJar, status?: number): Promise<Response> {
  const csrf = await formTokenFor(pageRequest("/UploadImage", { cookies }), "realNamePhotos");
  const body = unfinishedBody(cookies);
  const responding = route.action(routeArgs(body.request, { clientAddress: newAddress() }));
  for (const [name, content] of [
    ["csrf", csrf],
    ["firstPhoto", small],
    ["secondPhoto", small],
  ] as const)
    await body.send(Buffer.concat([part(name, content, name === "csrf" ? undefined : "a.jpg"), LINE]));
  await body.send(part("thirdPhoto", small.subarray(0, small.length / 2), "a.jpg"));
  body.leave(Object.assign(new Error("gone"), status !== undefined && { status }));
  return responding;
}

test("complete photos are kept when an upload is too slow", async () => {
  const { visitor } = await ready();
  const response = await postBroken(visitor.cookies, 408);
  expect(await refusalOf(response.clone())).toMatchObject({
    status: 408,
    errors: { "": ["UploadImage.interrupted"] },
  });
  visitor.cookies.take(response);
  expect(Object.keys((await draftOf(visitor.cookies))?.photos ?? {})).toEqual(["firstPhoto", "secondPhoto"]);
  const third = await post(visitor.cookies, { thirdPhoto: jpeg(small) });
  expect(third.headers.get("location")).toBe("/SuccessRealname");
});

test("complete photos are kept when the connection breaks and no response reaches the browser", async () => {
  const { visitor } = await ready();
  await postBroken(visitor.cookies);
  const { photos } = await visitor.read<{ photos: { accepted: boolean; thumbnail: string | null }[] }>("/UploadImage");
  expect(photos.map(({ accepted, thumbnail }) => [accepted, thumbnail !== null])).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
  const third = await post(visitor.cookies, { thirdPhoto: jpeg(small) });
  expect(third.headers.get("location")).toBe("/SuccessRealname");
});

test("photos of an interrupted upload are not kept for other details", async () => {
  const { visitor } = await ready();
  await postBroken(visitor.cookies);
  await withDetails(visitor.cookies, { ...FOREIGN_DETAILS, certificateNumber: "X7654321CANARY" });
  const { photos } = await visitor.read<{ photos: { accepted: boolean }[] }>("/UploadImage");
  expect(photos.map(({ accepted }) => accepted)).toEqual([false, false, false]);
});
