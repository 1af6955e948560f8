import { isObject } from "@storefront/upstream-client/json";
import { Rejection, SessionExpired, UpstreamUnavailable } from "@storefront/upstream-client/failures";
import type { UpstreamContext } from "~server/upstream/client";
import { confirmLogin, logIn } from "~server/upstream/sign-in";
import { userInfo } from "~server/upstream/user";
import { note, type Examination } from "./examination";
import type { Prompts } from "./prompts";
import type { PublicData } from "./public-reads";

/**
 * Signs in with account, password and authenticator code; never makes the upstream send a code. Another second step, or
 * a captcha, needs the token of a browser's session. `secrets` collects texts that must not be in the report.
 */
export async function signIn(
  examination: Examination,
  context: UpstreamContext,
  { captcha, prompts, secrets }: Pick<PublicData, "captcha"> & { prompts: Prompts; secrets: string[] },
): Promise<string | undefined> {
  const { ask } = examination;
  const noted = (secret: string | undefined) => {
    if (secret !== undefined) secrets.push(secret);
    return secret;
  };
  const askForToken = async (why: string) => {
    const question = `${why} Token of a browser session (not shown; empty to skip): `;
    return noted((await prompts.askSecret(question))?.trim());
  };
  if (captcha !== "none") return askForToken("A terminal cannot show the platform's captcha.");
  const mobileNumber = noted((await prompts.ask("Account (empty to skip its reads): "))?.trim());
  if (mobileNumber === undefined) return undefined;
  const loginPword = noted(await prompts.askSecret("Password (not shown): "));
  if (loginPword === undefined) return undefined;
  const login = await ask({
    call: "login_in",
    expected: ["token"],
    run: () => logIn(context, { mobileNumber, loginPword, verificationType: "none" }),
    tell: ({ token, secondStep }) => {
      noted(token);
      return { found: `second step: ${secondStep}` };
    },
  });
  if (login === undefined) return undefined;
  if (login.secondStep !== "google")
    return askForToken("This account needs a code that the platform would have to send.");
  const googleCode = noted((await prompts.ask("Authenticator code: "))?.trim());
  if (googleCode === undefined) return undefined;
  const { token } = login;
  let confirmed: string | undefined;
  const session = await ask({
    call: "confirm_login",
    run: () => confirmLogin(context, { token, googleCode }),
    tell(_, { data }) {
      const sent = isObject(data) ? [data.token, data.quicktoken] : [];
      const tokens = sent.flatMap((value) => (typeof value === "string" ? (noted(value) ?? []) : []));
      confirmed = tokens[0];
      return { found: "signed in", findings: tokens.length > 0 ? [note("it sends a token of its own")] : [] };
    },
  });
  if (session === undefined || confirmed === undefined) return session;
  return workingSession(examination, context, { session, first: token, confirmed });
}

/** Returns the token that works as a session, if the configured one does not. */
async function workingSession(
  { suggest }: Examination,
  context: UpstreamContext,
  { session, first, confirmed }: Record<"session" | "first" | "confirmed", string>,
): Promise<string> {
  const other = session === first ? confirmed : first;
  if ((await isSession(context, session)) || !(await isSession(context, other))) return session;
  const value = other === first ? "first" : "confirmed";
  suggest({
    level: "problem",
    variable: "SESSION_TOKEN",
    value,
    why: "the platform accepts the other token as the session",
  });
  return other;
}

async function isSession(context: UpstreamContext, token: string): Promise<boolean> {
  try {
    await userInfo({ ...context, token });
    return true;
  } catch (error) {
    if (error instanceof SessionExpired) return false;
    if (error instanceof Rejection || error instanceof UpstreamUnavailable) return true;
    throw error;
  }
}
