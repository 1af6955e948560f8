import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { BadBody, readBody } from "./body";
import { ControlError, type Control } from "./control";
import { readFault } from "./faults";
import { isObject, textOf } from "./call";
import type { Body } from "./values";
import { Refusal } from "./refusals";

const newAccount = z
  .object({
    email: z.string(),
    password: z.string(),
    secondStep: z.enum(["google", "sms", "email"]),
    googleBound: z.boolean(),
    balances: z.record(z.string().regex(/^\d+(\.\d+)?$/)),
    authLevel: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    rejectReason: z.string(),
  })
  .partial()
  .strict();

type Endpoint = (control: Control, body: Body) => Promise<unknown>;

const optional = (body: Body, name: string): string | undefined => textOf(body, name) || undefined;

/** Reads a number of a body, which a form sends as text. */
function numberOf(body: Body, name: string): number | undefined {
  const text = textOf(body, name);
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The endpoints of the control API: POST JSON under /sandbox/, JSON in the response. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  accounts: (control, body) => {
    const account = newAccount.safeParse(body);
    if (!account.success) throw new ControlError(account.error.message);
    return control.createAccount(account.data);
  },
  code: async (control, body) => {
    const kind = textOf(body, "kind");
    if (kind !== "google" && kind !== "sms" && kind !== "email")
      throw new ControlError("kind is google, sms or email.");
    return { code: await control.code(textOf(body, "account"), kind) };
  },
  fail: (control, body) => {
    const fault = readFault(body.fault);
    if (!fault) throw new ControlError("fault is not one.");
    const options = isObject(body.options) ? body.options : {};
    const times = numberOf(options, "times");
    const account = optional(options, "account");
    const asking = z.record(z.string()).optional().safeParse(options.asking);
    if (!asking.success) throw new ControlError("asking names fields and texts.");
    return control.fail(textOf(body, "call"), fault, {
      ...(times ? { times } : {}),
      ...(account ? { account } : {}),
      ...(asking.data ? { asking: asking.data } : {}),
    });
  },
  heal: (control, body) => control.heal(optional(body, "call")),
  calls: async (control, body) => {
    const call = textOf(body, "call");
    return { count: await control.calls(call), requests: await control.requests(call) };
  },
  product: (control, body) => control.setProduct(textOf(body, "productId"), isObject(body.patch) ? body.patch : {}),
  credit: (control, body) => control.credit(textOf(body, "account"), textOf(body, "symbol"), textOf(body, "amount")),
  expire: (control, body) => control.expireSessions(optional(body, "account")),
  captcha: (control, body) => control.setCaptchaKind(numberOf(body, "kind") ?? 0),
  advance: (control, body) => control.advance(numberOf(body, "ms") ?? 0),
  reset: (control) => control.reset(),
};

/** Turns a form of the inbox page's panel into the API's JSON, because forms are flat and faults are not. */
function fromForm(endpoint: string, body: Body): Body {
  if (endpoint !== "fail") return body;
  const kind = textOf(body, "kind");
  return {
    call: body.call,
    fault: {
      kind,
      code: textOf(body, "code") || "99999",
      msg: optional(body, "msg"),
      ms: numberOf(body, "ms") ?? 5_000,
    },
    options: { times: body.times, account: body.account },
  };
}

/** Handles the control API. A form post is redirected back to the panel (303). */
export async function respondToControl(
  control: Control,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = path.slice("/sandbox/".length);
  const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
  if (!endpoint) return send(response, 404, { error: `There is no ${path}.` });
  if (request.method !== "POST") return send(response, 405, { error: "Use POST." });
  const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  try {
    const { body } = await readBody(request);
    const result = await endpoint(control, isForm ? fromForm(name, body) : body);
    if (!isForm) return send(response, 200, result ?? {});
    response.writeHead(303, { location: "/inbox?panel=1" }).end();
  } catch (error) {
    const isExpected = error instanceof ControlError || error instanceof Refusal || error instanceof BadBody;
    if (!isExpected) throw error;
    send(response, 400, { error: error.message });
  }
}

function send(response: ServerResponse, status: number, result: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(result));
}
