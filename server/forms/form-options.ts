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
  /** The pressed button's; empty when there is none. */
  intent: string;
}

export interface FormInput<S extends z.ZodTypeAny, Mode extends SessionMode> extends SchemaContext {
  value: z.output<S>;
  /** Has the token only if the form requires a session; all calls end within `FORM_DEADLINE_MS`. */
  upstreamContext: UpstreamContext;
  session: Mode extends "required" ? Session : Session | null;
  typed: Record<string, string>;
  /** Already without this form's draft. */
  flow: FlowSession;
  /** By field; they are no part of `form`, of a response or of a draft. */
  files: SentFiles;
}

export interface FormOptions<S extends z.ZodTypeAny, Mode extends SessionMode> {
  /** Binds the token; also the name of the form's limit and draft. */
  purpose: string;
  session?: Mode;
  /** Shared pages show this form, with `publicFormToken`. Harmless forms only. */
  open?: Openness;
  /** Harmless forms only. */
  neverExpires?: boolean;
  ownLanguageButton?: boolean;
  draftFields?: DraftFields;
  /** The values of a refused form are there when its page is opened again. */
  savesDraftOnError?: boolean;
  /** `form` by default. */
  limit?: FormLimit;
  /** A form with files is multipart, or urlencoded when it carries none. */
  files?: FileRules;
  /** For a form with files of which only the beginning came; may store the files that came whole. */
  refuseInterrupted?: (input: FormInput<S, Mode>, reason: UnreadableForm) => Promise<Response | FormError>;
  /** Fields that no response repeats, besides passwords and codes. */
  secrets?: readonly string[];
  /** Messages are keys of the texts, such as `errors.passwordMismatch`. */
  schema: (context: SchemaContext) => S;
  /** 422 by default. */
  rejectedStatus?: number;
  /** By intent; any other rejection is about the whole form. */
  rejectedFields?: (intent: string) => RejectedFields;
  /** The handler itself is idempotent: no response is stored for a repeated post. */
  isIdempotent?: boolean | ((intent: string) => boolean);
  /** 503 with `errors.network` by default. */
  unavailable?: (error: UpstreamUnavailable, input: FormInput<S, Mode>) => Promise<Response | FormError>;
  /** Returns 303 (`seeOther`) when accepted. Never gives `request.signal` to the upstream. */
  handle: (input: FormInput<S, Mode>) => Promise<Response | FormError>;
}
