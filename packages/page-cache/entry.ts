import { createHash } from "node:crypto";
import { compressQuickly, type Compression } from "@storefront/http-server/encoding";
import { REQUEST_ID_HEADER } from "@storefront/observability/request-id";

/** The memory of a page including its compressed forms, relative to the memory of the plain page. */
const PACKED_TOO = 1.6;

export type Encoding = Compression | "identity";

export interface Packed {
  body: Buffer;
  /** Names and values alternately; the last value is the request's id. */
  head: string[];
}

export interface Rendered {
  status: number;
  /** True if the page is complete and has no visitor's data. */
  isCacheable: boolean;
  /** Headers without length, encoding and ETag. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/** A page that is stored, or sent only to the requests that waited for it. */
export interface Entry extends Pick<Rendered, "status" | "isCacheable"> {
  digest: string;
  renderedAtMs: number;
  /** Keys of the public reads that the page depends on. */
  reads: ReadonlySet<string>;
  bytes: number;
  etag: string;
  /** The head of a 304 response. */
  unchangedHead: string[];
  packed: (encoding: Encoding) => Packed;
}

/** Makes a page's entry. If the bytes are the same, it reuses the compressed forms of the previous entry (`before`). */
export function store(rendered: Rendered, facts: Pick<Entry, "renderedAtMs" | "reads">, before?: Entry): Entry {
  const { status, isCacheable, headers, body } = rendered;
  const digest = createHash("sha256")
    .update(JSON.stringify([status, headers]))
    .update(body)
    .digest("base64url");
  if (before?.digest === digest && isCacheable) return { ...before, ...facts };
  // The ETag is weak because it is the same for every encoding.
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
