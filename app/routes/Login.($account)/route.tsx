import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAnswerNumber } from "~/components/answer-number";
import { AppInstead } from "~/components/AppInstead";
import { CodeSheet } from "~/components/CodeSheet";
import type { Handle } from "~/components/handle";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { pageTitle, publicHead } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { captchaPolicy, captchaSetup, type CaptchaSetup } from "~server/captcha";
import { CODE_LENGTH } from "~server/constants";
import { env } from "~server/env";
import { caller } from "~server/session/caller";
import { flashCookie } from "~server/session/flash";
import { flowCookie, readDraft, readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { privateHeaders } from "~server/session/headers";
import { safePath, seeOther } from "~server/session/redirects";
import { readSession } from "~server/session/session";
import { resendAtMs } from "~server/store/resend";
import { CredentialsForm } from "./CredentialsForm";
import { resendKey, signIn } from "./sign-in.server";

/** The field of each second step's code (rulings, "Names that a form, a URL and a test share"). */
const CODE_FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
/** A longer address would take the room of the platform's token in the cookie `flow`; it is not worth that. */
const REDIRECT_MAX_LENGTH = 500;

export const handle: Handle = { hydrate: true, i18n: ["Login", "Code", "Captcha"] };

export const headers = privateHeaders;

/** Which sheet is open, what the platform asks for, and the account to fill in (spec sections 2 and 4). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const locale = await getLocale(request);
  const url = new URL(request.url);
  const [session, flow] = await Promise.all([readSession(request), readFlow(request)]);
  const redirectTo = safePath(url.searchParams.get("redirectTo"), "");
  if (session) throw seeOther(redirectTo || "/UserCenter", { document: true });

  const step = url.searchParams.get("step");
  const login = flow.login;
  if (step && step !== login?.secondStep) {
    throw seeOther("/Login", { cookies: [flashCookie({ key: "errors.stepExpired", kind: "alert" })] });
  }
  if (redirectTo && redirectTo.length <= REDIRECT_MAX_LENGTH) flow.redirectTo = redirectTo;
  const appOnly = env().WEB_LOGIN === "app-only";
  const [title, token, captcha, nextCodeAtMs] = await Promise.all([
    pageTitle(locale, "Login.title"),
    formToken(request, "login", { flow }),
    appOnly || step ? ({ kind: "none" } satisfies CaptchaSetup) : captchaSetup(caller(request), "nc_login"),
    step && login ? resendAtMs(resendKey(login.account)) : null,
  ]);
  return json(
    {
      title,
      head: step ? undefined : publicHead(locale, "/Login", "Head.login"),
      token,
      appOnly,
      captcha,
      policy: captchaPolicy(captcha),
      step: step ? login?.secondStep : undefined,
      account: params.account ?? login?.account ?? readDraft(flow, "login", null)?.mobileNumber ?? "",
      nextCodeAtMs,
      nowMs: Date.now(),
      codeLength: CODE_LENGTH,
    },
    { headers: { "Set-Cookie": await flowCookie(flow) } },
  );
}

export const action = signIn;

export default function Login() {
  const t = useText();
  const { step, token, appOnly, captcha, account, nextCodeAtMs, nowMs, codeLength } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const start = `${step ?? ""}${useAnswerNumber(lastResult)}`;
  const sheet = step ? (
    <CodeSheet
      key={start}
      token={token}
      name={CODE_FIELDS[step]}
      title={t(`Login.${step}Title`)}
      text={t(`Login.${step}Text`)}
      label={t(`Login.${step}Label`)}
      submit={t("Login.confirm")}
      closeTo="/Login"
      sendable={step !== "google"}
      nextCodeAtMs={nextCodeAtMs}
      nowMs={nowMs}
      codeLength={codeLength}
      lastResult={lastResult}
    />
  ) : null;
  return (
    <Screen title={t("Login.title")} sheet={sheet}>
      {appOnly ? (
        <AppInstead title={t("Login.appOnlyTitle")} text={t("Login.appOnlyText")} />
      ) : captcha.kind === "unsupported" ? (
        <AppInstead title={t("Captcha.title")} text={t("Captcha.unsupported")} />
      ) : (
        <CredentialsForm
          key={start}
          token={token}
          account={account}
          captcha={captcha}
          lastResult={step ? undefined : lastResult}
        />
      )}
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={500} />;
}
