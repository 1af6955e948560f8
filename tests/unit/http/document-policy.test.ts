import { expect, test } from "vitest";
import { EnvironmentError, readEnv } from "~server/env";
import { contentSecurityPolicy as policyOf } from "~server/documents/content-security-policy";
import { withEnv } from "../../support/environment";

const SCRIPTLESS =
  "default-src 'none'; script-src 'none'; connect-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const contentSecurityPolicy = (scripted: boolean, loaderData: Record<string, unknown>) =>
  policyOf(scripted, loaderData, "<main></main>");

const directive = (policy: string, name: string) =>
  policy
    .split("; ")
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);

test("the policy of a page without scripts allows none, whatever sources its loaders name", () => {
  expect(contentSecurityPolicy(false, {})).toBe(SCRIPTLESS);
  const policy = { "script-src": ["https://captcha.example.com"], "img-src": ["http://captcha.example.com"] };
  expect(contentSecurityPolicy(false, { "routes/Login": { policy } })).toBe(SCRIPTLESS);
});

test("the policy of a page with scripts allows its own and the sources that its loaders name", () => {
  const plain = contentSecurityPolicy(true, { root: null, "routes/Login": { title: "x" } });
  expect(directive(plain, "script-src")).toBe("'self'");
  expect(directive(plain, "connect-src")).toBe("'self'");
  expect(directive(plain, "frame-src")).toBeUndefined();
  const policy = {
    "script-src": ["https://a.example.com", "http://127.0.0.1:4000", "https://a.example.com"],
    "frame-src": ["https://a.example.com"],
  };
  const opened = contentSecurityPolicy(true, { "routes/Login": { policy } });
  expect(directive(opened, "script-src")).toBe("'self' https://a.example.com http://127.0.0.1:4000");
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
])("a value that is not an origin is never in a policy: %s", (source) => {
  const policy = {
    "script-src": [source],
    "default-src": ["https://b.example.com"],
    "form-action": ["https://b.example.com"],
  };
  expect(contentSecurityPolicy(true, { page: { policy } })).toBe(contentSecurityPolicy(true, {}));
});

test.each([[null], ["text"], [[]], [{ "script-src": "https://a.example.com" }], [{ "script-src": null }]])(
  "loader data of another shape allows nothing: %j",
  (policy) => {
    expect(contentSecurityPolicy(true, { page: { policy } })).toBe(contentSecurityPolicy(true, {}));
  },
);

const CDN = "https://cdn.example.com";
const UPSTREAM = "https://platform.example.com";

test("pictures are allowed only from this site, whatever is configured and shown", async () => {
  for (const variables of [{}, { IMAGE_HOSTS: CDN }, { IMAGE_BASE_URL: CDN }]) {
    await withEnv({ UPSTREAM_URL: UPSTREAM, ...variables }, () => {
      for (const markup of [`<img src="${UPSTREAM}/a.png"/>`, `<img src="${CDN}/a.png"/>`, ""]) {
        expect(directive(policyOf(false, {}, markup), "img-src")).toBe("'self'");
        expect(directive(policyOf(true, {}, markup), "img-src")).toBe("'self'");
      }
    });
  }
});

/** The allowed sources of pictures besides this site, for a page with this picture and `IMAGE_PROXY=off`. */
function pictureSources(picture: string | undefined, { scripted = false } = {}): string {
  const markup = picture === undefined ? "<main></main>" : `<main><img alt="" src="${picture}"/></main>`;
  return (
    directive(policyOf(scripted, {}, markup), "img-src")
      ?.replace("'self'", "")
      .trim() ?? ""
  );
}

test.each([
  ["neither", {}, "https:"],
  ["IMAGE_HOSTS", { IMAGE_HOSTS: `${CDN}, http://img.example:81` }, `${CDN} http://img.example:81`],
  ["IMAGE_BASE_URL", { IMAGE_BASE_URL: `${CDN}/static/` }, CDN],
  ["both", { IMAGE_HOSTS: "https://a.example.com", IMAGE_BASE_URL: `${CDN}/x` }, `https://a.example.com ${CDN}`],
  ["both to the same origin", { IMAGE_HOSTS: CDN, IMAGE_BASE_URL: CDN }, CDN],
])(
  "with IMAGE_PROXY=off pictures are allowed from the configured sources, or any https source if none is set: %s set",
  async (_, variables, sources) => {
    for (const UPSTREAM_URL of [UPSTREAM, "http://10.0.0.5:8080"]) {
      await withEnv({ IMAGE_PROXY: "off", UPSTREAM_URL, ...variables }, () => {
        expect(pictureSources(undefined)).toBe(sources);
        expect(pictureSources(undefined, { scripted: true })).toBe(sources);
        expect(pictureSources(`${CDN}/a.png`)).toBe(sources);
      });
    }
  },
);

