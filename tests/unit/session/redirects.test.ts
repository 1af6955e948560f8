import { expect, test } from "vitest";
import { returnToOf, withReturnTo, safePath, seeOther } from "~server/session/redirects";

test.each([
  ["/", "/"],
  ["/Index/Home", "/Index/Home"],
  ["/Login?redirectTo=%2FMyOrder&step=google", "/Login?redirectTo=%2FMyOrder&step=google"],
  ["/Index/Power?page=3#item-11", "/Index/Power?page=3#item-11"],
  ["/Index/../Login", "/Login"],
  ["/Notice?q=礦機", "/Notice?q=%E7%A4%A6%E6%A9%9F"],
  ["/a//b", "/a//b"],
])("a path of this site is accepted: %s", (target, expected) => {
  expect(safePath(target, "/fallback")).toBe(expected);
});

test.each([
  ["another host", "//evil.example"],
  ["another host, three slashes", "///evil.example"],
  ["a backslash", "/\\evil.example"],
  ["a leading backslash", "\\/evil.example"],
  ["a backslash later", "/a\\..\\b"],
  ["a leading encoded slash", "/%2Fevil.example"],
  ["a leading slash encoded in lower case", "/%2fevil.example"],
  ["an encoded backslash", "/%5Cevil.example"],
  ["a tab that parsers ignore", "/\t/evil.example"],
  ["a newline that parsers ignore", "/\n/evil.example"],
  ["dots that resolve to two slashes", "/.//evil.example"],
  ["double dots that resolve to two slashes", "/a/..//evil.example"],
  ["encoded dots that resolve to two slashes", "/%2e//evil.example"],
  ["a scheme", "https://evil.example/"],
  ["a script", "javascript:alert(1)"],
  ["a script, mixed case", "JaVaScRiPt:alert(1)"],
  ["data", "data:text/html,x"],
  ["a relative path", "Login"],
  ["a leading space", " /Login"],
  ["a header", "/x\r\nSet-Cookie: a=b"],
  ["an encoded header", "/x%0d%0aSet-Cookie:%20a=b"],
  ["an encoded NUL", "/x%00"],
  ["DEL", "/x\u007f"],
  ["nothing", ""],
  ["more than 2 kB", `/${"a".repeat(2048)}`],
  ["more than 2 kB once encoded", `/${"礦".repeat(300)}`],
  ["no text", undefined],
  ["a file", new File([], "x")],
  ["an object", new URL("http://127.0.0.1:3000/Login")],
])("anything else becomes the fallback: %s", (_, target) => {
  expect(safePath(target, "/fallback")).toBe("/fallback");
});

test("seeOther returns 303, uncached, with the cookies; a target on another site becomes /", () => {
  const response = seeOther("//evil.example", { cookies: ["a=1", "b=2"] });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.has("x-remix-reload-document")).toBe(false);
});

test("a document redirect makes scripted posts load the target as a document", () => {
  expect(seeOther("/Index/Home", { document: true }).headers.get("x-remix-reload-document")).toBe("true");
});

const returnTo = (redirectTo: string) => returnToOf(new URLSearchParams({ redirectTo }));

test("a return target is a path of this site that does not redirect", () => {
  expect(returnTo("/PowerProductDetail/1001?buyAmount=3")).toBe("/PowerProductDetail/1001?buyAmount=3");
  expect(returnTo("/GoogleBind?redirectTo=%2FMyOrder")).toBe("/GoogleBind?redirectTo=%2FMyOrder");
  expect(returnToOf(new URLSearchParams())).toBeUndefined();
  expect(returnTo(`/MyOrder?q=${"a".repeat(500)}`)).toBeUndefined();
});

test.each([
  "//evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\\evil.example",
  "/Login",
  "/login/",
  "/LOGIN/somebody?redirectTo=%2FMyOrder",
  "/Register?inviteCode=A",
  "/Index/../Login",
  "/%4cogin",
  "/Login%2Fx",
])("another site, or a page that redirects again, is not a return target: %s", (target) => {
  expect(returnTo(target)).toBeUndefined();
});

test("returnTo is added to a URL's query, and the URL stays short enough for a redirect", () => {
  expect(withReturnTo("/GoogleBind", undefined)).toBe("/GoogleBind");
  expect(withReturnTo("/GoogleBind", "/a?b=c")).toBe("/GoogleBind?redirectTo=%2Fa%3Fb%3Dc");
  expect(withReturnTo("/GoogleBind?step=key", "/a")).toBe("/GoogleBind?step=key&redirectTo=%2Fa");
  const longest = returnTo(`/${"%E7%A4%A6".repeat(55)}`) ?? "";
  expect(safePath(withReturnTo("/Login?step=google", longest), "refused")).not.toBe("refused");
});
