import type { MessageKey } from "~server/i18n/message";

/** The message of a purchase rule: a key, with the values of its placeholders (decimals, as text). */
export interface PurchaseMessage {
  key: MessageKey;
  values?: Record<string, string>;
}
