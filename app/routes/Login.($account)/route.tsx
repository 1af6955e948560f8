import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useResultCount } from "~/components/form/form-result";
import { AppInstead } from "~/components/layout/AppInstead";
import { CodeSheet } from "~/components/form/CodeSheet";
import { onNetworkFailure, postOrFormError, readOrKeep } from "~/components/feedback/network-failure";
import type { Handle } from "~/components/layout/handle";
import { Screen } from "~/components/layout/Screen";
import { pauseValues } from "~server/forms/pauses";
import { publicHead } from "~server/documents/public-head";
import type { TextKey } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { CODE_SHAPES } from "~server/forms/field-rules";
import { captchaPolicy, captchaSetup, type CaptchaSetup } from "~server/forms/captcha";
import { env } from "~server/env";
import { recipientOf, type Recipient } from "~server/account/mask";
import { pageData, publicLoader } from "~server/loader/loader";
import { flowCookie, readDraft } from "~server/session/flow-session";
import { formToken } from "~server/session/csrf";
import { returnToOf, withReturnTo, seeOther, signInPath } from "~server/session/redirects";
import { resendWait } from "~server/store/resend";
import { pausedUntilMs } from "~server/store/attempt-limit";
import { CODE_FIELDS } from "./code-fields";
import { CredentialsForm } from "./CredentialsForm";
import { codeRequest, stepExpired } from "./second-step.server";
import { SIGN_IN_LENGTHS, signIn } from "./sign-in.server";

export const handle: Handle = {
  hydrate: true,
  i18n: ["Login", "Code", "Captcha", "errors.codesPaused", "errors.slider"],
};

const CODES = {
  google: CODE_SHAPES.authenticator,
  sms: CODE_SHAPES.signInSms,
  email: CODE_SHAPES.signInEmail,
} as const;

export const loader = publicLoader(async ({ requestContext, locale, params, query }) => {
  const [session, flowSession] = await Promise.all([requestContext.session(), requestContext.flowSession()]);
  const returnTo = returnToOf(query);
  if (session) throw seeOther(returnTo ?? "/UserCenter", { document: true });

  const step = query.get("step");
  const { login } = flowSession;
  const typed = readDraft(flowSession, "login", null);
  const { account: linked } = params;
  if (step && step !== login?.secondStep) throw stepExpired(returnTo);
  const appOnly = env().WEB_LOGIN === "app-only";
  const [token, captcha, wait, pausedMs] = await Promise.all([
    formToken(requestContext, "login", { flow: flowSession }),
    appOnly || step ? ({ kind: "none" } satisfies CaptchaSetup) : captchaSetup({ locale }, "login"),
    step && login ? resendWait(codeRequest(login)) : null,
    step && login ? pausedUntilMs("tries:secondStep", login.account) : null,
  ]);
  return pageData(
    {
      head: step ? undefined : publicHead(locale, "/Login", "Head.login"),
      token,
      appOnly,
      captcha,
      policy: captchaPolicy(captcha),
      step: step ? login?.secondStep : undefined,
      // If the visitor has replaced a link's account, the input takes precedence.
      account:
        linked !== undefined && linked !== typed?.linked ? linked : (typed?.mobileNumber ?? login?.account ?? ""),
      linked,
      to: step && login ? recipientOf(login.account) : undefined,
      nextCodeAtMs: wait?.nextAtMs ?? null,
      otherStep: wait?.ofThisStep === false,
      usedUp: wait?.isUsedUp ? getText(locale)("errors.codesUsedUp", pauseValues(wait.nextAtMs)) : undefined,
      paused: pausedMs === null ? undefined : pauseValues(pausedMs),
      closeTo: signInPath(returnTo),
      registerTo: withReturnTo("/Register", returnTo),
      nowMs: Date.now(),
      code: CODES[login?.secondStep ?? "google"],
      maxLengths: SIGN_IN_LENGTHS,
      promise: getText(locale)("Home.headline"),
    },
    { cookies: [await flowCookie(flowSession)] },
  );
});

export const action = signIn;

export const clientLoader = readOrKeep("routes/Login.($account)");

export const clientAction = postOrFormError;

export const shouldRevalidate = onNetworkFailure;

/** Returns the text about a code. The recipient's number or address is known only if it is the account's name. */
function textOf(step: keyof typeof CODES, to: Recipient | undefined): TextKey {
  if (step === "google") return "Login.googleText";
  if (step === "sms") return to?.kind === "phone" ? "Login.smsText" : "Login.smsAccountText";
  return to?.kind === "email" ? "Login.emailText" : "Login.emailAccountText";
}

export default function Login() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const { step, appOnly, captcha } = data;
  const path = useRouteLoaderData<RootData>("root")?.path;
  const lastResult = useActionData<typeof action>()?.lastResult;
  const start = `${step ?? ""}${useResultCount(lastResult)}`;
  const sheet = step ? (
    <CodeSheet
      key={start}
      {...data}
      name={CODE_FIELDS[step]}
      // A code sent by e-mail may contain letters.
      inputMode={step === "email" ? "text" : "numeric"}
      intent="confirm"
      title={t(`Login.${step}Title`)}
      text={data.usedUp ?? t(textOf(step, data.to), { to: data.to?.shown ?? "" })}
      label={t(`Login.${step}Label`)}
      submit={t("Login.confirm")}
      sending={step === "google" || data.usedUp !== undefined ? undefined : data}
      lastResult={lastResult}
    />
  ) : null;
  return (
    <Screen
      title={t("Login.title")}
      sheet={sheet}
      wideScreen
      languageInForm={sheet === null && !appOnly && captcha.kind !== "unsupported"}
    >
      {appOnly ? (
        <AppInstead title={t("Login.appOnlyTitle")} text={t("Login.appOnlyText")}>
          <p>
            {t("Login.noAccount")} <a href={data.registerTo}>{t("Login.register")}</a>
          </p>
        </AppInstead>
      ) : captcha.kind === "unsupported" ? (
        <AppInstead title={t("Captcha.title")} text={t("Captcha.unsupported")} />
      ) : (
        <div className="page-columns stack-4 with-panel" data-panel={data.promise}>
          <CredentialsForm
            key={start}
            {...data}
            covered={sheet !== null}
            path={path}
            lastResult={step ? undefined : lastResult}
          />
        </div>
      )}
    </Screen>
  );
}
