import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Each file of tests has a store of its own. */
const dataDir = mkdtempSync(join(tmpdir(), "storefront-store-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/**
 * The environment of a unit test, set before the module under test reads it. No upstream listens on port 9 (discard): a
 * test that needs one starts the sandbox and names it in `UPSTREAM_URL`.
 */
const defaults: Record<string, string> = {
  NODE_ENV: "test",
  PUBLIC_ORIGIN: "http://127.0.0.1:3000",
  UPSTREAM_URL: "http://127.0.0.1:9",
  SESSION_SECRET: "a-secret-for-tests-of-at-least-32-characters",
  LOG_LEVEL: "silent",
  DATA_DIR: dataDir,
};

/** Variables of the machine that runs the tests must not change what they see. */
const foreign = [
  ...["PORT", "HOST", "STORAGE_PRODUCT", "SITE_CONFIG_KEY", "MINER_ATTR_KV_KEY", "HEADER_LANGUAGE", "HEADER_CLIENT"],
  ...["HEADER_TOKEN", "WEB_LOGIN", "MAIN_SITE_ORIGIN", "DESKTOP_REDIRECT", "TRUST_PROXY", "REDIS_URL", "METRICS_PORT"],
  ...["DATA_DIR", "ORDER_STATUS", "DEPOSIT_STATUS", "PAY_ROUNDING", "LINK_PLACEHOLDER", "BLOCK_PINCH_ZOOM"],
  ...["CAPTCHA_SLIDER_SRC", "CAPTCHA_CHALLENGE_ORIGINS", "CAPTCHA_MONITOR_URL", "IMAGE_HOSTS", "IMAGE_BASE_URL"],
];

for (const name of foreign) delete process.env[name];
Object.assign(process.env, defaults);
