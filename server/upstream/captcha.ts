import { z } from "zod";
import { LOCALES } from "~/i18n/locales";
import { anonymousCall, EXCHANGE, UpstreamUnavailable, type PublicContext } from "./client";
import { isOne, opaque, rawStatus, type Read } from "./parsers";
import { fields, optionalOnError, required } from "./schemas";

/** The path of the public info, which has more than the captcha. */
export const PUBLIC_INFO = `${EXCHANGE}/common/public_info_v5`;

/** The kinds of captcha, each at the index of its number; any other is not available on the web. */
const CAPTCHA_KINDS = ["none", "slider", "challenge"] as const;
export type CaptchaKind = (typeof CAPTCHA_KINDS)[number] | "unsupported";

const captchaKind: Read<CaptchaKind> = (value) => {
  const raw = rawStatus(value);
  return raw === undefined ? undefined : (CAPTCHA_KINDS.find((_, number) => raw === String(number)) ?? "unsupported");
};
const slider = fields(
  {
    appKey: required((value) => (typeof value === "string" && /^[\w-]{1,128}$/.test(value) ? value : undefined)),
    lang: optionalOnError((value) => (typeof value === "string" && /^[\w-]{2,16}$/.test(value) ? value : undefined)),
    prefix: optionalOnError((value) => (typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : undefined)),
  },
  { appKey: "nc_appkey", lang: "nc_lang", prefix: "nc_prefix" },
).transform(({ lang = "en", ...sent }) => ({ ...sent, lang }));

const publicInfoResponse = fields(
  {
    verification: fields({ type: required(captchaKind) }, { type: "verificationType" }),
    slider: slider.optional().catch(undefined),
  },
  { verification: "switch", slider: "nc" },
).transform((sent) => ({ verificationType: sent.verification.type, slider: sent.slider }));

/** The captcha that a sign-in needs; `slider` has the settings of that widget, where the upstream sent them. */
export type PublicInfo = z.output<typeof publicInfoResponse>;

/**
 * common/public_info_v5 (behaviour 7.27): the kind of captcha. Never cached: the upstream rejects a sign-in with the
 * wrong kind.
 *
 * @throws UpstreamRejected, UpstreamUnavailable
 */
export function publicInfo(upstreamContext: PublicContext): Promise<PublicInfo> {
  return anonymousCall(upstreamContext, { path: PUBLIC_INFO, schema: publicInfoResponse });
}

/**
 * Whether the upstream responds, for `/readyz`: one call of public_info, uncached.
 *
 * @returns the reason instead of throwing; it quotes nothing of the response
 */
export function probe(): Promise<{ ok: boolean; note?: string }> {
  return anonymousCall({ locale: LOCALES[0] }, { path: PUBLIC_INFO, schema: z.unknown() }).then(
    () => ({ ok: true }),
    (error: unknown) => ({ ok: false, note: error instanceof UpstreamUnavailable ? error.message : "it refuses" }),
  );
}

const gt = opaque(256);
const captchaResponse = fields({
  captcha: fields({
    challenge: required(opaque(256)),
    // The widget itself throws a type error for a value that is no text.
    gt: required((value) => (typeof value === "string" ? gt(value) : null)),
    success: required(isOne),
  }),
}).transform(({ captcha }) => captcha);

/**
 * The start parameters of the challenge widget; `success` false means its offline mode (behaviour 4.1), and `gt` null
 * that the upstream sent something other than a text.
 */
export type CaptchaStart = z.output<typeof captchaResponse>;

/**
 * common/tartCaptcha (behaviour 7.29): starts a challenge, one for each visitor.
 *
 * @throws UpstreamRejected, UpstreamUnavailable
 */
export function startCaptcha(upstreamContext: PublicContext): Promise<CaptchaStart> {
  return anonymousCall(upstreamContext, { path: `${EXCHANGE}/common/tartCaptcha`, schema: captchaResponse });
}

/** What a sign-in or a registration sends for the captcha. */
export interface CaptchaProof {
  verificationType: Exclude<CaptchaKind, "unsupported">;
  /** The widget's fields: `csessionid, sig, token, scene` or the three `geetest_…` fields. */
  captcha?: Readonly<Record<string, string>>;
}

/** The fields of a captcha's proof, by the upstream's names. */
export function proofFields({ verificationType, captcha }: CaptchaProof): Record<string, unknown> {
  return { ...captcha, verificationType: CAPTCHA_KINDS.indexOf(verificationType) };
}
