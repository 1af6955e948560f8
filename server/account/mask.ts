/** Masks a text except its first and last quarter. */
export function mask(number: string): string {
  const signs = Array.from(number);
  const shown = Math.floor(signs.length / 4);
  return `${signs.slice(0, shown).join("")}••••${signs.slice(signs.length - shown).join("")}`;
}

export interface Recipient {
  kind: "email" | "phone" | "other";
  shown: string;
}

const PHONE = /^\+?[\d\s().-]{5,}$/;

/** Masks an account. The domain of an e-mail address stays readable. */
export function recipientOf(account: string): Recipient {
  const at = account.lastIndexOf("@");
  if (at > 0) return { kind: "email", shown: `${mask(account.slice(0, at))}${account.slice(at)}` };
  return { kind: PHONE.test(account) ? "phone" : "other", shown: mask(account) };
}
