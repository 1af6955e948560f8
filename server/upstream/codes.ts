import { EMAIL_OPERATION_TYPE_LOGIN, EMAIL_OPERATION_TYPE_REGISTER, SMS_OPERATION_TYPE } from "~server/constants";
import { call, EXCHANGE, type Caller } from "./transport";
import { nothing } from "./shapes";

function sendCode(
  caller: Caller,
  path: string,
  body: { operationType: string | number; token: string },
): Promise<void> {
  return call(caller, { kind: "write", path, body, sendsCode: true, schema: nothing });
}

/**
 * v4/common/smsValidCode (behaviour 7.32, 9.3): sends a code by SMS.
 *
 * @throws Refused, Expired, Unavailable
 */
export function sendSmsCode(caller: Caller, { token }: { token: string }): Promise<void> {
  return sendCode(caller, `${EXCHANGE}/v4/common/smsValidCode`, { operationType: SMS_OPERATION_TYPE, token });
}

/**
 * v4/common/emailValidCode (behaviour 7.33, 9.3): sends a code by e-mail.
 *
 * @throws Refused, Expired, Unavailable
 */
export function sendEmailCode(
  caller: Caller,
  { token, purpose }: { token: string; purpose: "login" | "register" },
): Promise<void> {
  const operationType = purpose === "login" ? EMAIL_OPERATION_TYPE_LOGIN : EMAIL_OPERATION_TYPE_REGISTER;
  return sendCode(caller, `${EXCHANGE}/v4/common/emailValidCode`, { operationType, token });
}