test("with IMAGE_PROXY=off only a page with a picture of the upstream names the upstream", async () => {
  const inner = "http://10.0.0.5:8080";
  await withEnv({ IMAGE_PROXY: "off", UPSTREAM_URL: `${inner}/base` }, () => {
    expect(pictureSources(`${inner}/a.png`)).toBe(`https: ${inner}`);
    expect(pictureSources(`${inner}0/a.png`)).toBe("https:");
    expect(directive(policyOf(false, {}, `<link rel="icon" href="${inner}/favicon.ico"/>`), "img-src")).toBe(
      `'self' https: ${inner}`,
    );
    // A page that repeats a visitor's guess of the host does not confirm it.
    const echoed = `<input value="src=&quot;${inner}/"/><p>${inner}/ src=&quot;${inner}/x&quot;</p>`;
    expect(policyOf(false, {}, echoed)).not.toContain(inner);
  });
  await withEnv({ IMAGE_PROXY: "off", UPSTREAM_URL: UPSTREAM }, () => {
    expect(pictureSources(`${UPSTREAM}/a.png`), "any https origin is allowed").toBe("https:");
  });
  await withEnv({ IMAGE_PROXY: "off", UPSTREAM_URL: UPSTREAM, IMAGE_HOSTS: CDN }, () => {
    expect(pictureSources(`${UPSTREAM}/a.png`)).toBe(`${CDN} ${UPSTREAM}`);
  });
  await withEnv({ IMAGE_PROXY: "off", UPSTREAM_URL: UPSTREAM, IMAGE_BASE_URL: CDN }, () => {
    expect(pictureSources(`${UPSTREAM}/a.png`), "IMAGE_BASE_URL replaces the upstream").toBe(CDN);
  });
});

const REQUIRED = {
  PUBLIC_ORIGIN: "https://m.example.com",
  UPSTREAM_URL: "https://platform.example.com",
  SESSION_SECRET: "x".repeat(32),
};

test("CAPTCHA_SLIDER_SRC is the script's URL, followed by the other origins it loads from", () => {
  const read = (value?: string) => readEnv({ ...REQUIRED, CAPTCHA_SLIDER_SRC: value }).CAPTCHA_SLIDER_SRC;
  for (const missing of [undefined, "", " "]) expect(read(missing)).toBeUndefined();
  expect(read("https://g.example.com/awsc.js")).toEqual({
    src: "https://g.example.com/awsc.js",
    origins: ["https://g.example.com"],
  });
  expect(read("https://g.example.com/awsc.js?v=1 https://cf.example.com/x, https://g.example.com")).toEqual({
    src: "https://g.example.com/awsc.js?v=1",
    origins: ["https://g.example.com", "https://cf.example.com"],
  });
  for (const bad of ["g.example.com/awsc.js", "javascript:alert(1)", "https://g.example.com/a.js 'unsafe-inline'"]) {
    expect(() => read(bad), bad).toThrow(EnvironmentError);
  }
});

test("IMAGE_BASE_URL is an http or https URL, with or without a trailing slash", () => {
  const read = (value?: string) => readEnv({ ...REQUIRED, IMAGE_BASE_URL: value }).IMAGE_BASE_URL;
  expect(read()).toBeUndefined();
  expect(read("")).toBeUndefined();
  expect(read("https://cdn.example.com")).toBe("https://cdn.example.com/");
  expect(read("https://cdn.example.com/static")).toBe("https://cdn.example.com/static/");
  expect(read("https://cdn.example.com/static/")).toBe("https://cdn.example.com/static/");
  for (const bad of [
    "cdn.example.com",
    "/static",
    "ftp://cdn.example.com",
    "data:,x",
    "https://me:pw@cdn.example.com/",
  ]) {
    expect(() => read(bad), bad).toThrow(EnvironmentError);
  }
});
