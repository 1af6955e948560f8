import { z } from "zod";
import { leadToCodeStep, sendCodeOnce, type CodeSending } from "~server/forms/code-sending";
import { rateLimitError } from "~server/forms/pauses";
import { unavailableError, type RejectedFields } from "~server/forms/failure";
import { formAction, formError } from "~server/forms/form";
import { withCaptcha } from "~server/forms/captcha";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { message } from "~server/i18n/message";
import { LIMITS } from "~server/limits";
import { beginSession } from "~server/session/begin";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import { returnToOf, withReturnTo, seeOther } from "~server/session/redirects";
import { countTowardsSlowing, slowDown } from "~server/store/slow-down";
import { accountKey, singleAttempt, type Subject } from "~server/store/attempt-limit";
import { mailboxOf, type CodeRequest } from "~server/store/resend";
import { checkRegistration, confirmRegistration } from "~server/upstream/registration";
import { sendEmailCode } from "~server/upstream/codes";
import {
  SessionExpired,
  UpstreamRejected,
  UpstreamUnavailable,
  within,
  type UpstreamContext,
} from "~server/upstream/client";
import { codeSchema, REGISTRATION_DRAFT, registrationSchema } from "./fields.server";

const PURPOSE = "register";

const SIGN_IN = "login";
/** Marks the page if an account may exist already; it then links to the sign-in. */
const MAY_EXIST = { mayExist: true } as const;

type Checked = NonNullable<FlowSession["register"]>;
type Values = Partial<z.output<ReturnType<typeof registrationSchema>> & z.output<typeof codeSchema>>;

/**
 * Registers a visitor, who is then signed in. `intent` is empty for the form itself; `agreement` and `back` open and
 * close the legal texts; `send` and `confirm` belong to the code.
 */
export const register = formAction({
  purpose: PURPOSE,
  ownLanguageButton: true,
  draftFields: REGISTRATION_DRAFT,
  // These intents only open and close the legal texts.
  isIdempotent: (intent) => intent === "agreement" || intent === "back",
  limit: {
    ...LIMITS["form:register"],
    account: (form, flowSession) => {
      const intent = form.get("intent");
      if (intent === "agreement" || intent === "back") return "";
      return intent === "confirm" || intent === "send" ? flowSession.register?.email : form.get("email");
    },
  },
  schema: ({ intent, form }): z.ZodType<Values, z.ZodTypeDef, unknown> => {
    if (intent === "confirm") return codeSchema;
    return intent === "" ? registrationSchema(form) : z.object({});
  },
  rejectedFields: (intent): RejectedFields =>
    intent === "confirm" ? { "errors.code": "emailCode" } : { "errors.emailRegistered": "email" },
  handle: async ({ value, intent, form, typed, upstreamContext, requestContext, request }) => {
    // We use the visitor's flow and not the argument, because it has the draft that this form's steps preserve.
    const flowSession = await requestContext.flowSession();
    const visit = {
      request,
      upstreamContext,
      address: requestContext.address,
      flow: flowSession,
      typed,
      returnTo: returnToOf(new URL(request.url).searchParams),
    };
    if (intent === "agreement") return openTerms(visit);
    if (intent === "back") return seeOther(stepPath(visit), { cookies: [await flowCookie(flowSession)] });
    if (intent !== "confirm" && intent !== "send") return check(visit, form, value);
    if (!flowSession.register) return stepExpired(visit);
    if (intent === "confirm") return confirm(visit, flowSession.register, value);
    return sendCodeOnce(await codeSending(visit, flowSession.register));
  },
});

interface Visit {
  request: Request;
  upstreamContext: UpstreamContext;
  address: string;
  flow: FlowSession;
  typed: Record<string, string>;
  returnTo: string | undefined;
}

const stepPath = ({ returnTo }: Visit, step?: "agreement" | "code") =>
  withReturnTo(step ? `/Register?step=${step}` : "/Register", returnTo);

const draftOf = ({ flow: flowSession, typed }: Visit) => ({ ...flowSession.draft, [PURPOSE]: typed });

/** Opens the legal texts. Stores all input but the passwords until the form is shown again. */
async function openTerms(visit: Visit) {
  const cookie = await flowCookie({ ...visit.flow, draft: draftOf(visit) });
  return seeOther(stepPath(visit, "agreement"), { cookies: [cookie] });
}

