import type { Read } from "./parsers";
import { fields, required } from "./schemas";
import { call, EXCHANGE, write, type UpstreamContext } from "./client";

const googleKey: Read<string> = (value) =>
  typeof value === "string" && /^[A-Za-z2-7]{8,128}={0,8}$/.test(value) ? value : undefined;

const authenticatorResponse = fields({ googleKey: required(googleKey) });

/** Requests a key to bind. Sent only once, because the upstream may make a new key for each call. */
export function openGoogleAuthenticator(upstreamContext: UpstreamContext): Promise<{ googleKey: string }> {
  const path = `${EXCHANGE}/user/toopen_google_authenticator`;
  return call(upstreamContext, { kind: "write", path, schema: authenticatorResponse });
}

/** Binds the authenticator. Throws UpstreamRejected with `errors.code` for a wrong code. */
export function verifyGoogle(
  upstreamContext: UpstreamContext,
  input: Record<"googleCode" | "googleKey" | "loginPwd", string>,
): Promise<void> {
  return write(upstreamContext, `${EXCHANGE}/user/google_verify`, input);
}
