import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Handle } from "~/components/handle";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { CODE_LENGTH } from "~server/constants";
import { env } from "~server/env";
import { flashCookie } from "~server/session/flash";
import { flowCookie, readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { privateHeaders } from "~server/session/headers";
import { safePath, seeOther } from "~server/session/redirects";
import { readSession } from "~server/session/session";
import { resendAtMs } from "~server/store/resend";
import { publicInfo } from "~server/upstream/account";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { useAnswerNumber } from "./answer-number";
import { CodeSheet } from "./CodeSheet";
import { CredentialsForm } from "./CredentialsForm";
import { NoSignIn } from "./NoSignIn";
import { resendKey, signIn } from "./sign-in.server";

/** A longer address would take the room of the platform's token in the cookie `flow`; it is not worth that. */
const REDIRECT_MAX_LENGTH = 500;

export const handle: Handle = { hydrate: true, i18n: ["Login"] };

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
  const [title, token, info, nextCodeAtMs] = await Promise.all([
    pageTitle(locale, "Login.title"),
    formToken(request, "login", { flow }),
    // Not knowing what the platform asks for is ignored silently (spec section 8).
    unlessUnavailable(publicInfo({ locale })),
    step && login ? resendAtMs(resendKey(login.account)) : null,
  ]);
  return json(
    {
      title,
      token,
      appOnly: env().WEB_LOGIN === "app-only",
      captcha: info?.verificationType ?? "none",
      step: step ? login?.secondStep : undefined,
      account: params.account ?? login?.account ?? "",
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
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const { step, token } = data;
  const start = `${step ?? ""}${useAnswerNumber(lastResult)}`;
  return (
    <Screen
      title={t("Login.title")}
      sheet={step ? <CodeSheet key={start} {...data} step={step} lastResult={lastResult} /> : null}
    >
      {data.appOnly ? (
        <NoSignIn title={t("Login.appOnlyTitle")} text={t("Login.appOnlyText")} />
      ) : (
        <CredentialsForm
          key={start}
          token={token}
          account={data.account}
          captcha={data.captcha}
          lastResult={step ? undefined : lastResult}
        />
      )}
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={500} />;
}
