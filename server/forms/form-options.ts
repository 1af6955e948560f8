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
  /** The pressed button's intent; empty without one. */
  intent: string;
}

export interface FormInput<S extends z.ZodTypeAny, Mode extends SessionMode> extends SchemaContext {
  value: z.output<S>;
  /** Has a token only if the form requires a session. All calls end within `FORM_DEADLINE_MS`. */
  upstreamContext: UpstreamContext;
  session: Mode extends "required" ? Session : Session | null;
  typed: Record<string, string>;
  /** The flow without this form's draft. */
  flow: FlowSession;
  /** The files by field; never part of `form`, a response or a draft. */
  files: SentFiles;
}

export interface FormOptions<S extends z.ZodTypeAny, Mode extends SessionMode> {
  /** Names the form in its token, limit and draft. */
  purpose: string;
  session?: Mode;
  /** Shared pages may show this form, with `publicFormToken`. For harmless forms only. */
  open?: Openness;
  /** For harmless forms only. */
  neverExpires?: boolean;
  /** Responds to a form of another session, which does nothing; by default 403. */
  ofOtherSession?: (posting: Posting) => Response;
  ownLanguageButton?: boolean;
  draftFields?: DraftFields;
  /** Preserves the values of a refused form until its page is opened again. */
  savesDraftOnError?: boolean;
  limit?: FormLimit;
  /** A form with files is multipart, or urlencoded if it carries none. */
  files?: FileRules;
  /** Handles a form with files that broke off; may store the complete files. */
  refuseInterrupted?: (input: FormInput<S, Mode>, reason: UnreadableForm) => Promise<Response | FormError>;
  /** Further fields that no response repeats, besides passwords and codes. */
  secrets?: readonly string[];
  /** Its messages are keys of texts, such as `errors.passwordMismatch`. */
  schema: (context: SchemaContext) => S;
  rejectedStatus?: number;
  /** Fields by intent; any other rejection is about the whole form. */
  rejectedFields?: (intent: string) => RejectedFields;
  /** The handler itself is idempotent, so no response is stored for repeats. */
  isIdempotent?: boolean | ((intent: string) => boolean);
  /** By default 503 with `errors.network`. */
  unavailable?: (error: UpstreamUnavailable, input: FormInput<S, Mode>) => Promise<Response | FormError>;
  /** Returns 303 (`seeOther`) when accepted. Must not pass `request.signal` to the upstream. */
  handle: (input: FormInput<S, Mode>) => Promise<Response | FormError>;
}
