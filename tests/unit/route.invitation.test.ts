import { expect, test } from "vitest";
import * as route from "~/routes/InvitationCode/route";
import * as picture from "~/routes/InvitationCode_.qr[.]png/route";
import { browserAt, site } from "../support/documents";
import { attributesOf, linksOf, textOf, valueOf } from "../support/html";
import { withEnv } from "../support/environment";
import { landing, SESSION_ENDED, signInFor } from "../support/landing";
import { usePlatform } from "../support/platform";
import { qrDrawing, readQr } from "../support/qr-reader";
import { pageRequest, type CookieJar } from "../support/requests";
import { routeArgs } from "../support/route-args";
import { exchange } from "../support/sandbox-calls";
import { signedIn } from "../support/signed-in";

const serve = site({ InvitationCode: route });

const sandbox = await usePlatform();

async function member(locale: "el_GR" | "en_US" = "en_US") {
  const visitor = await signedIn(sandbox);
  const { data } = await exchange(sandbox, "common/user_info", {}, { token: visitor.token });
  const browser = browserAt(serve, locale, visitor.cookies);
  return { ...visitor, browser, code: String(data.inviteCode) };
}

/** The picture's answer, also one that is thrown. */
async function save(cookies: CookieJar, headers: Record<string, string> = {}): Promise<Response> {
  const request = pageRequest("/InvitationCode/qr.png", { cookies, headers });
  try {
    return await picture.loader(routeArgs(request));
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

const NO_CODE = { userAccount: "a@example.com", id: 7, authLevel: 1, googleStatus: 1 };
const without = (inviteCode: unknown) =>
  sandbox.fail("user_info", { kind: "answer", body: { code: 0, msg: "", data: { ...NO_CODE, inviteCode } } });

test.each(["en_US", "el_GR"] as const)("code and link are shown to be copied: %s", async (locale) => {
  const { browser, code } = await member(locale);
  const { status, html, headers } = await browser.open("/InvitationCode");
  expect(status).toBe(200);
  expect(valueOf(html, "invite-code")).toBe(code);
  expect(valueOf(html, "invite-link")).toBe(`http://127.0.0.1:3000/Register?inviteCode=${code}`);
  expect(headers.get("cache-control")).toBe("no-store");
  const saving = await browser.open("/InvitationCode", { "Save-Data": "on" });
  expect(saving.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(saving.html).not.toContain("<script");
});

test("the QR code and the picture to save, read by another decoder, are the link", async () => {
  const { browser, code } = await member();
  const { html } = await browser.open("/InvitationCode");
  const link = `http://127.0.0.1:3000/Register?inviteCode=${code}`;
  expect(await readQr(qrDrawing(html))).toBe(link);
  expect(linksOf(html)).toContainEqual({ href: "/InvitationCode/qr.png", text: "Save the QR code" });
  expect(attributesOf(html, 'a[href="/InvitationCode/qr.png"]', "download")).toEqual(["invitation.png"]);

  const png = await save(browser.jar);
  expect(png.status).toBe(200);
  expect(png.headers.get("content-type")).toBe("image/png");
  expect(png.headers.get("cache-control")).toBe("no-store");
  expect(png.headers.get("content-disposition")).toBe('attachment; filename="invitation.png"');
  expect(await readQr(Buffer.from(await png.arrayBuffer()))).toBe(link);
});

test("the link's origin is always PUBLIC_ORIGIN, whatever host a request has", async () => {
  const { browser, code } = await member();
  const headers = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil.example" };
  const { html } = await browser.open("/InvitationCode", headers);
  expect(html).not.toContain("evil.example");
  await withEnv({ PUBLIC_ORIGIN: "http://shop.example.com:8080" }, async () => {
    const request = pageRequest("http://evil.example/InvitationCode", { cookies: browser.jar, headers });
    const answer = await route.loader(routeArgs(request));
    const { invitation } = (await answer.json()) as { invitation: { link: string } };
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
  expect(valueOf(html, "invite-link")).toBe("http://127.0.0.1:3000/Register?inviteCode=A.b%3Ac%40d-1");
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
    expect((await save(browser.jar)).status).toBe(404);
  },
);

test.each([{ kind: "reset" }, { kind: "html" }, { kind: "types" }, { kind: "error", code: 99999 }] as const)(
  "the platform not answering ($kind) is an error with a retry link, never an older code",
  async (fault) => {
    const { browser, code } = await member();
    await browser.open("/InvitationCode");
    await sandbox.fail("user_info", fault);
    const { status, html } = await browser.open("/InvitationCode");
    expect(status).toBe(503);
    expect(html).not.toContain(code);
    expect(linksOf(html)).toContainEqual({ href: "/InvitationCode", text: "Try again" });
    const png = await save(browser.jar);
    expect(png.status).toBe(503);
    expect(png.headers.get("content-type")).toBeNull();
  },
);

test("signed out, the page and the picture lead to the sign-in and from there to the page", async () => {
  const browser = browserAt(serve, "en_US");
  const landed = await landing(await browser.open("/InvitationCode"), browser.jar);
  expect(landed).toEqual(signInFor("/InvitationCode"));
  const png = await save(browser.jar);
  expect([png.status, png.headers.get("location")]).toEqual([303, "/Login?redirectTo=%2FInvitationCode"]);
  expect(await sandbox.calls("user_info")).toBe(0);
});

test("a session that has ended at the platform: signed out, to the root, with the message", async () => {
  const { browser, account } = await member();
  await sandbox.expireSessions(account.email);
  const png = await save(browser.jar);
  expect([png.status, png.headers.get("location")]).toEqual([303, "/"]);
  expect(await landing(await browser.open("/InvitationCode"), browser.jar)).toEqual(SESSION_ENDED);
});
