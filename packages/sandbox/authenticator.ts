import { generateSecret, generateURI } from "otplib";
import QRCode from "qrcode";
import { signedIn } from "./accounts";
import { useGoogleCode } from "./codes";
import { textOf, type Call, EXCHANGE, type Calls } from "./call";
import { Refusal } from "./refusals";

/** user/toopen_google_authenticator: returns a new key. Earlier unbound keys stay valid, because a user may go back. */
async function openGoogle(call: Call) {
  const account = signedIn(call);
  if (account.google_bound) throw new Refusal("googleBound");
  const secret = generateSecret();
  call.state.database.run("INSERT INTO google_keys VALUES (?, ?, ?)", account.id, secret, call.state.clock.nowMs());
  const uri = generateURI({ issuer: "Sandbox", label: account.email, secret });
  return { googleKey: secret, googleImg: await QRCode.toDataURL(uri, { margin: 1 }), googleUser: account.email };
}

/** user/google_verify: binds the key, given the login password and a code of the key. */
export function verifyGoogle(call: Call) {
  const { state, body } = call;
  const account = signedIn(call);
  if (account.google_bound) throw new Refusal("googleBound");
  if (body.loginPwd !== account.password) throw new Refusal("wrongPassword");
  const secret = textOf(body, "googleKey");
  const offered = state.database.row(
    "SELECT 1 FROM google_keys WHERE account_id = ? AND secret = ?",
    account.id,
    secret,
  );
  if (!offered) throw new Refusal("googleKey");
  if (!useGoogleCode(state, account.id, secret, textOf(body, "googleCode"))) throw new Refusal("wrongGoogleCode");
  state.database.run(
    "UPDATE accounts SET google_secret = ?, google_bound = 1, second_step = 'google' WHERE id = ?",
    secret,
    account.id,
  );
  state.database.run("DELETE FROM google_keys WHERE account_id = ?", account.id);
  return null;
}

export const AUTHENTICATOR_CALLS: Calls = {
  [`${EXCHANGE}/user/toopen_google_authenticator`]: openGoogle,
  [`${EXCHANGE}/user/google_verify`]: verifyGoogle,
};
