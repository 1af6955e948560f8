import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { RefusedFields } from "~server/forms/failure";
import type { FileRules, SentFiles } from "~server/forms/files";
import type { FormLimit } from "~server/forms/over-limit";
import type { FormError } from "~server/forms/refusal";
import type { Flow } from "~server/session/flow";
import type { Openness } from "~server/session/csrf";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/visitor";
import type { UpstreamContext, UpstreamUnavailable } from "~server/upstream/client";

export type SessionMode = "required" | "none";

/** A post, and who sends it. */
export interface Posting {
  visitor: RequestContext;
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
  /** For calls of the platform: with the token only if the form requires a session, all within `FORM_DEADLINE_MS`. */
  upstreamContext: UpstreamContext;
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
  open?: Openness;
  /** Whether a form that was opened long ago is as good as a new one (behaviour 5.27). Harmless forms only. */
  lasting?: boolean;
  /** Whether the form has a language button of its own, `intent=language` (behaviour 1.16). */
  ownLanguageButton?: boolean;
  /** Whether what a refused form carried is still typed in when its page is opened again (behaviour 1.16). */
  keepsRefused?: boolean;
  /** How often an account may post it from one address; 30 a minute without it. */
  limit?: FormLimit;
  /** Files that the form may carry; it is multipart then, or urlencoded when it carries none. */
  files?: FileRules;
  /** Fields that no answer repeats and no draft keeps, beside passwords and codes. */
  secrets?: readonly string[];
  /** Messages are keys of app/i18n, such as `errors.passwordMismatch`. */
  schema: (context: SchemaContext) => S;
  /** The status when the platform refuses: 422; sign-in answers 401. */
  refusedStatus?: number;
  /**
   * The fields of the form with this intent that refusals of the platform are about, by their messages; any other is
   * about the whole form.
   */
  refusedFields?: (intent: string) => RefusedFields;
  /** Whether the handler itself answers a repeated post as the first one: then no answer is remembered here. */
  answersRepeats?: boolean;
  /** What to answer when the platform gives no usable answer: 503 with `errors.network` unless said otherwise. */
  unavailable?: (error: UpstreamUnavailable, input: FormInput<S, Mode>) => Promise<Response | FormError>;
  /** Does the work: 303 (`seeOther`) when accepted. Never gives `request.signal` to the upstream. */
  handle: (input: FormInput<S, Mode>) => Promise<Response | FormError>;
}
