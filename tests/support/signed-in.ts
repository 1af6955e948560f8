import { sessionCookie } from "~server/session/session";
import type { Sandbox } from "@storefront/sandbox/start";
import { confirmLogin, logIn } from "~server/upstream/sign-in";
import { CookieJar } from "./requests";

type Account = Awaited<ReturnType<Sandbox["createAccount"]>>;

/** A visitor with a session at the sandbox, as after the sign-in screen. */
export interface SignedIn {
  account: Account;
  /** The upstream's token, which the cookie contains in encrypted form. */
  token: string;
  cookies: CookieJar;
}

/**
 * Signs in a new account at the sandbox that `UPSTREAM_URL` names, including the second step.
 *
 * @param options the options of `createAccount`
 */
export async function signedIn(
  sandbox: Pick<Sandbox, "createAccount" | "code">,
  options: Parameters<Sandbox["createAccount"]>[0] = {},
): Promise<SignedIn> {
  return signIn(sandbox, await sandbox.createAccount({ ...options, secondStep: "google" }));
}

/** Signs in an account whose second step is the authenticator. The account may already be signed in. */
export async function signIn(sandbox: Pick<Sandbox, "code">, account: Account): Promise<SignedIn> {
  const upstreamContext = { locale: "en_US" } as const;
  const { token } = await logIn(upstreamContext, {
    mobileNumber: account.email,
    loginPword: account.password,
    verificationType: "none",
  });
  await confirmLogin(upstreamContext, { token, googleCode: await sandbox.code(account.email, "google") });
  const cookies = new CookieJar().take(
    await sessionCookie({ token, account: account.email, userId: String(account.id) }),
  );
  return { account, token, cookies };
}
