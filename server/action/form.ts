import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { admitFiles } from "~server/action/admission";
import { QUESTION_FIELD, readForm, UnreadableForm, type PostedForm } from "~server/action/body";
import { answerToFailure, type RefusedFields } from "~server/action/failure";
import { draftValues, securityInfo } from "~server/action/fields";
import { digestsOf, type FileRules, type SentFiles } from "~server/action/files";
import { runOnce } from "~server/action/once";
import { overLimit, type FormLimit } from "~server/action/over-limit";
import { parseForm, refusalAnswer, refuse, type FormRefusal } from "~server/action/refusal";
import { FORM_DEADLINE_MS } from "~server/constants";
import { caller } from "~server/session/caller";
import { flowCookie, isFlowCookie, withoutDraft, type Draft, type Flow } from "~server/session/flow";
import { checkOrigin, FORM_TOKEN_FIELD, readFormToken } from "~server/session/forgery";
import { demandSession } from "~server/session/guard";
import { sign } from "~server/session/keys";
import type { Session } from "~server/session/session";
import { visitorOf, type Visitor } from "~server/session/visitor";
import { Unavailable, within, type Caller } from "~server/upstream/transport";

export { refuse, type FormAnswer, type FormRefusal } from "~server/action/refusal";

export type SessionMode = "required" | "none";

/** A post, and who sends it. */
interface Posting {
  visitor: Visitor;
  request: Request;
  params: ActionFunctionArgs["params"];
}

/** What a schema may depend on. */
export interface SchemaContext extends Posting {
  form: FormData;
  /** The `value` of the pressed `<button name="intent">`; empty when there is none. */
  intent: string;
}

/** What an accepted form's handler gets. */
export interface FormInput<S extends z.ZodTypeAny, Mode extends SessionMode> extends SchemaContext {
  value: z.output<S>;
  /** For upstream calls: carries the token only if the form requires a session. All of them end within `FORM_DEADLINE_MS`. */
  caller: Caller;
  session: Mode extends "required" ? Session : Session | null;
  /** The visitor's flow, already without this form's draft. */
  flow: Flow;
  /** The files of a form that may carry some, by field; they are no part of `form`, of an answer or of a draft. */
  files: SentFiles;
}

export interface FormOptions<S extends z.ZodTypeAny, Mode extends SessionMode> {
  /** What the form's token is for; also the name of its limit and of its draft. */
  purpose: string;
  session?: Mode;
  /** Whether pages that are the same for everybody show this form, with `publicFormToken`. Harmless forms only. */
  open?: boolean;
  /** Whether a form that was opened long ago is as good as a new one (behaviour 5.27). Harmless forms only. */
  lasting?: boolean;
  /** How often; without it by client address, 30 a minute. */
  limit?: FormLimit;
  /** Files that the form may carry; it is multipart then, or urlencoded when it carries none. */
  files?: FileRules;
  /** Fields that no answer repeats and no draft keeps, beside passwords and codes. */
  secrets?: readonly string[];
  /** Messages are keys of app/i18n, such as `errors.passwordMismatch`. */
  schema: (context: SchemaContext) => S;
  /** The status when the platform refuses: 422; sign-in answers 401. */
  refusedStatus?: number;
  /** The fields of the form with this intent that refusals of the platform are about, by their messages; any other is about the whole form. */
  refusedFields?: (intent: string) => RefusedFields;
  /** Whether the handler itself gives every post of one thing the first one's answer; no answer is remembered for it here then. */
  answersRepeats?: boolean;
  /** What to answer when the platform gives no usable answer: 503 with `errors.network` unless said otherwise. */
  unavailable?: (error: Unavailable, input: FormInput<S, Mode>) => Promise<Response | FormRefusal>;
  /** Does the work: 303 (`seeOther`) when accepted. Never gives `request.signal` to the upstream. */
  handle: (input: FormInput<S, Mode>) => Promise<Response | FormRefusal>;
}

/**
 * The one shape of every action (house 3): forgery check → limit → first answer again | parse → 422 | upstream →
 * its refusal as a form error | 303. A form that may carry files is admitted before any of it is received (`admitFiles`).
 *
 * A refused form answers JSON `{lastResult}` (conform), whose messages are keys of app/i18n: 403 `errors.forged`, 422
 * `errors.formExpired`, 429 `errors.tooMany`, 503 `errors.network`. A session that ends meanwhile keeps the draft.
 */
