import { guarded } from "@storefront/resilience/guarded";
import { sharedTurn } from "@storefront/resilience/shared-turns";
import type { FileFormat } from "~server/downloads/file";
import { pagesOfList, type Copied } from "~server/downloads/pages";
import { StreamedResponse } from "@storefront/remix-runtime/streamed-response";
import { pageData, type LoaderResult, type PrivateVisit } from "~server/loader/loader";
import type { Message } from "~server/i18n/message";
import { UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { failureMessage } from "~server/loader/reads";
import { STREAMED_DEADLINE_MS } from "@storefront/remix-runtime/app-handler";
import { registerGauge } from "@storefront/observability/metrics";
import { digest } from "~server/crypto/digest";
import { countedAs, type SessionAccount } from "~server/session/owner";
import { withMemoryFallback } from "~server/store/shared";
import { takeLease, type Lease } from "@storefront/store/lease";

/** Reason why there is no file: the account has two downloads already, no slot is free, or the list cannot be read. */
export interface NoFile {
  reason: "own" | "all" | "unread";
  failure?: Message | undefined;
}

const noFile = (reason: NoFile["reason"], failure?: Message): LoaderResult<NoFile> =>
  pageData({ reason, failure }, { status: reason === "own" ? 429 : 503 });

export type Downloaded = Response | LoaderResult<NoFile>;

/**
 * Streams a list as a file, page by page as the visitor receives them. If a later page fails, the file ends with a note
 * and the connection is aborted.
 */
export async function download<R>(
  { request, session }: Pick<PrivateVisit, "request" | "session">,
  { filename, list, format }: { filename: string; list: Copied<R>; format: FileFormat<R> },
): Promise<Downloaded> {
  const slot = await acquireDownloadSlot(session);
  if ("full" in slot) return noFile(slot.full);
  const headers = {
    "Content-Type": format.type,
    "Content-Disposition": `attachment; filename="${filename}"`,
    // Prevents proxies from buffering the whole file.
    "X-Accel-Buffering": "no",
  };
  const pages = pagesOfList(list);
  let first: R[];
  try {
    first = (await pages.next()).value ?? [];
  } catch (error) {
    await slot.release();
    if (error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)
      return noFile("unread", failureMessage(error));
    throw error;
  }
  const pieces = piecesOf(format, first, pages, slot.release);
  // From here on the generator's `finally` releases the slot.
  await pieces.next();
  request.signal.addEventListener(
    "abort",
    guarded(() => pieces.return()),
    { once: true },
  );
  if (request.signal.aborted || request.method === "HEAD") await pieces.return();
  return new StreamedResponse(pieces, { headers });
}

async function* piecesOf<R>(
  format: FileFormat<R>,
  first: R[],
  pages: AsyncGenerator<R[], void>,
  release: () => Promise<void>,
): AsyncGenerator<string, void> {
  try {
    yield "";
    let isFirst = first.length === 0;
    await sharedTurn();
    // `splice` frees the rows, because this function runs until the last page.
    yield format.begin + format.rows(first.splice(0), true);
    try {
      for await (const rows of pages) {
        await sharedTurn();
        yield format.rows(rows, isFirst);
        isFirst &&= rows.length === 0;
      }
    } catch (error) {
      yield format.brokenOff;
      throw error;
    }
    yield format.end;
  } finally {
    await release();
  }
}

const DOWNLOADS_PER_ACCOUNT = 2;
const DOWNLOADS_IN_ALL = 64;

let underWay = 0;
registerGauge("downloads", () => underWay);

type DownloadSlot = { release: () => Promise<void> } | { full: "own" | "all" };

/** Acquires one of two slots per account across all processes ("own"), within this process's limit ("all"). */
async function acquireDownloadSlot(session: SessionAccount): Promise<DownloadSlot> {
  if (underWay >= DOWNLOADS_IN_ALL) return { full: "all" };
  underWay += 1;
  const owner = digest("download", countedAs(session));
  let lease: Lease | null = null;
  for (let slot = 1; slot <= DOWNLOADS_PER_ACCOUNT && !lease; slot += 1) {
    lease = await withMemoryFallback((storage) => takeLease(storage, `download:${owner}:${slot}`));
  }
  if (!lease) {
    underWay -= 1;
    return { full: "own" };
  }
  const taken = lease;
  let isReleased = false;
  // No response takes longer than this.
  const late = setTimeout(guarded(release), 2 * STREAMED_DEADLINE_MS).unref();
  async function release(): Promise<void> {
    if (isReleased) return;
    isReleased = true;
    clearTimeout(late);
    underWay -= 1;
    await taken.release();
  }
  return { release };
}
