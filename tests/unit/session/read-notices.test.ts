import { expect, test } from "vitest";
import { noticeReadCookie, readNotices } from "~server/notices/read-notices";
import { CookieJar, pageRequest } from "../../support/requests";

const request = (cookies: CookieJar) => pageRequest("/Notice", { cookies });

/** A browser that has opened these notices, in this order. */
function browserWith(ids: readonly string[]): CookieJar {
  const cookies = new CookieJar();
  for (const id of ids) cookies.take(noticeReadCookie(request(cookies).headers.get("cookie"), id));
  return cookies;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

test("only an opened notice counts as read", () => {
  const isRead = readNotices(request(browserWith(["7", "9"])));
  expect(["7", "8", "9", "79", ""].map(isRead)).toEqual([true, false, true, false, false]);
});

test("the cookie is HttpOnly, lasts a year, and contains no notice ids", () => {
  const cookie = noticeReadCookie(request(new CookieJar()).headers.get("cookie"), "notice-canary");
  expect(cookie).toMatch(/^read=[\w-]{8}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain("canary");
});

test("the cookie stays within 1 kB, and drops the notices opened longest ago first", () => {
  const cookies = browserWith(["old", ...numbers(1, 119), "1", "newest"]);
  expect(`read=${cookies.get("read")}`.length).toBeLessThanOrEqual(1024);
  const isRead = readNotices(request(cookies));
  expect(isRead("old")).toBe(false);
  expect(["newest", ...numbers(1, 119)].every(isRead)).toBe(true);
});

test("all notices of a list of 100 can be marked as read", () => {
  const isRead = readNotices(request(browserWith(numbers(1, 100))));
  expect(numbers(1, 100).filter(isRead)).toHaveLength(100);
});

test.each(["garbage", "1234567", "%00%00%00%0", "a".repeat(8 * 121), "<script>", ""])(
  "an invalid cookie marks nothing and is replaced: %s",
  (value) => {
    const cookies = new CookieJar().set("read", value);
    expect(readNotices(request(cookies))("1")).toBe(false);
    expect(noticeReadCookie(request(cookies).headers.get("cookie"), "1")).toMatch(/^read=[\w-]{8};/);
  },
);