export function formAction<S extends z.ZodTypeAny, Mode extends SessionMode = "none">(
  options: FormOptions<S, Mode>,
): (args: ActionFunctionArgs) => Promise<Response> {
  const { purpose, secrets = [] } = options;

  return async function action({ request, params, context }) {
    const refused = (refusal: FormRefusal, form = new FormData()) => refusalAnswer(refusal, form, secrets);

    if (request.method !== "POST") return refused(refuse("errors.forged", { status: 405, headers: { Allow: "POST" } }));
    if (!checkOrigin(request)) return refused(refuse("errors.forged", { status: 403 }));
    const visitor = await visitorOf({ request, context });
    const run = () => readAndAnswer({ visitor, request, params }, refused);
    const answer = options.files ? await admitted(visitor, run) : await run();
    const told = answer instanceof Response ? answer : refused(answer);
    // In a document the page's loaders run next, and show the step that this answer leaves.
    if (told.status >= 400) await visitor.follow(told);
    return told;
  };

  /** Files are not even received from somebody who may not send any. */
  async function admitted(visitor: Visitor, run: () => Promise<Response>): Promise<Response | FormRefusal> {
    const session = await visitor.session();
    if (options.session === "required" && !session) return demandSession(visitor);
    const poster = { session, flow: await visitor.flow(), address: visitor.address };
    return admitFiles({ visitor, session, countUse: () => overLimit(options, new FormData(), poster) }, run);
  }

  async function readAndAnswer(
    posting: Posting,
    refused: (refusal: FormRefusal, form?: FormData) => Response,
  ): Promise<Response> {
    const { visitor, request } = posting;
    const mayKeepFiles = async (token: string) =>
      (await readFormToken(visitor, purpose, token, { open: options.open })).state === "ok";
    let posted: PostedForm;
    try {
      const first = { name: FORM_TOKEN_FIELD, mayKeepFiles };
      posted = await readForm(request, options.files && { rules: options.files, first });
    } catch (error) {
      if (error instanceof UnreadableForm) return refused(refuse("errors.network", { status: error.status }));
      throw error;
    }
    try {
      return await answerForm(posted, posting, refused);
    } finally {
      await posted.release();
    }
  }

  async function answerForm(
    { form, files }: PostedForm,
    { visitor, request, params }: Posting,
    refused: (refusal: FormRefusal, form?: FormData) => Response,
  ): Promise<Response> {
    // "Would this be valid?" is answered, and never carried out.
    const isQuestion = form.has(QUESTION_FIELD);
    form.delete(QUESTION_FIELD);
    const token = await readFormToken(visitor, purpose, form.get(FORM_TOKEN_FIELD), { open: options.open });
    form.delete(FORM_TOKEN_FIELD);
    if (token.state === "forged") return refused(refuse("errors.forged", { status: 403 }));

    const [session, stored] = await Promise.all([visitor.session(), visitor.flow()]);
    // A form that may carry files was counted before it was received.
    const limited = options.files
      ? null
      : await overLimit(options, form, { session, flow: stored, address: visitor.address });
    if (limited) return refused(limited, form);

    const draft = { purpose, values: draftValues(form, secrets), account: session?.account };
    if (options.session === "required" && !session) return demandSession(visitor, { draft });
    if (token.state === "expired" && !options.lasting) return refused(refuse("errors.formExpired"), form);

    async function run(): Promise<Response> {
      const intent = form.get("intent");
      const posted: SchemaContext = {
        form,
        intent: typeof intent === "string" ? intent : "",
        visitor,
        request,
        params,
      };
      const parsed = await parseForm(form, options.schema(posted));
      if (!parsed.ok) return refused(parsed.refusal, form);
      if (isQuestion) return refused(refuse({}, { status: 200 }), form);

      const input = {
        ...posted,
        value: parsed.value,
        caller: within(
          caller(visitor, options.session === "required" ? session : null, securityInfo(form)),
          FORM_DEADLINE_MS,
        ),
        session,
        flow: withoutDraft(stored, purpose),
        files,
        // A required session is there: it was asked for above, which the compiler cannot tie to Mode.
      } as FormInput<S, Mode>;
      const answer = await answerOf(options, input, draft);
      if (!(answer instanceof Response)) return refused(answer, form);
      return input.flow === stored ? answer : withFlow(answer, input.flow);
    }

    if (token.once === null || isQuestion || options.answersRepeats) return run();
    const { pathname, search } = new URL(request.url);
    const content = sign("replay", JSON.stringify([purpose, pathname, search, [...form], ...digestsOf(files)]));
    const answer = await runOnce(token.once, content, run);
    if (answer === "used") return refused(refuse("errors.formExpired"), form);
    if (answer === "pending") return refused(refuse("errors.network", { status: 503 }), form);
    return answer;
  }
}

/** Lets the form's handler work and gives its failures their shapes (house 6). */
async function answerOf<S extends z.ZodTypeAny, Mode extends SessionMode>(
  options: FormOptions<S, Mode>,
  input: FormInput<S, Mode>,
  draft: Draft,
): Promise<Response | FormRefusal> {
  try {
    return await options.handle(input);
  } catch (error) {
    if (error instanceof Response && error.status < 400) return error;
    if (error instanceof Unavailable && options.unavailable) return options.unavailable(error, input);
    return answerToFailure(error, input.visitor, {
      draft,
      refusedStatus: options.refusedStatus,
      fields: options.refusedFields?.(input.intent),
    });
  }
}

/** An accepted answer also keeps the flow that has lost the form's draft, unless it keeps or ends a flow itself. */
async function withFlow(answer: Response, flow: Flow): Promise<Response> {
  if (answer.status >= 400 || answer.headers.getSetCookie().some(isFlowCookie)) return answer;
  const headers = new Headers(answer.headers);
  headers.append("Set-Cookie", await flowCookie(flow));
  return new Response(answer.body, { status: answer.status, headers });
}