/** Makes the first step: the upstream checks the registration, returns a token and sends the first code. */
async function check(begun: Visit, form: FormData, value: Values) {
  const { email = "", pwd = "", confirmPwd = "", inCode } = value;
  const visit = await slowed(begun, email);
  const { upstreamContext, flow: flowSession } = visit;
  const page = { path: stepPath(visit), purpose: PURPOSE, form, typed: visit.typed, flow: flowSession };
  try {
    const checked = await withCaptcha(upstreamContext, page, (proof) =>
      checkRegistration(upstreamContext, {
        ...proof,
        email,
        invitedCode: inCode ?? "",
        loginPword: pwd,
        newPassword: confirmPwd,
      }),
    );
    if ("response" in checked) return checked.response;
    if (checked.value.token === undefined) return formError("Register.noToken");
    // The data of other forms is dropped, because the upstream's token may need all the space of the cookie.
    const { id, draftOwner } = flowSession;
    const register = { token: checked.value.token, email };
    // If the response to the confirmation is lost, the sign-in form has the e-mail already.
    const draft = { ...draftOf(visit), [SIGN_IN]: { mobileNumber: email } };
    const flowOfStep = { id, draftOwner, draft, register };
    return await leadToCodeStep(await codeSending({ ...visit, flow: flowOfStep }, register));
  } catch (error) {
    // There is no session that could have expired, so this step begins again with the input.
    if (error instanceof SessionExpired) return formError("errors.stepExpired");
    if (error instanceof UpstreamUnavailable) return unavailableError(error, "Register.checkUnanswered");
    throw error;
  }
}

/** Makes the second step: the code opens the account, and its own token, or the check call's, signs it in. */
async function confirm(begun: Visit, checked: Checked, { emailCode = "" }: Values) {
  const visit = await slowed(begun, checked.email);
  const { upstreamContext, flow: flowSession, returnTo } = visit;
  try {
    const tried = await singleAttempt(
      triesOf(checked, visit.address),
      () => confirmRegistration(upstreamContext, { emailCode, token: checked.token }),
      isWrongCode,
    );
    if ("pausedUntilMs" in tried) return rateLimitError("errors.codesPaused", tried.pausedUntilMs);
    const { uid, token } = tried.value;
    if (uid === undefined) return formError(message("Register.noUid", { uid: "—" }), { extra: MAY_EXIST });
    const { register, draft, ...rest } = flowSession;
    const { [PURPOSE]: typed, [SIGN_IN]: prefilled, ...drafts } = draft ?? {};
    return seeOther(returnTo ?? "/Index/Home", {
      document: true,
      cookies: [
        await beginSession(
          { token: token ?? checked.token, account: checked.email, securityInfo: upstreamContext.securityInfo },
          visit.request,
        ),
        await flowCookie({ ...rest, draft: drafts }),
      ],
      toast: { key: "toasts.registered", kind: "status" },
    });
  } catch (error) {
    if (isWrongCode(error)) await countTowardsSlowing("registration", checked.email);
    // This registration has expired; there is no session yet.
    if (error instanceof SessionExpired) return stepExpired(visit);
    // This step itself may have registered the account, and its first response was lost.
    if (error instanceof UpstreamRejected && error.messageKey === "errors.emailRegistered") {
      return formError(error.messageKey, { extra: MAY_EXIST });
    }
    if (error instanceof UpstreamUnavailable && error.sent) {
      return { ...unavailableError(error, "Register.unknown"), extra: MAY_EXIST };
    }
    throw error;
  }
}

function isWrongCode(error: unknown): boolean {
  return error instanceof UpstreamRejected && error.messageKey !== "errors.emailRegistered";
}

/**
 * Slows down an e-mail with many attempts this hour; anybody can type it, so its owner is not rejected. The deadline of
 * the calls begins after the wait.
 */
async function slowed(visit: Visit, email: string): Promise<Visit> {
  await slowDown("registration", email);
  return { ...visit, upstreamContext: within(visit.upstreamContext, FORM_DEADLINE_MS) };
}

async function codeSending(visit: Visit, { token, email }: Checked): Promise<CodeSending> {
  return {
    request: codeRequest({ token, email }, visit.address),
    tried: triesOf({ token, email }, visit.address),
    send: async () => {
      await countTowardsSlowing("registration", email);
      return sendEmailCode(visit.upstreamContext, { token, purpose: "register" });
    },
    page: stepPath(visit, "code"),
    cookies: [await flowCookie(visit.flow)],
    expired: () => stepExpired(visit),
  };
}

/** Makes the request for a code, whose wait counts an e-mail together with an address, because anybody can type one. */
export function codeRequest({ token, email }: Checked, address: string): CodeRequest {
  return { key: `register:${address}\n${accountKey(email)}`, step: token, destinations: [email, mailboxOf(email)] };
}

export function triesOf({ token, email }: Checked, address: string): Subject[] {
  return [
    { what: "tries:registrationStep", account: token },
    { what: "tries:registration", account: email, address },
  ];
}

async function stepExpired(visit: Visit) {
  const cookie = await flowCookie({ ...visit.flow, register: undefined });
  return seeOther(stepPath(visit), { cookies: [cookie], toast: { key: "errors.stepExpired", kind: "alert" } });
}
