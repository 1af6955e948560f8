import { randomBytes } from "node:crypto";
import { readSetting, writeSetting } from "./database";
import { textOf, type Call, type SandboxState, EXCHANGE, type Calls } from "./call";
import { Refusal } from "./refusals";

/** The fields of each kind of security check. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "1": ["csessionid", "sig", "token", "scene"],
  "2": ["geetest_challenge", "geetest_validate", "geetest_seccode"],
};

/** A field with this value stands for a check that the provider rejects. */
const FAILED = "failed";

/**
 * Returns the kind of check that the upstream requires: 0 none, 1 slider, 2 challenge, or a number that the storefront
 * does not know.
 */
export function captchaKind(state: SandboxState): string {
  return readSetting(state.database, "captchaKind") ?? "0";
}

export function setCaptchaKind(state: SandboxState, kind: number): void {
  writeSetting(state.database, "captchaKind", String(kind));
}

/**
 * Requires the fields of the current kind, whatever kind the request names. There is no provider to check the values,
 * so any value but "failed" passes. An unknown kind never passes. If the platform sends a prefix, the slider's scene
 * must begin with it.
 *
 * @throws Refusal captcha (10055)
 */
export function checkCaptcha(call: Call, purpose: "login" | "register"): void {
  const kind = captchaKind(call.state);
  if (kind === "0") return;
  const { ncPrefix } = call.state.platform;
  if (kind === "1" && ncPrefix !== undefined && textOf(call.body, "scene") !== ncPrefix + purpose)
    throw new Refusal("captcha");
  const values = FIELDS[kind]?.map((field) => textOf(call.body, field));
  if (!values || values.some((value) => value === "" || value === FAILED)) throw new Refusal("captcha");
}

/** common/public_info_v5: returns the kind of check and the slider's settings. */
export function publicInfo({ state, locale }: Call) {
  return {
    switch: { verificationType: captchaKind(state) },
    nc: { nc_appkey: "SANDBOX0NC0APPKEY", nc_lang: locale === "en_US" ? "en" : "tw" },
  };
}

/** common/tartCaptcha: starts a challenge. `success` 1 means that the provider's servers respond. */
export function startCaptcha() {
  return {
    captcha: { challenge: randomBytes(16).toString("hex"), gt: "5a0d6c1f2e3b47988c9d0e1f2a3b4c5d", success: 1 },
  };
}

export const CAPTCHA_CALLS: Calls = {
  [`${EXCHANGE}/common/public_info_v5`]: publicInfo,
  [`${EXCHANGE}/common/tartCaptcha`]: startCaptcha,
};
