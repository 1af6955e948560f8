import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { posterWords } from "~server/invitation/poster/poster-words";
import { getText } from "~server/texts/text";
import * as route from "~/routes/InvitationCode/route";
import * as posterPicture from "~/routes/InvitationCode_.poster[.]png/route";
import * as posterDrawing from "~/routes/InvitationCode_.poster[.]svg/route";
import * as picture from "~/routes/InvitationCode_.qr[.]png/route";
import { LOCALES } from "~server/i18n/locale";
import { posterSvg } from "~server/invitation/poster/drawing";
import { COLOURS, MASK_COLOURS } from "~server/invitation/poster/layout";
import { glyphsOf, posterPng } from "~server/invitation/poster/picture";
import { UpstreamUnavailable } from "~server/upstream/client";
import { browserAt, site } from "../../support/documents";
import { all, attributesOf, exactOf, linksOf, textOf, textsOf } from "../../support/html";
import { withEnv } from "../../support/environment";
import { useUpstream } from "../../support/upstream";
import { readQr, shownQr } from "../../support/qr-reader";
import { CookieJar, pageRequest } from "../../support/requests";
import { lettersSvg } from "../../support/poster-letters";
import { routeArgs } from "../../support/route-args";
import { exchange } from "@storefront/sandbox/test/calls";
import { signedIn } from "../../support/signed-in";
import { Visitor } from "../../support/visitor";

const serve = site({ InvitationCode: route });

const sandbox = await useUpstream();

async function member(locale: "el_GR" | "en_US" = "en_US") {
  const visitor = await signedIn(sandbox);
  const { data } = await exchange(sandbox, "common/user_info", {}, { token: visitor.token });
  const browser = browserAt(serve, locale, visitor.cookies);
  return { ...visitor, browser, code: String(data.inviteCode) };
}

const PICTURES = { "qr.png": picture, "poster.png": posterPicture, "poster.svg": posterDrawing };
const NAMES = ["qr.png", "poster.png", "poster.svg"] as const;

/** The response of a picture, also one that is thrown. */
function save(cookies: CookieJar, name: keyof typeof PICTURES = "qr.png", query = ""): Promise<Response> {
  return new Visitor(PICTURES[name], null, undefined, cookies.copy()).open(`/InvitationCode/${name}${query}`);
}

const NO_CODE = { userAccount: "a@example.com", id: 7, authLevel: 1, googleStatus: 1 };
const without = (inviteCode: unknown) =>
  sandbox.fail("user_info", { kind: "answer", body: { code: 0, msg: "", data: { ...NO_CODE, inviteCode } } });

