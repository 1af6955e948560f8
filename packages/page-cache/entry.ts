import { createHash } from "node:crypto";
import { compressQuickly, type Compression } from "@storefront/http-server/encoding";
import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";

/** A rendered page as it is stored: its bytes in each encoding, and the head of each response, ready to be written. */

/** The memory of a page with both of its compressed forms, relative to its plain one. */
const PACKED_TOO = 1.6;

export type Encoding = Compression | "identity";

/** Head and body of a response in one encoding. */
export interface Packed {
  body: Buffer;
  /** Names and values in turn; the last value is the id of the request, set anew for each. */
  head: string[];
}

/** A rendered page, before it is stored. */
export interface Rendered {
  status: number;
  /** Whether it may be stored: it is complete and belongs to no visitor. */
  isCacheable: boolean;
  /** Of every encoding: without length, encoding and ETag. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/** A page that is stored, or that is only shown to those who waited for it. */
export interface Entry extends Pick<Rendered, "status" | "isCacheable"> {
  /** Of the bytes and all headers. */
  digest: string;
  renderedAtMs: number;
  /** Keys of the public reads that it shows. */
  reads: ReadonlySet<string>;
  /** Its size in memory, roughly. */
  bytes: number;
  etag: string;
  /** As `head` of `Packed`, for 304. */
  unchangedHead: string[];
  /** In this encoding. */
  packed: (encoding: Encoding) => Packed;
}

/**
 * Makes the entry of a page.
 *
 * @param rendered the page
 * @param facts when it was rendered, and from which reads
 * @param before the entry that it takes the place of: of the same bytes it takes over what was compressed
 */
export function store(rendered: Rendered, facts: Pick<Entry, "renderedAtMs" | "reads">, before?: Entry): Entry {
  const { status, isCacheable, headers, body } = rendered;
  const digest = createHash("sha256")
    .update(JSON.stringify([status, headers]))
    .update(body)
    .digest("base64url");
  if (before?.digest === digest && isCacheable) return { ...before, ...facts };
  // The same for every encoding: it identifies the page, not its bytes, so it is weak.
  const etag = `W/"${digest.slice(0, 22)}"`;
  const fields = [...headers, ["ETag", etag] as const];
  const unchangedHead = [...fields.filter(([name]) => name !== "content-type").flat(), REQUEST_ID_HEADER, ""];
  const byEncoding = new Map<Encoding, Packed>();

  function pack(encoding: Encoding, bytes: Buffer): Packed {
    const coded = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    const length = ["Content-Length", String(bytes.byteLength)];
    const packed = { body: bytes, head: [...fields.flat(), ...coded, ...length, REQUEST_ID_HEADER, ""] };
    byEncoding.set(encoding, packed);
    return packed;
  }

  return {
    status,
    isCacheable,
    digest,
    etag,
    unchangedHead,
    ...facts,
    bytes: body.byteLength * PACKED_TOO,
    packed(encoding) {
      const known = byEncoding.get(encoding);
      if (known) return known;
      if (encoding === "identity") return pack(encoding, body);
      return pack(encoding, compressQuickly(body, encoding, isCacheable));
    },
  };
}
