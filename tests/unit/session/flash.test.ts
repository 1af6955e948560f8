import { expect, test } from "vitest";
import { flashCookie, readFlash } from "~server/session/flash";
import { CookieJar, pageRequest } from "../../support/requests";
import type { TextKey } from "~server/texts/catalogue";
import { setEnv } from "../../support/environment";

const SECRET = process.env.SESSION_SECRET;

const requestWith = (cookies: CookieJar | string) => pageRequest("/", { cookies });

test("a toast is a message key with its values, shown once and then cleared", async () => {
  const cookie = flashCookie({ key: "toasts.codeSent", kind: "status", values: { seconds: 60 } });
  expect(cookie).toMatch(/^flash=[\w-]+\.[\w-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/);
  const { flash, clear } = await readFlash(requestWith(new CookieJar().take(cookie)));
  expect(flash).toEqual({ key: "toasts.codeSent", kind: "status", values: { seconds: 60 } });
  expect(clear).toMatch(/^flash=; Path=\/; Max-Age=0;/);
});

test("without a toast there is nothing to show or clear", async () => {
  expect(await readFlash(pageRequest("/"))).toEqual({ flash: null, clear: null });
});

test("a toast that this site did not sign is cleared without being shown", async () => {
  const signature = new CookieJar()
    .take(flashCookie({ key: "toasts.welcome", kind: "status" }))
    .get("flash")
    ?.split(".")[1];
  const body = Buffer.from(JSON.stringify({ key: "errors.network", kind: "alert" })).toString("base64url");
  for (const value of [`${body}.${signature}`, body, `${body}.`, ".", "rubbish"]) {
    const { flash, clear } = await readFlash(requestWith(`flash=${value}`));
    expect(flash).toBeNull();
    expect(clear).toMatch(/Max-Age=0/);
  }
});

test("a toast contains a key, never a text", () => {
  expect(() => flashCookie({ key: "Win money now!" as TextKey, kind: "status" })).toThrow();
  expect(() => flashCookie({ key: "plain" as TextKey, kind: "status" })).toThrow();
});

test("a toast signed with the old secret is shown while both are in use", async () => {
  const cookies = new CookieJar().take(flashCookie({ key: "toasts.welcome", kind: "status" }));
  setEnv({ SESSION_SECRET: `another-secret-that-is-also-32-characters-long,${SECRET}` });
  expect((await readFlash(requestWith(cookies))).flash).toEqual({ key: "toasts.welcome", kind: "status" });
});
