import { expect, test } from "vitest";
import { contentSecurityPolicy } from "~server/documents/content-security-policy";
import { hasStyles, stylesCookie } from "~server/documents/styles-cookie";

test("the cookie names one build's style sheet: after a change a browser counts as new", () => {
  const [cookie = ""] = stylesCookie({ version: "a1" }).split(";");
  expect(hasStyles(`x=1; ${cookie}`, { version: "a1" })).toBe(true);
  expect(hasStyles(cookie, { version: "b2" })).toBe(false);
  expect(hasStyles(null, { version: "a1" })).toBe(false);
});

test("the policy allows inline styles by their hashes", () => {
  expect(contentSecurityPolicy(false, {}, "", ["'sha256-a='", "'sha256-b='"])).toContain(
    "style-src 'self' 'sha256-a=' 'sha256-b=';",
  );
});
