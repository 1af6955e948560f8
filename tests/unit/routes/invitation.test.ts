import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import * as route from "~/routes/InvitationCode/route";
import * as posterPicture from "~/routes/InvitationCode_.poster[.]png/route";
import * as posterDrawing from "~/routes/InvitationCode_.poster[.]svg/route";
import * as picture from "~/routes/InvitationCode_.qr[.]png/route";
import { LOCALES } from "~server/i18n/locale";
import { posterSvg, posterWords } from "~server/invitation/poster/drawing";
import { MASK_COLOURS } from "../../support/poster-letters";
import { glyphsOf, posterPng } from "~server/invitation/poster/picture";
import { UpstreamUnavailable } from "~server/upstream/client";
import { attributesOf, exactOf, linksOf, textOf } from "../../support/html";
import { memberOf } from "../../support/pages";
import { withEnv } from "../../support/environment";
import { useUpstream } from "../../support/upstream";
import { readQr, shownQr } from "../../support/qr-reader";
import { CookieJar, pageRequest } from "../../support/requests";
import { lettersSvg } from "../../support/poster-letters";
import { routeArgs } from "../../support/route-args";
import { exchange } from "@storefront/sandbox/test/calls";
import { Visitor } from "../../support/visitor";

const sandbox = await useUpstream();

async function member(locale: "el_GR" | "en_US" = "en_US") {
  const visitor = await memberOf(sandbox, { locale });
  const { data } = await exchange(sandbox, "common/user_info", {}, { token: visitor.token });
  return { ...visitor, code: String(data.inviteCode) };
}

const PICTURES = { "qr.png": picture, "poster.png": posterPicture, "poster.svg": posterDrawing };
const NAMES = ["qr.png", "poster.png", "poster.svg"] as const;

/** The response of a picture route, returned or thrown. */
function save(cookies: CookieJar, name: keyof typeof PICTURES = "qr.png", query = ""): Promise<Response> {
  return new Visitor(PICTURES[name], null, undefined, cookies.copy()).open(`/InvitationCode/${name}${query}`);
}

const NO_CODE = { userAccount: "a@example.com", authLevel: 1, googleStatus: 1 };
const without = (inviteCode: unknown) =>
  sandbox.fail("user_info", { kind: "answer", body: { code: 0, msg: "", data: { ...NO_CODE, inviteCode } } });

test.each(["en_US", "el_GR"] as const)("code and link are shown for copying: %s", async (locale) => {
  const { browser, code } = await member(locale);
  const { status, html, headers } = await browser.open("/InvitationCode");
  expect(status).toBe(200);
  expect(exactOf(html, "invite-code")).toBe(code);
  expect(exactOf(html, "invite-link")).toBe(`http://127.0.0.1:3000/Register?inviteCode=${code}`);
  expect(headers.get("cache-control")).toBe("no-store, no-transform");
  const saving = await browser.open("/InvitationCode", { "Save-Data": "on" });
  expect(saving.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(saving.html).not.toContain("<script");
});

test("the QR code on the page and to save decodes to the link", async () => {
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

test.each([300, 900])("the QR code at %d pixels has whole pixels per module", async (side) => {
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

test.each(["en", "zh-Hant"])("the poster's QR code, as PNG and SVG, is the link: %s", async (lang) => {
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

test("an account's posters are drawn once for many requests, and another account is served", async () => {
  const asked = Array.from({ length: 60 }, (_, n) => posterPng(n % 2 ? "el_GR" : "en_US", posterOf("GREEDY")));
  const other = posterPng("en_US", posterOf("OTHER"));
  const posters = await Promise.all(asked);
  expect(new Set(posters).size, "one in each language").toBe(2);
  expect(posters[0]).not.toEqual(posters[1]);
  expect(posters).not.toContain(await other);
  expect(await posterPng("en_US", posterOf("GREEDY"))).toEqual(posters[0]);
});

test("of many accounts' simultaneous posters one is drawn and twenty wait; further requests get Retry-After", async () => {
  const asked = Array.from({ length: 30 }, (_, n) => posterPng("en_US", posterOf(`CODE${n}`)));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array<string>(21).fill("fulfilled"),
    ...Array<string>(9).fill("rejected"),
  ]);
  for (const end of ends.slice(21)) expect(end).toMatchObject({ reason: expect.any(UpstreamUnavailable) as unknown });
  await expect(posterPng("en_US", posterOf("CODE29"))).resolves.toBeInstanceOf(Buffer);
});

test.each(["x".repeat(64), '邀"&<b>'])(
  "a code of any printable characters is on both posters, with its QR code: %s",
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

test("the stored poster glyphs match the current texts and layout", async () => {
  const digest = (svg: string) => createHash("sha256").update(svg).digest("hex");
  const drawnFrom = async (png: Buffer) => (await sharp(png).metadata()).exif?.toString("latin1") ?? "";
  for (const locale of LOCALES) {
    const { words, letters } = glyphsOf(locale);
    const svg = posterSvg(posterWords(locale), undefined, MASK_COLOURS);
    expect(await drawnFrom(words), "npx tsx tests/poster.ts").toContain(digest(svg));
    expect(await drawnFrom(letters), "npx tsx tests/poster.ts").toContain(digest(lettersSvg()));
  }
});

test("the link's origin is always PUBLIC_ORIGIN, whatever the request's host", async () => {
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

test.each([undefined, "a\u0000b", { a: 1 }])(
  "a missing invitation code is shown as missing, without link and picture: %s",
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

test("signed out, the pictures redirect to the sign-in and then the page", async () => {
  for (const name of NAMES) {
    const response = await save(new CookieJar(), name);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/Login?redirectTo=%2FInvitationCode"]);
  }
  expect(await sandbox.calls("user_info")).toBe(0);
});

test("a picture requested with a session that expired at the upstream redirects to the root", async () => {
  const { browser, account } = await member();
  await sandbox.expireSessions(account.email);
  const png = await save(browser.jar);
  expect([png.status, png.headers.get("location")]).toEqual([303, "/"]);
});
