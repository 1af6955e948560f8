import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useResultCount } from "~/components/form/form-result";
import { AppInstead } from "~/components/layout/AppInstead";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { CodeSheet } from "~/components/form/CodeSheet";
import { onNetworkFailure, postOrFormError, readOrKeep } from "~/components/feedback/network-failure";
import type { Handle } from "~/components/layout/handle";
import { Screen } from "~/components/layout/Screen";
import { legalDocuments } from "~server/content/legal-documents";
import { pauseValues } from "~server/forms/pauses";
import { publicHead } from "~server/documents/public-head";
import { getText } from "~server/texts/text";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { CODE_SHAPES } from "~server/forms/field-rules";
import type { FormResult } from "~server/forms/form";
import { captchaPolicy, captchaSetup, type CaptchaSetup } from "~server/forms/captcha";
import { recipientOf } from "~server/account/mask";
import { pageData, publicLoader } from "~server/loader/loader";
import { flowCookie, readDraft } from "~server/session/flow-session";
import { formToken } from "~server/session/csrf";
import { returnToOf, withReturnTo, seeOther, signInLink } from "~server/session/redirects";
import { resendWait } from "~server/store/resend";
import { allPausedUntilMs } from "~server/store/attempt-limit";
import { invitedBy, REGISTRATION_LENGTHS } from "./fields.server";
import { codeRequest, register, triesOf } from "./register.server";
import { RegisterForm } from "./RegisterForm";
import { TermsSheet } from "./TermsSheet";

export const handle: Handle = {
  hydrate: true,
  i18n: ["Register", "Code", "Captcha", "Legal", "errors.codesPaused", "errors.slider"],
};

export const loader = publicLoader(async ({ requestContext, locale, query }) => {
  const [session, flowSession] = await Promise.all([requestContext.session(), requestContext.flowSession()]);
  const returnTo = returnToOf(query);
  const formTo = withReturnTo("/Register", returnTo);
  if (session) throw seeOther(returnTo ?? "/UserCenter", { document: true });

  const step = query.get("step");
  const checked = step === "code" ? flowSession.register : undefined;
  if (step && step !== "agreement" && !checked) {
    throw seeOther(formTo, { toast: { key: "errors.stepExpired", kind: "alert" } });
  }
  const [token, captcha, wait, pausedMs] = await Promise.all([
    formToken(requestContext, "register", { flow: flowSession }),
    checked ? ({ kind: "none" } satisfies CaptchaSetup) : captchaSetup({ locale }, "register"),
    checked ? resendWait(codeRequest(checked, requestContext.address)) : null,
    checked ? allPausedUntilMs(triesOf(checked, requestContext.address)) : null,
  ]);
  const draft = readDraft(flowSession, "register", null);
  const { invited, isInvalid } = invitedBy(query);
  return pageData(
    {
      head: step ? undefined : publicHead(locale, "/Register", "Head.register"),
      token,
      captcha,
      policy: captchaPolicy(captcha),
      terms: step === "agreement" ? legalDocuments(locale) : undefined,
      formTo,
      signInTo: signInLink(returnTo),
      paused: pausedMs === null ? undefined : pauseValues(pausedMs),
      code: checked
        ? {
            to: recipientOf(checked.email).shown,
            nextCodeAtMs: wait?.nextAtMs ?? null,
            otherStep: wait?.ofThisStep === false,
            usedUp: wait?.isUsedUp ? getText(locale)("errors.codesUsedUp", pauseValues(wait.nextAtMs)) : undefined,
            nowMs: Date.now(),
            shape: CODE_SHAPES.registration,
          }
        : undefined,
      maxLengths: REGISTRATION_LENGTHS,
      isInviteInvalid: isInvalid,
      promise: getText(locale)("Home.headline"),
      typed: {
        email: draft?.email ?? "",
        // The code of a link fills in the field once; later input stays.
        inCode: (invited !== undefined && invited !== draft?.invited ? invited : draft?.inCode) ?? "",
        invited: invited ?? draft?.invited ?? "",
        agreement: draft?.agreement ?? "",
      },
    },
    { cookies: [await flowCookie(flowSession)] },
  );
});

export const action = register;

export const clientLoader = readOrKeep("routes/Register");

export const clientAction = postOrFormError;

export const shouldRevalidate = onNetworkFailure;

export default function Register() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const { token, captcha, terms, code, paused, formTo } = data;
  const path = useRouteLoaderData<RootData>("root")?.path;
  const response = useActionData<FormResult & { mayExist?: boolean }>();
  const lastResult = response?.lastResult;
  // The key does not change when the legal texts open, so the form below preserves its input, passwords too.
  const start = `${code ? "code" : ""}${useResultCount(lastResult)}`;
  const sheet = code ? (
    <CodeSheet
      key={start}
      code={code.shape}
      sending={code.usedUp === undefined ? code : undefined}
      token={token}
      name="emailCode"
      intent="confirm"
      title={t("Register.codeTitle")}
      text={code.usedUp ?? t("Register.codeText", { to: code.to })}
      label={t("Register.codeLabel")}
      submit={t("Register.codeSubmit")}
      closeTo={formTo}
      paused={paused}
      inputMode="text"
      lastResult={lastResult}
    >
      {response?.mayExist ? <ButtonLink href={data.signInTo}>{t("Register.signIn")}</ButtonLink> : null}
    </CodeSheet>
  ) : terms ? (
    <TermsSheet terms={terms} token={token} formTo={formTo} />
  ) : null;
  return (
    <Screen
      title={t("Register.title")}
      sheet={sheet}
      wideScreen
      languageInForm={sheet === null && captcha.kind !== "unsupported"}
    >
      {captcha.kind === "unsupported" ? (
        <AppInstead title={t("Captcha.title")} text={t("Captcha.unsupported")} />
      ) : (
        <div className="page-columns stack-4 with-panel" data-panel={data.promise}>
          <RegisterForm
            key={start}
            {...data}
            path={path}
            covered={sheet !== null}
            lastResult={code ? undefined : lastResult}
          />
        </div>
      )}
    </Screen>
  );
}
