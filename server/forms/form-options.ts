import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { DraftFields } from "~server/forms/fields";
import type { RejectedFields } from "~server/forms/failure";
import type { UnreadableForm } from "~server/forms/body";
import type { FileRules, SentFiles } from "~server/forms/files";
import type { FormLimit } from "~server/forms/over-limit";
import type { FormError } from "~server/forms/refusal";
import type { FlowSession } from "~server/session/flow-session";
import type { Openness } from "~server/session/csrf";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import type { UpstreamContext, UpstreamUnavailable } from "~server/upstream/client";

export type SessionMode = "required" | "none";

/** A post and its sender. */
export interface Posting {
  requestContext: RequestContext;
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
  /** For calls of the upstream: with the token only if the form requires a session, all within `FORM_DEADLINE_MS`. */
  upstreamContext: UpstreamContext;
  session: Mode extends "required" ? Session : Session | null;
  /** The typed values that the form's draft preserves. */
  typed: Record<string, string>;
  /** The visitor's flow, already without this form's draft. */
  flow: FlowSession;
  /** The files of a form that may carry some, by field; they are no part of `form`, of a response or of a draft. */
  files: SentFiles;
}

export interface FormOptions<S extends z.ZodTypeAny, Mode extends SessionMode> {
  /** What the form's token is for; also the name of its limit and of its draft. */
  purpose: string;
  session?: Mode;
  /** Whether shared pages show this form, with `publicFormToken`. Harmless forms only. */
  open?: Openness;
  /** Whether the form never expires. Harmless forms only. */
  neverExpires?: boolean;
  /** Whether the form has a language button of its own, `intent=language`. */
  ownLanguageButton?: boolean;
  /** The fields that the form's draft preserves; none by default. */
  draftFields?: DraftFields;
  /** Whether the values of a refused form are preserved for when its page is opened again. */
  savesDraftOnError?: boolean;
  /** The row of the table of limits for it; `form` by default. */
  limit?: FormLimit;
  /** Files that the form may carry; it is multipart then, or urlencoded when it carries none. */
  files?: FileRules;
  /** Refuses a form with files of which only the beginning came, and may keep the files that came whole. */
  refuseInterrupted?: (input: FormInput<S, Mode>, reason: UnreadableForm) => Promise<Response | FormError>;
  /** Fields that no response repeats, beside passwords and codes. */
  secrets?: readonly string[];
  /** Messages are keys of app/i18n, such as `errors.passwordMismatch`. */
  schema: (context: SchemaContext) => S;
  /** The status of an upstream's rejection; 422 by default, 401 for the sign-in. */
  rejectedStatus?: number;
  /** The fields that rejections are about, by their messages, for this intent; any other is about the whole form. */
  rejectedFields?: (intent: string) => RejectedFields;
  /** Whether the handler itself is idempotent: then no response is stored for a repeated post. */
  isIdempotent?: boolean | ((intent: string) => boolean);
  /** The error when the upstream gives no usable response; 503 with `errors.network` by default. */
  unavailable?: (error: UpstreamUnavailable, input: FormInput<S, Mode>) => Promise<Response | FormError>;
  /** Does the work: 303 (`seeOther`) when accepted. Never gives `request.signal` to the upstream. */
  handle: (input: FormInput<S, Mode>) => Promise<Response | FormError>;
}
