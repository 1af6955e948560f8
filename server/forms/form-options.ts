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

export interface Posting {
  requestContext: RequestContext;
  request: Request;
  params: ActionFunctionArgs["params"];
}

export interface SchemaContext extends Posting {
  form: FormData;
  /** The intent of the pressed button; empty if it has none. */
  intent: string;
}

export interface FormInput<S extends z.ZodTypeAny, Mode extends SessionMode> extends SchemaContext {
  value: z.output<S>;
  /** Has a token only if the form requires a session. All calls end within `FORM_DEADLINE_MS`. */
  upstreamContext: UpstreamContext;
  session: Mode extends "required" ? Session : Session | null;
  typed: Record<string, string>;
  flow: FlowSession;
  /** The files by field. They are never part of `form`, a response or a draft. */
  files: SentFiles;
}

export interface FormOptions<S extends z.ZodTypeAny, Mode extends SessionMode> {
  /** Name of the form in its token, limit and draft. */
  purpose: string;
  session?: Mode;
  /** True if shared pages may show this form, with `publicFormToken`. Allowed for harmless forms only. */
  open?: Openness;
  /** Allowed for harmless forms only. */
  neverExpires?: boolean;
  /** Responds to a form of another session, which is not processed; by default with 403. */
  ofOtherSession?: (posting: Posting) => Response;
  ownLanguageButton?: boolean;
  draftFields?: DraftFields;
  /** Preserves the values of a refused form until its page is opened again. */
  savesDraftOnError?: boolean;
  limit?: FormLimit;
  files?: FileRules;
  /** Handles a form with files that was interrupted; may store the complete files. */
  refuseInterrupted?: (input: FormInput<S, Mode>, reason: UnreadableForm) => Promise<Response | FormError>;
  /** Fields that no response repeats, in addition to passwords and codes. */
  secrets?: readonly string[];
  /** Messages of the schema are keys of texts, such as `errors.passwordMismatch`. */
  schema: (context: SchemaContext) => S;
  rejectedStatus?: number;
  /** Fields to which rejections belong, by intent. Any other rejection is about the whole form. */
  rejectedFields?: (intent: string) => RejectedFields;
  /** True if the handler itself is idempotent, so that no response is stored for repeated posts. */
  isIdempotent?: boolean | ((intent: string) => boolean);
  /** Responds if the upstream is unavailable; by default with 503 and `errors.network`. */
  unavailable?: (error: UpstreamUnavailable, input: FormInput<S, Mode>) => Promise<Response | FormError>;
  /** Returns 303 (`seeOther`) if the form is accepted. Must not pass `request.signal` to the upstream. */
  handle: (input: FormInput<S, Mode>) => Promise<Response | FormError>;
}
