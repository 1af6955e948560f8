import { EMAIL_OPERATION_TYPE_LOGIN, EMAIL_OPERATION_TYPE_REGISTER, SMS_OPERATION_TYPE } from "~server/specification";
import { call, EXCHANGE, type UpstreamContext } from "./client";
import { nothing } from "@storefront/upstream-client/transport";

function sendCode(
  upstreamContext: UpstreamContext,
  path: string,
  body: { operationType: string | number; token: string },
): Promise<void> {
  return call(upstreamContext, { kind: "write", path, body, sendsCode: true, schema: nothing });
}

export function sendSmsCode(upstreamContext: UpstreamContext, { token }: { token: string }): Promise<void> {
  return sendCode(upstreamContext, `${EXCHANGE}/v4/common/smsValidCode`, { operationType: SMS_OPERATION_TYPE, token });
}

export function sendEmailCode(
  upstreamContext: UpstreamContext,
  { token, purpose }: { token: string; purpose: "login" | "register" },
): Promise<void> {
  const operationType = purpose === "login" ? EMAIL_OPERATION_TYPE_LOGIN : EMAIL_OPERATION_TYPE_REGISTER;
  return sendCode(upstreamContext, `${EXCHANGE}/v4/common/emailValidCode`, { operationType, token });
}
