/** As large as the changes of a purchase; a probe writes as much. */
export const PROBE_CHARACTERS = 4_096;
/** A larger change of wall clock minus monotonic clock is a jump, after which the store has a new epoch. */
export const CLOCK_JUMP_MS = 60_000;

export interface Entry {
  value: string;
  ageMs: number;
}

export interface Change {
  /** The value that each key must have; null for none. */
  expect?: Readonly<Record<string, string | null>>;
  /** The change is made only in this epoch. */
  epoch?: string;
  /** The new value of each key; null deletes. */
  write: Readonly<Record<string, Entry | null>>;
}

/** The result of a change; "conflict" comes before "otherEpoch". */
export type Committed = "done" | "conflict" | "otherEpoch";

/**
 * Data that outlives a process: texts under keys `kind:…`, each with a lifetime. Callers must encrypt cookies and
 * tokens first. Every function rejects when the store does not respond.
 */
export interface Store {
  get(key: string): Promise<string | null>;
  /** In the order of the keys, read together. */
  getAll(keys: readonly string[]): Promise<(string | null)[]>;
  set: (key: string, value: string, ageMs: number) => Promise<void>;
  /** Stores only if the key is absent, atomically; true if it did. */
  add(key: string, value: string, ageMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Atomic for every process that shares the store. */
  commit: (change: Change) => Promise<Committed>;
  /**
   * Names this store's memory. It changes when the memory was lost (a lost file, a flushed or failed-over Redis):
   * whether an earlier promise was kept is then unknown.
   */
  epoch(): Promise<string>;
  /** The time of all processes that share the store. */
  nowMs: () => Promise<number>;
  /**
   * Makes a durable write as a purchase does, and reads it back.
   *
   * @returns a warning for the operator
   * @throws Error with a message for the operator, without an address or a path
   */
  probe: () => Promise<string | undefined>;
  close: () => Promise<void>;
}

export function singleWrites(commit: Store["commit"]): Pick<Store, "set" | "add" | "delete"> {
  return {
    set: async (key, value, ageMs) => void (await commit({ write: { [key]: { value, ageMs } } })),
    add: async (key, value, ageMs) =>
      (await commit({ expect: { [key]: null }, write: { [key]: { value, ageMs } } })) === "done",
    delete: async (key) => void (await commit({ write: { [key]: null } })),
  };
}
