import { expect, test } from "vitest";
import { basename } from "node:path";
import {
  clientFile,
  clientManifest,
  clientScripts,
  gzipBytes,
  handleOf,
  hydratedRoutes,
  scriptsOf,
} from "../support/built";

const BUDGET_BYTES = 81_000;
/** Browsers request six files at a time. */
const FILES_MAX = 6;

const hydrated = await hydratedRoutes();

test("only the screens that gain from scripts hydrate", () => {
  expect(hydrated.sort()).toEqual([
    "routes/CountrySelect",
    "routes/GoogleBind",
    "routes/Index.Miner",
    "routes/Index.Power",
    "routes/InvitationCode",
    "routes/Login.($account)",
    "routes/PowerProductDetail.$id",
    "routes/Recharge.($coinSymbol)",
    "routes/Register",
    "routes/UploadImage",
  ]);
});

test.each(hydrated)("the scripts of a hydrated route take at most 81 kB compressed, in six files: %s", (id) => {
  const scripts = scriptsOf(id, clientManifest());
  const sizes = scripts.map((script) => ({ script, bytes: gzipBytes(script) })).sort((a, b) => b.bytes - a.bytes);
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  console.log(
    [`${id}: ${bytes} bytes of script, compressed`, ...sizes.map((size) => `  ${size.bytes} ${size.script}`)].join(
      "\n",
    ),
  );
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
  expect(scripts.length).toBeLessThanOrEqual(FILES_MAX);
});

test.each(["routes/Login.($account)", "routes/Register"])(
  "including the captcha, which loads on demand, the scripts take at most 81 kB: %s",
  (id) => {
    const widget = clientScripts().filter((script) => script.includes("CaptchaWidget-"));
    expect(widget.length).toBe(1);
    const scripts = scriptsOf(id, clientManifest());
    expect(scripts.filter((script) => script.includes("CaptchaWidget-"))).toEqual([]);
    const bytes = [...scripts, ...widget].reduce((sum, script) => sum + gzipBytes(script), 0);
    expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
  },
);

/** Texts of error pages without scripts, texts that are only compared, and texts of the code sheet. */
const ELSEWHERE = ["errors.forged", "errors.code", "errors.codesPaused"];
const WITH_CODE_SHEET = ["routes/Login.($account)", "routes/Register", "routes/PowerProductDetail.$id"];

test.each(hydrated)("a hydrated route ships the error texts that its scripts use: %s", async (id) => {
  const own = scriptsOf(id, clientManifest());
  const loaded = clientScripts().filter((script) => own.some((file) => clientFile(file).includes(basename(script))));
  const named = [...own, ...loaded].flatMap((script) => clientFile(script).match(/\berrors\.[a-z]\w*/gi) ?? []);
  const { i18n } = await handleOf(id);
  if (WITH_CODE_SHEET.includes(id)) expect(i18n).toContain("errors.codesPaused");
  const texts = new Set(["errors.network", ...ELSEWHERE, ...i18n]);
  expect([...new Set(named)].filter((key) => !texts.has(key))).toEqual([]);
});

test("the product page's early script is sent once, and no other page runs it", () => {
  const early = clientScripts().filter((script) => script.includes("early-"));
  expect(early.length).toBe(1);
  const importing = clientScripts().filter((script) => clientFile(script).includes(`from"/${early[0]}"`));
  const { routes } = clientManifest();
  expect(importing.map((script) => `/${script}`)).toEqual([routes["routes/PowerProductDetail.$id"]?.module]);
});
