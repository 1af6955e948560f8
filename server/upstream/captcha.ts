import { z } from "zod";
import { LOCALES } from "~/i18n/locales";
import { anonymousCall, EXCHANGE, UpstreamUnavailable, type PublicContext } from "./client";
import { isOne, opaque, rawStatus, type Read } from "./parsers";
import { fields, optionalOnError, required, sentAs } from "./schemas";

export const PUBLIC_INFO = `${EXCHANGE}/common/public_info_v5`;

const CAPTCHA_KINDS = ["none", "slider", "challenge"] as const;
export type CaptchaKind = (typeof CAPTCHA_KINDS)[number] | "unsupported";

const captchaKind: Read<CaptchaKind> = (value) => {
  const raw = rawStatus(value);
  return raw === undefined ? undefined : (CAPTCHA_KINDS.find((_, number) => raw === String(number)) ?? "unsupported");
};

const matching =
  (pattern: RegExp): Read<string> =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

const slider = fields({
  appKey: required(matching(/^[\w-]{1,128}$/), "nc_appkey"),
  lang: optionalOnError(matching(/^[\w-]{2,16}$/), "nc_lang"),
  prefix: optionalOnError(matching(/^[\w-]{1,64}$/), "nc_prefix"),
});

const publicInfoResponse = fields({
  verification: sentAs("switch", fields({ type: required(captchaKind, "verificationType") })),
  slider: sentAs("nc", slider.optional().catch(undefined)),
}).transform((sent) => ({ verificationType: sent.verification.type, slider: sent.slider }));

export type PublicInfo = z.output<typeof publicInfoResponse>;

/** Reads the kind of captcha. Never cached, because the upstream rejects a sign-in with the wrong kind. */
export function publicInfo(upstreamContext: PublicContext): Promise<PublicInfo> {
  return anonymousCall(upstreamContext, { path: PUBLIC_INFO, schema: publicInfoResponse });
}

/** Calls the upstream for `/readyz`. Returns the reason of a failure, which never quotes the response. */
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
    // The widget throws a type error if this value is not a string.
    gt: required((value) => (typeof value === "string" ? gt(value) : null)),
    success: required(isOne),
  }),
}).transform(({ captcha }) => captcha);

/** Data that starts the widget. `success` false selects its offline mode; `gt` is null if no string was sent. */
export type CaptchaStart = z.output<typeof captchaResponse>;

export function startCaptcha(upstreamContext: PublicContext): Promise<CaptchaStart> {
  return anonymousCall(upstreamContext, { path: `${EXCHANGE}/common/tartCaptcha`, schema: captchaResponse });
}

export interface CaptchaProof {
  verificationType: Exclude<CaptchaKind, "unsupported">;
  /** The widget's fields: `csessionid, sig, token, scene` or the three `geetest_…` fields. */
  captcha?: Readonly<Record<string, string>>;
}

export function proofFields({ verificationType, captcha }: CaptchaProof): Record<string, unknown> {
  return { ...captcha, verificationType: CAPTCHA_KINDS.indexOf(verificationType) };
}
