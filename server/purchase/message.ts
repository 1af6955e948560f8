import type { MessageKey } from "~server/i18n/message";

/** What a rule of a purchase answers with: a text, with the values of its placeholders (decimals, as text). */
export interface PurchaseMessage {
  key: MessageKey;
  values?: Record<string, string>;
}
