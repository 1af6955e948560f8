import type { TextKey } from "~server/texts/catalogue";

/** A key of the catalogue, such as `errors.network`. */
export type MessageKey = TextKey;

export type MessageValues = Readonly<Record<string, string | number>>;

declare const withValues: unique symbol;

/** A text in a form's errors: its key, or the JSON text of `[key, values]`. Components translate it. */
export type Message = MessageKey | (string & { readonly [withValues]: true });

/** A text, with the values of its placeholders if it has any. */
export function message(key: MessageKey, values?: MessageValues): Message {
  return values && Object.keys(values).length > 0 ? (JSON.stringify([key, values]) as Message) : key;
}

/** A key where a schema of zod's takes any string: a misspelt one does not compile. */
export function messageKey(key: MessageKey): MessageKey {
  return key;
}

/** Whether a text is a key of the catalogue, by its form; zod's own messages may repeat the typed value. */
export function isMessage(text: string): text is Message {
  return /^[A-Za-z]\w*\.[\w.-]+$/.test(text) || text.startsWith('["');
}
