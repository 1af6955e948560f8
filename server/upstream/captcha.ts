import { anonymousCall, type PublicCaller } from "./public-cache";
import { isOne, opaque, rawStatus, type Read } from "./readers";
import { fields, lenient, required } from "./shapes";
import { EXCHANGE } from "./transport";
import type { z } from "zod";

/** The kinds of captcha (behaviour 4.1); any other is not available on the web. */
export type CaptchaKind = "none" | "slider" | "challenge" | "unsupported";
const CAPTCHA_KINDS: ReadonlyMap<string, CaptchaKind> = new Map([
  ["0", "none"],
  ["1", "slider"],
  ["2", "challenge"],
]);

/** The kind that a sign-in or registration answers to: by its name, or by the platform's number as text. */
export type VerificationType = Exclude<CaptchaKind, "unsupported"> | "0" | "1" | "2";
export const VERIFICATION_TYPES: Readonly<Record<VerificationType, number>> = {
  none: 0,
  slider: 1,
  challenge: 2,
  "0": 0,
  "1": 1,
  "2": 2,
};

const captchaKind: Read<CaptchaKind> = (value) => {
  const raw = rawStatus(value);
  return raw === undefined ? undefined : (CAPTCHA_KINDS.get(raw) ?? "unsupported");
};
const slider = fields(
  {
    appKey: required((value) => (typeof value === "string" && /^[\w-]{1,128}$/.test(value) ? value : undefined)),
    lang: lenient((value) => (typeof value === "string" && /^[\w-]{2,16}$/.test(value) ? value : undefined)),
  },
  { appKey: "nc_appkey", lang: "nc_lang" },
).transform(({ appKey, lang = "en" }) => ({ appKey, lang }));

const publicInfoAnswer = fields(
  {
    verification: fields({ type: required(captchaKind) }, { type: "verificationType" }),
    slider: slider.optional().catch(undefined),
  },
  { verification: "switch", slider: "nc" },
).transform((sent) => ({ verificationType: sent.verification.type, slider: sent.slider }));

/** Which captcha a sign-in needs; `slider` is what that widget needs, where the platform sent it. */
export type PublicInfo = z.output<typeof publicInfoAnswer>;

/**
 * common/public_info_v5 (behaviour 7.27): the kind of captcha. Never cached: a sign-in with the wrong kind is refused.
 *
 * @throws Refused, Unavailable
 */
export function publicInfo(caller: PublicCaller): Promise<PublicInfo> {
  return anonymousCall(caller, { path: `${EXCHANGE}/common/public_info_v5`, schema: publicInfoAnswer });
}

const captchaAnswer = fields({
  captcha: fields({ challenge: required(opaque(256)), gt: required(opaque(256)), success: required(isOne) }),
}).transform(({ captcha }) => captcha);

/** What the challenge widget starts with; `success` false means its offline mode (behaviour 4.1). */
export type CaptchaStart = z.output<typeof captchaAnswer>;

/**
 * common/tartCaptcha (behaviour 7.29): starts a challenge, one for each visitor.
 *
 * @throws Refused, Unavailable
 */
export function startCaptcha(caller: PublicCaller): Promise<CaptchaStart> {
  return anonymousCall(caller, { path: `${EXCHANGE}/common/tartCaptcha`, schema: captchaAnswer });
}

/** What a captcha widget gave: `csessionid, sig, token, scene` or the three `geetest_…` fields. */
export type CaptchaFields = Readonly<Record<string, string>>;
