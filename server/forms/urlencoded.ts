import { FORM_MAX_BYTES, chunksOf } from "~server/forms/files";

/** As much is kept of a field that does not fit: more than a field may have, so that its own rule refuses it. */
const BEGINNING_BYTES = 16 * 1024;
const AND = "&".charCodeAt(0);

/** What a urlencoded body holds. */
export interface Urlencoded {
  fields: [name: string, value: string][];
  /** Whether some of it was thrown away, because the whole is larger than 64 kB. */
  cut: boolean;
}

/**
 * Reads a urlencoded body of which at most 64 kB are kept. Of a field that does not fit the beginning is kept; the rest
 * of it is thrown away as it comes, and the fields after it are read all the same, so that who pasted too much text
 * loses nothing else of the form (behaviour 12.7).
 *
 * @throws RangeError for more than `fieldsMax` fields; TypeError when it is no UTF-8; what reading the body throws
 */
export async function readUrlencoded(request: Request, fieldsMax: number): Promise<Urlencoded> {
  const fields: [string, string][] = [];
  let pairs = 0;
  let roomBytes = FORM_MAX_BYTES;
  let parts: Uint8Array[] = [];
  let pairBytes = 0;
  let pairIsCut = false;
  let cut = false;

  function add(bytes: Uint8Array): void {
    if (pairIsCut) return;
    pairIsCut = pairBytes + bytes.length > roomBytes;
    cut ||= pairIsCut;
    parts.push(bytes.subarray(0, roomBytes - pairBytes));
    pairBytes = Math.min(pairBytes + bytes.length, roomBytes);
  }

  function endPair(): void {
    const whole = Buffer.concat(parts);
    const kept = pairIsCut ? whole.subarray(0, BEGINNING_BYTES) : whole;
    // An "&" between two pairs counts as well.
    roomBytes -= Math.min(kept.length + 1, roomBytes);
    pairs += 1;
    if (pairs > fieldsMax) throw new RangeError("The fields are too many.");
    fields.push(...readPair(kept, pairIsCut));
    parts = [];
    pairBytes = 0;
    pairIsCut = false;
  }

  for await (const chunk of chunksOf(request.body)) {
    let from = 0;
    for (let to = chunk.indexOf(AND); to >= 0; to = chunk.indexOf(AND, from)) {
      add(chunk.subarray(from, to));
      endPair();
      from = to + 1;
    }
    add(chunk.subarray(from));
  }
  endPair();
  return { fields, cut };
}

function readPair(bytes: Buffer, isCut: boolean): [string, string][] {
  const text = new TextDecoder("utf-8", { fatal: !isCut }).decode(bytes);
  // A leading "?" would be taken for that of an address.
  const read = (pair: string) => [...new URLSearchParams(`&${pair}`)];
  if (!isCut) return read(text);
  // The cut may have gone through a character.
  return read(text.replace(/%.?$/s, "")).map(([name, value]) => [name, value.replace(/\ufffd+$/, "")]);
}
