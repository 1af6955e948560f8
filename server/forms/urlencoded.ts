import { ByteCollector } from "@storefront/resilience/byte-collector";
import { FORM_MAX_BYTES, chunksOf } from "~server/forms/files";

/** More than any field allows, so that its rule rejects a value that was cut. */
const BEGINNING_BYTES = 16 * 1024;
const AND = "&".charCodeAt(0);

/**
 * Reads at most 64 kB of a urlencoded body. Cuts a field that does not fit and reads the fields after it.
 *
 * @throws RangeError for more than `fieldsMax` fields; TypeError for invalid UTF-8; PiecesTooSmall
 */
export async function readUrlencoded(request: Request, fieldsMax: number) {
  const fields: [string, string][] = [];
  let pairs = 0;
  let leftBytes = FORM_MAX_BYTES;
  const pair = new ByteCollector();
  let pairIsCut = false;
  /** True if some bytes were discarded, because the body is larger than 64 kB. */
  let cut = false;

  function add(bytes: Uint8Array): void {
    if (pairIsCut) return;
    const roomBytes = leftBytes - pair.length;
    pairIsCut = bytes.length > roomBytes;
    cut ||= pairIsCut;
    pair.append(bytes.subarray(0, roomBytes));
  }

  function endPair(): void {
    const bytes = pairIsCut ? pair.bytes().subarray(0, BEGINNING_BYTES) : pair.bytes();
    // The "&" between two pairs counts too.
    leftBytes -= Math.min(bytes.length + 1, leftBytes);
    pairs += 1;
    if (pairs > fieldsMax) throw new RangeError("Too many fields.");
    fields.push(...readPair(bytes, pairIsCut));
    pair.clear();
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
  // The cut may be inside a character. Decoding with `stream` ends the text before that character.
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  // URLSearchParams would drop a leading "?".
  const read = (pair: string) => [...new URLSearchParams(`&${pair}`)];
  if (!isCut) return read(text);
  // A percent-encoded character that was cut becomes one U+FFFD.
  return read(text.replace(/%.?$/s, "")).map(([name, value]) => [name, value.replace(/\ufffd$/, "")]);
}
