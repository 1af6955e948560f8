/** Characters that XML forbids even if they are escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for an element or an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, "").replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
