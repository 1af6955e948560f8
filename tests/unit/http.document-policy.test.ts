import { expect, test } from "vitest";
import { EnvironmentError, readEnv } from "~server/env";
import { contentSecurityPolicy } from "~server/http/document-policy";

const SCRIPTLESS =
  "default-src 'none'; script-src 'none'; connect-src 'self'; style-src 'self'; img-src 'self' https: http://127.0.0.1:9; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const directive = (policy: string, name: string) =>
  policy
    .split("; ")
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);

test("a page that ships no script may run none, whatever its loaders name", () => {
  expect(contentSecurityPolicy(undefined, {})).toBe(SCRIPTLESS);
  const policy = { "script-src": ["https://captcha.example.com"], "img-src": ["http://captcha.example.com"] };
  expect(contentSecurityPolicy(undefined, { "routes/Login": { policy } })).toBe(SCRIPTLESS);
});

test("a page with scripts runs its own and those of the sources that a loader names, and only where it names them", () => {
  const plain = contentSecurityPolicy("nonce", { root: null, "routes/Login": { title: "x" } });
  expect(directive(plain, "script-src")).toBe("'self' 'nonce-nonce'");
  expect(directive(plain, "connect-src")).toBe("'self'");
  expect(directive(plain, "frame-src")).toBeUndefined();
  const policy = {
    "script-src": ["https://a.example.com", "http://127.0.0.1:4000", "https://a.example.com"],
    "frame-src": ["https://a.example.com"],
  };
  const opened = contentSecurityPolicy("nonce", { "routes/Login": { policy } });
  expect(directive(opened, "script-src")).toBe("'self' 'nonce-nonce' https://a.example.com http://127.0.0.1:4000");
  expect(directive(opened, "frame-src")).toBe("https://a.example.com");
  expect(directive(opened, "style-src")).toBe("'self'");
});

test.each([
  "*",
  "https:",
  "data:",
  "'unsafe-inline'",
  "https://a.example.com; script-src *",
  "https://a.example.com 'unsafe-eval'",
  "https://a.example.com/path",
  "https://*.example.com",
  "javascript://a",
  "",
  7,
  null,
])("what is no origin never stands in a policy: %s", (source) => {
  const policy = {
    "script-src": [source],
    "default-src": ["https://b.example.com"],
    "form-action": ["https://b.example.com"],
  };
  expect(contentSecurityPolicy("nonce", { page: { policy } })).toBe(contentSecurityPolicy("nonce", {}));
});

test.each([[null], ["text"], [[]], [{ "script-src": "https://a.example.com" }], [{ "script-src": null }]])(
  "a policy of another shape opens nothing: %j",
  (policy) => {
    expect(contentSecurityPolicy("nonce", { page: { policy } })).toBe(contentSecurityPolicy("nonce", {}));
  },
);

const REQUIRED = {
  PUBLIC_ORIGIN: "https://m.example.com",
  UPSTREAM_URL: "https://platform.example.com",
  SESSION_SECRET: "x".repeat(32),
};

test("CAPTCHA_SLIDER_SRC is the script's address and, after it, the other origins that it loads from", () => {
  const read = (value?: string) => readEnv({ ...REQUIRED, CAPTCHA_SLIDER_SRC: value }).CAPTCHA_SLIDER_SRC;
  expect(read()).toBeUndefined();
  expect(read("https://g.example.com/awsc.js")).toEqual({
    src: "https://g.example.com/awsc.js",
    origins: ["https://g.example.com"],
  });
  expect(read("https://g.example.com/awsc.js?v=1 https://cf.example.com/x, https://g.example.com")).toEqual({
    src: "https://g.example.com/awsc.js?v=1",
    origins: ["https://g.example.com", "https://cf.example.com"],
  });
  for (const bad of [
    "g.example.com/awsc.js",
    "javascript:alert(1)",
    "https://g.example.com/a.js 'unsafe-inline'",
    " ",
  ]) {
    expect(() => read(bad), bad).toThrow(EnvironmentError);
  }
});
