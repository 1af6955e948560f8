import { z } from "zod";
import { FLOW_AGE_MS } from "~server/session/headers";
import { open, seal } from "~server/crypto/keys";
import { withMemoryFallback } from "~server/store/in-process";

/**
 * Drafts that are too long for the cookie `flow`: a question of 1000 Chinese characters alone is. They are in the
 * server's store, sealed as the cookie is, for as long as it lasts.
 */

/** The values typed into forms, by form purpose and field name. */
export type Drafts = Record<string, Record<string, string>>;

const drafts = z.record(z.record(z.string()));

/** Longer than all that people type into the forms of a flow; a longer draft is not stored. */
const MAX_LENGTH = 16 * 1024;

/**
 * Stores the drafts of a flow outside its cookie.
 *
 * @returns false when they are too long, or nothing can be stored now
 */
export async function storeLongDraft(flowId: string, draft: Drafts): Promise<boolean> {
  if (JSON.stringify(draft).length > MAX_LENGTH) return false;
  const sealed = await seal("flow", { draft }, FLOW_AGE_MS);
  return withMemoryFallback((storage) => storage.set(storeKey(flowId), sealed, FLOW_AGE_MS)).then(
    () => true,
    () => false,
  );
}

/** The drafts that `storeLongDraft` stored; undefined when they are gone. */
export async function readLongDraft(flowId: string): Promise<Drafts | undefined> {
  const sealed = await withMemoryFallback((storage) => storage.get(storeKey(flowId))).catch(() => null);
  const opened = z.object({ draft: drafts }).safeParse(await open("flow", sealed ?? ""));
  return opened.data?.draft;
}

function storeKey(flowId: string): string {
  return `draft:${flowId}`;
}
