import { expect, test } from "vitest";
import { describeEnv, EnvironmentError, readEnv } from "~server/env";

const GOOD = {
  PUBLIC_ORIGIN: "https://m.example.com",
  UPSTREAM_URL: "https://upstream.example/api/",
  SESSION_SECRET: "s".repeat(32),
};

test.each([
  [{ PUBLIC_ORIGIN: "https://m.example.com/shop" }, "PUBLIC_ORIGIN: must be an origin alone"],
  [{ PUBLIC_ORIGIN: "https://m.example.com/?a=1" }, "PUBLIC_ORIGIN: must be an origin alone"],
  [{ PUBLIC_ORIGIN: "https://me:secret@m.example.com" }, "PUBLIC_ORIGIN: must be an origin alone"],
  [{ REDIS_URL: "http://127.0.0.1:6379" }, "REDIS_URL: "],
  [{ SESSION_SECRET: "please-Change-Me-please-change-me-please" }, "SESSION_SECRET: is an example's secret"],
  [{ SESSION_SECRET: `${"s".repeat(32)},replace_me${"x".repeat(32)}` }, "SESSION_SECRET: is an example's secret"],
  [{ SESSION_SECRET: `your-secret${"x".repeat(32)}` }, "SESSION_SECRET: is an example's secret"],
  [{ SESSION_SECRET: "short" }, "SESSION_SECRET: each secret must have at least 32 characters"],
])("the start fails with %j, and names the variable", (variables, reason) => {
  const start = () => readEnv({ ...GOOD, ...variables });
  expect(start).toThrow(EnvironmentError);
  expect(start).toThrow(reason);
});

test("a failed start explains what each wrong variable is for", () => {
  expect(() => readEnv({ ...GOOD, UPSTREAM_URL: "", TRUST_PROXY: "many" })).toThrow(
    new EnvironmentError(
      [
        "The environment is incomplete:",
        "  UPSTREAM_URL: is missing",
        "    The platform's base address.",
        "  TRUST_PROXY: must be a number of proxies from 0 to 99, on or off",
        "    The exact number of proxies (docs/operate/install.md#proxies) in front of the shop: 0 (`off`), 1 (`on`), 2 and so on.",
      ].join("\n"),
    ),
  );
});

/** One variable of each kind, and a folder. */
const VALUES = {
  ...GOOD,
  PORT: "3000",
  HOST: "127.0.0.1",
  TRUST_PROXY: "1",
  LOG_LEVEL: "warn",
  PAGE_CACHE: "off",
  IMAGE_HOSTS: "https://images.example.com",
  HEADER_TOKEN: "exchange-token",
  DATA_DIR: "/var/lib/storefront",
  REDIS_URL: "redis://:secret@redis.example:6379/2",
  REDIS_SENTINEL_PASSWORD: "theirs",
};

test.each([
  ["a file with Windows line ends", "\r"],
  ["a Kubernetes secret created with echo", "\n"],
  ["a value with a trailing blank", " \t"],
])("%s gives the same values as one without", (_, end) => {
  const ended = Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, value + end]));
  const empty = { METRICS_PORT: end, CONTENT_DIR: end };
  expect(readEnv({ ...ended, ...empty })).toEqual(readEnv(VALUES));
  expect(describeEnv({ ...ended, ...empty })).toBe(describeEnv(VALUES));
});

test.each(['"', "'"])("a pair of %s around a value, which Docker keeps, is removed", (quote) => {
  const quoted = (name: string, value: string) =>
    name.endsWith("SECRET") || name.endsWith("PASSWORD") ? value : quote + value + quote;
  const variables = Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, quoted(name, value)]));
  expect(readEnv({ ...variables, METRICS_PORT: quote + quote })).toEqual(readEnv(VALUES));
  expect(readEnv({ ...VALUES, REDIS_SENTINEL_PASSWORD: "'a'" }).REDIS_SENTINEL_PASSWORD).toBe("'a'");
});

test("an origin may end with a slash", () => {
  expect(readEnv({ ...GOOD, PUBLIC_ORIGIN: "https://m.example.com/" }).PUBLIC_ORIGIN).toBe("https://m.example.com");
});

test("npm run env:check prints the effective value of every variable, but no secret", () => {
  const secrets = {
    REDIS_URL: "redis://user:hidden-1@hidden-1@redis.example:6379",
    REDIS_SENTINEL_PASSWORD: "hidden-2",
  };
  const printed = describeEnv({ ...GOOD, SESSION_SECRET: "hidden-3".repeat(8), ...secrets });
  expect(printed).not.toContain("hidden-");
  expect(printed.split("\n")).toEqual(
    expect.arrayContaining([
      "PUBLIC_ORIGIN=https://m.example.com",
      "PORT=3000  (default)",
      "REDIS_URL=redis://(hidden)@redis.example:6379",
      "ORDER_STATUS=0:paid,1:pending,2:mining,3:ended  (default)",
    ]),
  );
});

test("npm run env:check prints no password of a Sentinel's address either, whatever is in it", () => {
  const printed = describeEnv({ ...GOOD, REDIS_URL: "redis-sentinel://:hid/den@hid/den@a.example,b.example/primary" });
  expect(printed).toContain("REDIS_URL=redis-sentinel://(hidden)@a.example,b.example/primary\n");
});

test("the printed environment can be used as input", () => {
  const variables = {
    ...GOOD,
    WEB_LOGIN: "app-only",
    PURCHASES: "off",
    TRUST_PROXY: "on",
    UPSTREAM_POOLS: "money:7",
    IMAGE_HOSTS: "https://a.example https://b.example",
    DEPOSIT_STATUS: "7:completed",
  };
  const printed = describeEnv(variables);
  expect(printed).toContain("\nPURCHASES=off\n");
  expect(printed).toContain("\nUPSTREAM_POOLS=public:64,account:256,money:7,upload:16,codes:32\n");
  const shown = printed
    .replace("(hidden)", GOOD.SESSION_SECRET)
    .split("\n")
    .map((line) => line.replace(/ {2}\(default\)$/, "").split(/=(.*)/s) as [string, string]);
  expect(readEnv(Object.fromEntries(shown))).toEqual(readEnv(variables));
});