test.each(["en_US", "el_GR"] as const)("code and link are shown to be copied: %s", async (locale) => {
  const { browser, code } = await member(locale);
  const { status, html, headers } = await browser.open("/InvitationCode");
  expect(status).toBe(200);
  expect(exactOf(html, "invite-code")).toBe(code);
  expect(exactOf(html, "invite-link")).toBe(`http://127.0.0.1:3000/Register?inviteCode=${code}`);
  expect(headers.get("cache-control")).toBe("no-store");
  const saving = await browser.open("/InvitationCode", { "Save-Data": "on" });
  expect(saving.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(saving.html).not.toContain("<script");
});

test.each(LOCALES)("sharing, copying and the QR code are visible, and all else is folded: %s", async (locale) => {
  const { browser, code } = await member(locale);
  const { html } = await browser.open("/InvitationCode");
  const t = getText(locale);
  const folds = ["saveQr", "poster", "texts"] as const;
  expect(textsOf(html, "main details:not([open]) > summary")).toEqual(folds.map((key) => t(`InvitationCode.${key}`)));
  const hidden = all(html, "details #invite-link, details #invite-code, details .qr, details a[href^=mailto]");
  expect(hidden).toEqual([]);
  for (const shown of ["textarea[id^=text-], textarea[id^=short-]", "img.poster", "a[download]"]) {
    expect(all(html, `main :is(${shown})`).length).toBe(all(html, `main details :is(${shown})`).length);
  }
  const [mail = ""] = attributesOf(html, "a[href^=mailto]", "href");
  expect(decodeURIComponent(mail)).toMatch(new RegExp(`^mailto:\\?body=.*${code}`));
});

test("the QR code and the picture to save, read by another decoder, are the link", async () => {
  const { browser, code } = await member();
  const { html } = await browser.open("/InvitationCode");
  const link = `http://127.0.0.1:3000/Register?inviteCode=${code}`;
  expect(await readQr(shownQr(html))).toBe(link);
  expect(linksOf(html)).toContainEqual({ href: "/InvitationCode/qr.png", text: "Save the QR code" });
  expect(attributesOf(html, 'a[href="/InvitationCode/qr.png"]', "download")).toEqual(["invitation.png"]);

  const png = await save(browser.jar);
  expect(png.status).toBe(200);
  expect(png.headers.get("content-type")).toBe("image/png");
  expect(png.headers.get("cache-control")).toBe("no-store");
  expect(png.headers.get("content-disposition")).toBe('attachment; filename="invitation.png"');
  expect(await readQr(Buffer.from(await png.arrayBuffer()))).toBe(link);
});

const linkOf = (code: string) => `http://127.0.0.1:3000/Register?inviteCode=${code}`;
const sizeOf = async (response: Response) => {
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  return [width, height];
};

test.each([300, 900])("the QR code is there at %d pixels, in whole pixels for each module", async (side) => {
  const { browser, code } = await member();
  const { html } = await browser.open("/InvitationCode");
  expect(linksOf(html)).toContainEqual({
    href: `/InvitationCode/qr.png?size=${side}`,
    text: `Save as ${side} × ${side} pixels`,
  });
  const png = await save(browser.jar, "qr.png", `?size=${side}`);
  expect(png.headers.get("content-disposition")).toBe(`attachment; filename="invitation-${side}.png"`);
  const bytes = Buffer.from(await png.arrayBuffer());
  expect(await sizeOf(new Response(bytes))).toEqual([side, side]);
  expect(await readQr(bytes)).toBe(linkOf(code));
});

test("any other size gives the usual picture", async () => {
  const { browser } = await member();
  const usual = Buffer.from(await (await save(browser.jar)).arrayBuffer());
  const asked = ["", "0", "-300", "NaN", "1e308", "300.0", "٣٠٠", "<script>", "9".repeat(10_000)];
  for (const size of asked) {
    const png = await save(browser.jar, "qr.png", `?size=${encodeURIComponent(size)}`);
    expect(png.headers.get("content-disposition")).toBe('attachment; filename="invitation.png"');
    expect(usual.equals(Buffer.from(await png.arrayBuffer()))).toBe(true);
  }
});

test.each(["en", "zh-Hant"])("the poster as a picture and as a drawing: its QR code is the link: %s", async (lang) => {
  const { browser, code } = await member();
  const png = await save(browser.jar, "poster.png", `?lang=${lang}`);
  expect([png.status, png.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(png.headers.get("cache-control")).toBe("no-store");
  const bytes = Buffer.from(await png.arrayBuffer());
  expect(await sizeOf(new Response(bytes))).toEqual([900, 1200]);
  expect(await readQr(bytes)).toBe(linkOf(code));

  const svg = await save(browser.jar, "poster.svg", `?lang=${lang}`);
  expect([svg.status, svg.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(svg.headers.get("cache-control")).toBe("no-store");
  const drawing = await svg.text();
  expect(await readQr(drawing)).toBe(linkOf(code));
  expect(drawing).toContain(`>${code}<`);
  expect(drawing).toContain(">127.0.0.1:3000<");
  expect(drawing).toContain(lang === "en" ? ">You are invited<" : ">邀請您註冊<");
});

const posterOf = (code: string) => ({
  code,
  link: `http://127.0.0.1:3000/Register?inviteCode=${code}`,
  host: "a.example",
});

test("however often one account asks for its posters they are drawn once, and another account is served", async () => {
  const asked = Array.from({ length: 60 }, (_, n) => posterPng(n % 2 ? "el_GR" : "en_US", posterOf("GREEDY")));
  const other = posterPng("en_US", posterOf("OTHER"));
  const posters = await Promise.all(asked);
  expect(new Set(posters).size, "one in each language").toBe(2);
  expect(posters[0]).not.toEqual(posters[1]);
  expect(posters).not.toContain(await other);
  expect(await posterPng("en_US", posterOf("GREEDY"))).toEqual(posters[0]);
});

test("posters of many accounts at the same time: one is painted and twenty wait; the rest get Retry-After", async () => {
  const asked = Array.from({ length: 30 }, (_, n) => posterPng("en_US", posterOf(`CODE${n}`)));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array<string>(21).fill("fulfilled"),
    ...Array<string>(9).fill("rejected"),
  ]);
  for (const end of ends.slice(21)) expect(end).toMatchObject({ reason: expect.any(UpstreamUnavailable) as unknown });
  await expect(posterPng("en_US", posterOf("CODE29"))).resolves.toBeInstanceOf(Buffer);
});

test("a language that there is not gives the poster in the visitor's own", async () => {
  const { browser } = await member("el_GR");
  const own = await (await save(browser.jar, "poster.svg")).text();
  expect(own).toContain("邀請您註冊");
  for (const lang of ["", "EN", "fr", "<svg>", "en".repeat(5_000)]) {
    expect(await (await save(browser.jar, "poster.svg", `?lang=${encodeURIComponent(lang)}`)).text()).toBe(own);
  }
});

test.each(["x".repeat(64), "邀請-42", 'a"&<b>', "W W"])(
  "a code of any printable characters is in both posters, by its QR code at least: %s",
  async (inviteCode) => {
    const { browser } = await member();
    await without(inviteCode);
    const link = linkOf(encodeURIComponent(inviteCode));
    const bytes = Buffer.from(await (await save(browser.jar, "poster.png")).arrayBuffer());
    expect(await readQr(bytes)).toBe(link);
    const drawing = await (await save(browser.jar, "poster.svg")).text();
    expect(await readQr(drawing)).toBe(link);
    expect(textOf(drawing).replaceAll(" ", "")).toContain(inviteCode.replaceAll(" ", ""));
  },
);

test("texts to share, in both languages with the link, promise nothing", async () => {
  const { browser, code } = await member();
  const { html } = await browser.open("/InvitationCode");
  expect(textsOf(html, "main .button:not(.button-quiet)"), "none is filled but what shares").toEqual(["Send by email"]);
  const texts = ["text-en", "short-en", "text-zh-Hant", "short-zh-Hant"].map((id) => textsOf(html, `#${id}`).join());
  for (const text of texts) {
    expect(text).toContain(linkOf(code));
    expect(text).not.toMatch(/guarantee|profit|earn|reward|bonus|free|收益|獲利|保證|獎勵|免費|穩賺/i);
  }
  expect(texts.filter((text) => /risk|風險/.test(text))).toHaveLength(2);
});

test("the glyphs that posters are made of were drawn from today's words and layout", async () => {
  const digest = (svg: string) => createHash("sha256").update(svg).digest("hex");
  const drawnFrom = async (png: Buffer) => (await sharp(png).metadata()).exif?.toString("latin1") ?? "";
  for (const locale of LOCALES) {
    const { words, letters } = glyphsOf(locale);
    const svg = posterSvg(posterWords(locale), undefined, MASK_COLOURS);
    expect(await drawnFrom(words), "npx tsx tests/poster.ts").toContain(digest(svg));
    expect(await drawnFrom(letters), "npx tsx tests/poster.ts").toContain(digest(lettersSvg()));
  }
});

test("a painted poster has the colours of the shop, and its texts", async () => {
  const png = await posterPng("en_US", posterOf("AB12"));
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  /** Whether a part of the picture has a pixel of this colour, as near as a palette has it. */
  const shows = (colour: string, x: [from: number, to: number], y: [from: number, to: number]) => {
    const wanted = Buffer.from(colour.slice(1), "hex");
    for (let at = y[0] * info.width; at < y[1] * info.width; at += 1) {
      const isInside = at % info.width >= x[0] && at % info.width < x[1];
      if (isInside && wanted.every((part, n) => Math.abs(part - (data[at * 3 + n] ?? 0)) <= 3)) return true;
    }
    return false;
  };
  const { band, paper, card, onBand, tint, soft, ink } = COLOURS;
  const parts = [
    [band, [0, 10], [0, 10]],
    [paper, [0, 10], [700, 710]],
    [card, [200, 210], [320, 330]],
    [onBand, [0, 900], [60, 140]],
    [tint, [0, 900], [180, 220]],
    [soft, [0, 900], [840, 880]],
    [ink, [0, 900], [890, 950]],
    [soft, [0, 900], [1100, 1180]],
  ] as const;
  for (const [colour, x, y] of parts) expect(shows(colour, [...x], [...y]), `${colour} from line ${y[0]}`).toBe(true);
  expect(shows(ink, [0, 150], [890, 950]), "nothing beside the code").toBe(false);
});

test("the link's origin is always PUBLIC_ORIGIN, whatever host a request has", async () => {
  const { browser, code } = await member();
  const headers = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil.example" };
  const { html } = await browser.open("/InvitationCode", headers);
  expect(html).not.toContain("evil.example");
  await withEnv({ PUBLIC_ORIGIN: "http://shop.example.com:8080" }, async () => {
    const request = pageRequest("http://evil.example/InvitationCode", { cookies: browser.jar, headers });
    const response = await route.loader(routeArgs(request));
    const { invitation } = (await response.json()) as { invitation: { link: string } };
    expect(invitation.link).toBe(`http://shop.example.com:8080/Register?inviteCode=${code}`);
    const evil = pageRequest("http://evil.example/InvitationCode/qr.png", { cookies: browser.jar, headers });
    const png = await picture.loader(routeArgs(evil));
    expect(await readQr(Buffer.from(await png.arrayBuffer()))).toBe(invitation.link);
  });
});

test("a code is escaped in the link", async () => {
  const { browser } = await member();
  await without("A.b:c@d-1");
  const { html } = await browser.open("/InvitationCode");
  expect(exactOf(html, "invite-link")).toBe("http://127.0.0.1:3000/Register?inviteCode=A.b%3Ac%40d-1");
});

test.each([undefined, null, "", "a\u0000b", "x".repeat(65), { a: 1 }])(
  "a missing invitation code is shown as missing, with no link and no picture: %s",
  async (inviteCode) => {
    const { browser } = await member();
    await without(inviteCode);
    const { status, html } = await browser.open("/InvitationCode");
    expect(status).toBe(200);
    expect(textOf(html)).toContain("Invitation code —");
    expect(html).not.toContain("inviteCode=");
    expect(html).not.toContain("qr.png");
    expect(html).not.toContain('class="qr"');
    expect(html).not.toContain("/InvitationCode/poster.");
    for (const name of NAMES) expect((await save(browser.jar, name)).status).toBe(404);
  },
);

test.each([{ kind: "reset" }, { kind: "html" }, { kind: "types" }, { kind: "error", code: 99999 }] as const)(
  "the upstream not responding ($kind) is an error with a retry link, never an older code",
  async (fault) => {
    const { browser, code } = await member();
    await browser.open("/InvitationCode");
    await sandbox.fail("user_info", fault);
    const { status, html } = await browser.open("/InvitationCode");
    expect(status).toBe(503);
    expect(html).not.toContain(code);
    expect(linksOf(html)).toContainEqual({ href: "/InvitationCode", text: "Try again" });
    for (const name of NAMES) {
      const response = await save(browser.jar, name);
      expect(response.status).toBe(503);
      expect(response.headers.get("content-type")).toContain("application/json");
    }
  },
);

test("signed out, the pictures lead to the sign-in and from there to the page", async () => {
  for (const name of NAMES) {
    const response = await save(new CookieJar(), name);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/Login?redirectTo=%2FInvitationCode"]);
  }
  expect(await sandbox.calls("user_info")).toBe(0);
});

test("the picture of a session that has ended at the upstream leads to the root", async () => {
  const { browser, account } = await member();
  await sandbox.expireSessions(account.email);
  const png = await save(browser.jar);
  expect([png.status, png.headers.get("location")]).toEqual([303, "/"]);
});
