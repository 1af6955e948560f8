import type { TextKey } from "~server/texts/catalogue";

export type MessageValues = Readonly<Record<string, string | number>>;

declare const withValues: unique symbol;

/** A key, or the JSON of `[key, values]`. */
export type Message = TextKey | (string & { readonly [withValues]: true });

export function message(key: TextKey, values?: MessageValues): Message {
  return values && Object.keys(values).length > 0 ? (JSON.stringify([key, values]) as Message) : key;
}

/** Lets the compiler check a key where zod takes any string. */
export function messageKey(key: TextKey): TextKey {
  return key;
}

/** True if a text has the form of a message. Zod's own messages, which may repeat the typed value, do not have it. */
export function isMessage(text: string): text is Message {
  return /^[A-Za-z]\w*\.[\w.-]+$/.test(text) || text.startsWith('["');
}
