import { z } from "zod";
import { FLOW_AGE_MS } from "~server/session/constants";
import { open, seal } from "~server/crypto/keys";
import { withMemoryFallback } from "~server/store/in-process";

/**
 * Drafts that are too long for the cookie `flow`: a question of 1000 Chinese characters alone is. They are in the
 * server's store, sealed as the cookie is, for as long as it lasts.
 */

/** What was typed into forms, by form purpose and field name. */
export type Drafts = Record<string, Record<string, string>>;

const drafts = z.record(z.record(z.string()));

/** Longer than all that people type into the forms of a flow; more than this is not kept. */
const MAX_LENGTH = 16 * 1024;

/**
 * Keeps the drafts of a flow outside its cookie.
 *
 * @returns false when they are too long, or nothing can be stored now
 */
export async function keepLongDraft(flowId: string, draft: Drafts): Promise<boolean> {
  if (JSON.stringify(draft).length > MAX_LENGTH) return false;
  const sealed = await seal("flow", { draft }, FLOW_AGE_MS);
  return withMemoryFallback((kept) => kept.set(storeKey(flowId), sealed, FLOW_AGE_MS)).then(
    () => true,
    () => false,
  );
}

/** The drafts that `keepLongDraft` kept; undefined when they are gone. */
export async function readLongDraft(flowId: string): Promise<Drafts | undefined> {
  const sealed = await withMemoryFallback((kept) => kept.get(storeKey(flowId))).catch(() => null);
  const opened = z.object({ draft: drafts }).safeParse(await open("flow", sealed ?? ""));
  return opened.data?.draft;
}

function storeKey(flowId: string): string {
  return `draft:${flowId}`;
}
