import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import type { Handle } from "~/components/layout/handle";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { getText } from "~server/texts/text";
import { useText } from "~/i18n/text";
import { bindingOf, type BindingStep } from "~server/account/binding";
import { CODE_SHAPES } from "~server/forms/field-rules";
import { isIos } from "~server/device/device";
import { pageData, privateLoader } from "~server/loader/loader";
import { flowCookie } from "~server/session/flow-session";
import { formToken } from "~server/session/csrf";
import { returnToOf, seeOther } from "~server/session/redirects";
import { userInfo } from "~server/upstream/user";
import { readResult } from "~server/loader/reads";
import { BeginForm, Stores } from "./AppStep";
import { alreadyBound, BIND_LENGTHS, bindAuthenticator, stepWithReturnTo } from "./bind.server";
import { CodeStep } from "./CodeStep";
import { KeyStep } from "./KeyStep";
import { keyShown } from "./key.server";
import type { Flash } from "~server/session/flash";

/** Scripts are for the copy button. Each step is a separate document, so that the key is gone with its page. */
export const handle: Handle = { hydrate: true, i18n: ["GoogleBind"] };

export const loader = privateLoader(async ({ requestContext, locale, session, upstreamContext, request, query }) => {
  const wanted = readStep(query.get("step"));
  const step = wanted ?? "app";
  const returnTo = returnToOf(query);
  const number = STEPS.indexOf(step);
  const path = stepWithReturnTo(step, returnTo);
  const back = step === "code" ? stepWithReturnTo("key", returnTo) : (returnTo ?? "/UserCenter");
  const t = getText(locale);
  const title = t("GoogleBind.pageTitle", { title: t("GoogleBind.title"), step: number + 1 });
  const [flowSession, token, { value: user, failure }] = await Promise.all([
    requestContext.flowSession(),
    formToken(requestContext, "bind"),
    readResult(userInfo(upstreamContext)),
  ]);
  if (user?.googleBound) throw await alreadyBound(flowSession, returnTo);
  if (!user)
    return pageData({ title, path, back: returnTo ?? "/UserCenter", step: null, failure }, { complete: false });

  const bind = bindingOf(flowSession, session);
  const elsewhere = redirectOf(wanted, bind);
  if (elsewhere) throw seeOther(stepWithReturnTo(elsewhere.to, returnTo), { toast: elsewhere.toast });
  return pageData(
    {
      title,
      path,
      back,
      step,
      token,
      ios: isIos(request.headers.get("user-agent")),
      code: CODE_SHAPES.authenticator,
      account: session.account ?? user.userAccount ?? "",
      maxLengths: BIND_LENGTHS,
      secret:
        step === "key" && bind
          ? await keyShown({ locale, request }, bind.key, user.userAccount ?? user.id ?? "")
          : undefined,
    },
    // This extends the key's life by 15 minutes for a visitor who continues.
    { cookies: bind ? [await flowCookie(flowSession)] : [] },
  );
});

export const action = bindAuthenticator;

export default function GoogleBind() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  if (data.step === null) {
    return (
      <AccountScreen title={t("GoogleBind.title")} back={data.back}>
        {/* The response to a form is shown even if its step cannot be shown. */}
        <ErrorSummary {...readSubmission("bind", lastResult, {})} labels={{}} />
        <Unavailable title={t("GoogleBind.unavailable")} failure={data.failure} retry={data.path} />
      </AccountScreen>
    );
  }
  const { step, token, secret, path } = data;
  if (step === "code") {
    return (
      <AccountScreen title={t("GoogleBind.title")} back={data.back}>
        <StepTitle step="code" />
        <CodeStep {...data} backTo={data.back} lastResult={lastResult} />
      </AccountScreen>
    );
  }
  return (
    <AccountScreen title={t("GoogleBind.title")} back={data.back} acts={secret !== undefined}>
      <StepTitle step="app" />
      {secret ? null : <p>{t("GoogleBind.appText")}</p>}
      <Stores ios={data.ios} short={secret !== undefined} />
      <StepTitle step="key" />
      {secret ? (
        <KeyStep token={token} path={path} secret={secret} lastResult={lastResult} />
      ) : (
        <BeginForm token={token} path={path} lastResult={lastResult} />
      )}
      {!secret && data.back.startsWith("/PowerProductDetail/") ? <p>{t("GoogleBind.thenPurchase")}</p> : null}
    </AccountScreen>
  );
}

function StepTitle({ step }: { step: BindingStep }) {
  const t = useText();
  return <h2>{t("GoogleBind.stepTitle", { step: STEPS.indexOf(step) + 1, title: t(`GoogleBind.${step}Title`) })}</h2>;
}

const STEPS: readonly BindingStep[] = ["app", "key", "code"];

/** Reads `?step=`: the first step if it is missing, null if there is no such step. */
function readStep(value: string | null): BindingStep | null {
  if (!value) return "app";
  return STEPS.find((step) => step === value && step !== "app") ?? null;
}

/** Redirects from a step that may not be shown yet: there is no key, or nobody has confirmed that it is saved. */
function redirectOf(
  step: BindingStep | null,
  bind: { written?: boolean | undefined } | undefined,
): { to: BindingStep; toast: Flash } | null {
  if (step === "app") return null;
  if (!step || !bind) return { to: "app", toast: { key: "errors.stepExpired", kind: "alert" } };
  // The previous step links to this one, so this is not an error.
  return step === "code" && !bind.written
    ? { to: "key", toast: { key: "GoogleBind.keyNotWritten", kind: "status" } }
    : null;
}
