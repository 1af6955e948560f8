import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import type { z } from "zod";
import { viaCookieCheck } from "~server/session/redirects";
import { withUploadSlots } from "~server/forms/admission";
import { QUESTION_FIELD, readForm, UnreadableForm, type PostedForm } from "~server/forms/body";
import { formRefusedPage } from "~server/documents/error-page";
import { respondToFailure } from "~server/forms/failure";
import { draftValues, securityInfo } from "~server/forms/fields";
import { digestsOf } from "~server/forms/files";
import type { FormInput, FormOptions, Posting, SchemaContext, SessionMode } from "~server/forms/form-options";
import { idempotent } from "~server/forms/idempotent";
import { LANGUAGE_INTENT, switchLanguage } from "~server/forms/language";
import { overLimit } from "~server/forms/over-limit";
import { parseForm, refusalResponse, formError, type FormResult, type FormError } from "~server/forms/refusal";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { upstreamContextOf } from "~server/session/upstream-context";
import {
  flowCookie,
  isFlowCookie,
  withoutDraft,
  withTyped,
  type Draft,
  type FlowSession,
} from "~server/session/flow-session";
import { checkOrigin, FORM_TOKEN_FIELD, readFormToken } from "~server/session/csrf";
import { demandSession } from "~server/session/guard";
import { securityInfos } from "~server/session/security-info";
import { accountOf } from "~server/session/session";
import { sign } from "~server/crypto/keys";
import { requestContextOf, type RequestContext } from "~server/session/request-context";
import type { TextKey } from "~server/texts/catalogue";
import { UpstreamUnavailable, within } from "~server/upstream/client";
import { respondInstead } from "@storefront/remix-runtime/document-handler";

export { formError, type FormResult, type FormError } from "~server/forms/refusal";

/**
 * Creates an action; all have this shape: CSRF → rate limit → stored response or parse → 422 or upstream → its
 * rejection as a form error, or 303. A form with files is admitted before its body is read. A refused form gets
 * `{lastResult}` (conform); without a valid token, a document gets a small page (`formRefusedPage`).
 */
