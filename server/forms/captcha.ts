import { formError, type FormError } from "~server/forms/form";
import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import type { PolicySources } from "~server/documents/content-security-policy";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import {
  publicInfo,
  startCaptcha,
  type CaptchaKind,
  type CaptchaProof,
  type CaptchaStart,
} from "~server/upstream/captcha";
import { CAPTCHA_CODE } from "~server/upstream/errors";
import { UpstreamRejected, type UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";

export type CaptchaSetup =
  | { kind: "none" }
  | { kind: "unsupported" }
  | { kind: "slider"; src: string; appKey: string; lang: string; scene: string }
  | {
      kind: "challenge";
      hosts: string[];
      monitor?: string;
      /** Undefined if the upstream started no challenge. */
      start?: CaptchaStart;
    };

const FIELDS = {
  slider: ["csessionid", "sig", "token", "scene"],
  challenge: ["geetest_challenge", "geetest_validate", "geetest_seccode"],
} as const;
const FIELD_MAX_LENGTH = 4_096;
const KIND_FIELD = "verificationType";
/** Languages of the slider where the upstream names none. */
const SLIDER_LANGUAGES: Readonly<Record<Locale, string>> = { el_GR: "tw", en_US: "en" };

/** Returns the captcha that the upstream requires now; none (kind 0) if the requirement cannot be read. */
export async function captchaSetup(
  upstreamContext: UpstreamContext,
  purpose: "login" | "register",
): Promise<CaptchaSetup> {
  const info = await optionalRead(publicInfo(upstreamContext));
  const kind = info?.verificationType ?? "none";
  const { CAPTCHA_SLIDER_SRC: slider, CAPTCHA_CHALLENGE_ORIGINS: hosts, CAPTCHA_MONITOR_URL: monitor } = env();
  if (kind === "slider" && slider && info?.slider) {
    const { appKey, lang = SLIDER_LANGUAGES[upstreamContext.locale], prefix = "nc_" } = info.slider;
    return { kind, src: slider.src, appKey, lang, scene: `${prefix}${purpose}` };
  }
  if (kind === "challenge" && hosts.length > 0) {
    const start = await optionalRead(startCaptcha(upstreamContext));
    return { kind, hosts, ...(monitor ? { monitor } : {}), ...(start ? { start } : {}) };
  }
  return { kind: kind === "none" ? kind : "unsupported" };
}

export function captchaPolicy({ kind }: CaptchaSetup): PolicySources | undefined {
  if (kind !== "slider" && kind !== "challenge") return undefined;
  const { CAPTCHA_SLIDER_SRC: slider, CAPTCHA_CHALLENGE_ORIGINS: hosts, CAPTCHA_MONITOR_URL: monitor } = env();
  const provider = kind === "slider" ? (slider?.origins ?? []) : hosts;
  const reported = kind === "challenge" && monitor ? [new URL(monitor).origin] : [];
  return {
    "script-src": provider,
    "style-src": provider,
    "font-src": provider,
    "frame-src": provider,
    "img-src": [...provider, ...reported],
    "connect-src": [...provider, ...reported],
  };
}

/**
 * Makes a call that may need a captcha; refuses a form without its fields. If the upstream rejects them (10055) or now
 * requires another kind, returns a response that reloads the page with the typed values.
 */
export async function withCaptcha<T>(
  upstreamContext: UpstreamContext,
  page: { path: string; purpose: string; form: FormData; typed: Record<string, string>; flow: FlowSession },
  call: (proof: CaptchaProof) => Promise<T>,
): Promise<{ value: T } | { response: Response | FormError }> {
  const kind = await kindNow(upstreamContext);
  if (kind === "unsupported") return { response: formError("errors.captchaUnsupported") };
  const madeFor = page.form.get(KIND_FIELD);
  if (kind !== "none" && madeFor !== null && madeFor !== kind) return { response: await reloadedPage(page) };
  const captcha = kind === "none" ? {} : captchaFields(kind, page.form);
  if (!captcha) return { response: formError("errors.slider") };
  try {
    return { value: await call(kind === "none" ? { verificationType: kind } : { verificationType: kind, captcha }) };
  } catch (error) {
    const failed = error instanceof UpstreamRejected && error.code === CAPTCHA_CODE;
    if (failed && (await kindNow(upstreamContext)) !== kind) return { response: await reloadedPage(page) };
    throw error;
  }
}

async function kindNow(upstreamContext: UpstreamContext): Promise<CaptchaKind> {
  return (await optionalRead(publicInfo(upstreamContext)))?.verificationType ?? "none";
}

function captchaFields(kind: keyof typeof FIELDS, form: FormData): Record<string, string> | null {
  const fields: Record<string, string> = {};
  for (const name of FIELDS[kind]) {
    const value = form.get(name);
    if (typeof value !== "string" || value === "" || value.length > FIELD_MAX_LENGTH) return null;
    fields[name] = value;
  }
  return fields;
}

/** Reloads the page, because its content security policy must allow the captcha that is required now. */
async function reloadedPage({
  path,
  purpose,
  typed,
  flow: flowSession,
}: Parameters<typeof withCaptcha>[1]): Promise<Response> {
  const draft = { ...flowSession.draft, [purpose]: typed };
  return seeOther(path, {
    document: true,
    cookies: [await flowCookie({ ...flowSession, draft })],
    toast: { key: "errors.captchaChanged", kind: "alert" },
  });
}