export function formAction<S extends z.ZodTypeAny, Mode extends SessionMode = "none">(
  options: FormOptions<S, Mode>,
): (args: ActionFunctionArgs) => Promise<TypedResponse<FormResult>> {
  const { purpose, secrets = [], draftFields = {} } = options;

  return async function action({ request, params, context }) {
    const refused = (refusal: FormError, form = new FormData()) => refusalResponse(refusal, form, secrets);

    if (request.method !== "POST")
      return refused(formError("errors.forged", { status: 405, headers: { Allow: "POST" } }));
    const unproven: Unproven = (status, messageKey) =>
      respondInstead(
        context,
        () => formRefusedPage(status, request.headers.get("cookie")),
        () => refused(formError(messageKey, { status })),
      );
    if (!checkOrigin(request)) return unproven(403, "errors.forged");
    const requestContext = await requestContextOf({ request, context });
    const run = () => readAndRespond({ requestContext, request, params }, refused, unproven);
    const result = options.files ? await admitted(requestContext, run) : await run();
    const response = result instanceof Response ? result : refused(result);
    // In a document request the page's loaders run next and must see the flow of this response.
    if (response.status >= 400) await requestContext.follow(response);
    return response;
  };

  async function admitted(requestContext: RequestContext, run: () => Promise<Response>): Promise<Response | FormError> {
    const session = await requestContext.session();
    if (options.session === "required" && !session) return demandSession(requestContext);
    const poster = { session, flow: await requestContext.flowSession(), address: requestContext.address };
    return withUploadSlots(requestContext, session, () => overLimit(options, new FormData(), poster), run);
  }

  async function readAndRespond(
    posting: Posting,
    refused: (refusal: FormError, form?: FormData) => Response,
    unproven: Unproven,
  ): Promise<Response> {
    const { requestContext, request } = posting;
    const seen = { genuineToken: false };
    const mayKeepFiles = async (token: string) => {
      const { state } = await readFormToken(requestContext, purpose, token, { open: options.open });
      seen.genuineToken = state !== "forged";
      return state === "ok";
    };
    let posted: PostedForm;
    try {
      const first = { name: FORM_TOKEN_FIELD, mayKeepFiles };
      posted = await readForm(request, options.files && { rules: options.files, first });
    } catch (error) {
      if (!(error instanceof UnreadableForm)) throw error;
      const { status, messageKey } = error;
      return seen.genuineToken ? refused(formError(messageKey, { status })) : unproven(status, messageKey);
    }
    try {
      return await processForm(posted, posting, refused, unproven);
    } finally {
      await posted.release();
    }
  }

  async function processForm(
    { form, files, cut, interrupted }: PostedForm,
    { requestContext, request, params }: Posting,
    refused: (refusal: FormError, form?: FormData) => Response,
    unproven: Unproven,
  ): Promise<Response> {
    const isValidationOnly = form.has(QUESTION_FIELD);
    form.delete(QUESTION_FIELD);
    const token = await readFormToken(requestContext, purpose, form.get(FORM_TOKEN_FIELD), { open: options.open });
    form.delete(FORM_TOKEN_FIELD);
    if (token.isOfOtherSession && options.ofOtherSession)
      return options.ofOtherSession({ requestContext, request, params });
    if (token.state === "forged") return unproven(403, "errors.forged");
    if (token.state === "cookieless") return refused(formError("errors.cookiesNeeded"), form);

    const intent = String(form.get("intent") ?? "");
    const typed = draftValues(form, draftFields);
    if (options.ownLanguageButton && LANGUAGE_INTENT.test(intent)) {
      const response = await switchLanguage(form, { requestContext, request, purpose, values: typed });
      return response instanceof Response ? viaCookieCheck(request, response) : refused(response, form);
    }

    const [session, stored] = await Promise.all([requestContext.session(), requestContext.flowSession()]);
    const security = securityInfo(form);
    if (session && security) securityInfos.set(session.id, security);
    // A form with files has been counted already.
    const limited = options.files
      ? null
      : await overLimit(options, form, { session, flow: stored, address: requestContext.address });
    if (limited) return refused(limited, form);

    const draft = { purpose, values: typed, account: await accountOf(request, session) };
    if (options.session === "required" && !session) return demandSession(requestContext, { draft });
    if (token.state === "expired" && !options.neverExpires) return refused(formError("errors.formExpired"), form);

    const remembered = async (refusal: FormError) =>
      options.savesDraftOnError ? preservedFields(refusal, draft, stored) : refusal;

    async function run(): Promise<Response> {
      const posted: SchemaContext = { form, intent, requestContext, request, params };
      const parsed = await parseForm(form, options.schema(posted));
      // The schema may name the field that is too large; otherwise the whole form is refused.
      if (cut) return refused({ ...(parsed.ok ? formError("errors.tooLarge") : parsed.refusal), status: 413 }, form);
      if (interrupted && !(parsed.ok && options.refuseInterrupted))
        return refused(formError(interrupted.messageKey, { status: interrupted.status }), form);
      if (!parsed.ok) return refused(await remembered(parsed.refusal), form);
      if (isValidationOnly) return refused(formError({}, { status: 200 }), form);

      const input = {
        ...posted,
        value: parsed.value,
        upstreamContext: within(
          upstreamContextOf(requestContext, options.session === "required" ? session : null, security),
          FORM_DEADLINE_MS,
        ),
        session,
        typed,
        flow: withoutDraft(stored, purpose),
        files,
        // The session was checked above, but the compiler cannot infer that from Mode.
      } as FormInput<S, Mode>;
      const { refuseInterrupted } = options;
      const handle = interrupted && refuseInterrupted && (() => refuseInterrupted(input, interrupted));
      const response = await runHandler(handle ? { ...options, handle } : options, input, draft);
      if (!(response instanceof Response)) return refused(await remembered(response), form);
      const done = input.flow === stored ? response : await withFlow(response, input.flow);
      return options.open === true ? viaCookieCheck(request, done) : done;
    }

    const { isIdempotent } = options;
    const mayRepeat = typeof isIdempotent === "function" ? isIdempotent(intent) : isIdempotent;
    if (token.once === null || isValidationOnly || cut || interrupted || mayRepeat) return run();
    const { pathname, search } = new URL(request.url);
    // The token is part of it: a manipulated Redis may offer another visitor's response, which may have a session.
    const content = sign(
      "replay",
      JSON.stringify([token.once, purpose, pathname, search, [...form], ...digestsOf(files)]),
    );
    const result = await idempotent(token.once, content, run);
    if (result === "used") return refused(formError("errors.formExpired"), form);
    if (result === "pending") return refused(formError("errors.network", { status: 503 }), form);
    return result;
  }
}

type Unproven = (status: 403 | UnreadableForm["status"], messageKey: TextKey) => Response;

async function runHandler<S extends z.ZodTypeAny, Mode extends SessionMode>(
  options: FormOptions<S, Mode>,
  input: FormInput<S, Mode>,
  draft: Draft,
): Promise<Response | FormError> {
  try {
    return await options.handle(input);
  } catch (error) {
    if (error instanceof Response && error.status < 400) return error;
    if (error instanceof UpstreamUnavailable && options.unavailable) return options.unavailable(error, input);
    return respondToFailure(error, input.requestContext, {
      draft,
      rejectedStatus: options.rejectedStatus,
      fields: options.rejectedFields?.(input.intent),
    });
  }
}

async function preservedFields(refusal: FormError, draft: Draft, flowSession: FlowSession): Promise<FormError> {
  const cookies = refusal.cookies ?? [];
  if (cookies.some(isFlowCookie) || Object.keys(draft.values).length === 0) return refusal;
  return { ...refusal, cookies: [...cookies, await flowCookie(withTyped(flowSession, draft))] };
}

async function withFlow(response: Response, flowSession: FlowSession): Promise<Response> {
  if (response.status >= 400 || response.headers.getSetCookie().some(isFlowCookie)) return response;
  const headers = new Headers(response.headers);
  headers.append("Set-Cookie", await flowCookie(flowSession));
  return new Response(response.body, { status: response.status, headers });
}
