/** The number of characters that a probe writes: as many as the changes of a purchase. */
export const PROBE_CHARACTERS = 4_096;
/** A larger change of wall clock minus monotonic clock is a jump, after which the store has a new epoch. */
export const CLOCK_JUMP_MS = 60_000;

export interface Entry {
  value: string;
  ageMs: number;
}

export interface Change {
  /** The value that each key must have; null means none. */
  expect?: Readonly<Record<string, string | null>>;
  /** If given, the change is made only in this epoch. */
  epoch?: string;
  /** The new value of each key; null deletes. */
  write: Readonly<Record<string, Entry | null>>;
}

/** The result of a change. If both failures apply, it is "conflict". */
export type Committed = "done" | "conflict" | "otherEpoch";

/**
 * Data that outlives a process: texts under keys `kind:…`, each with a lifetime. Callers must encrypt cookies and
 * tokens first. Every function rejects if the store does not respond.
 */
export interface Store {
  get(key: string): Promise<string | null>;
  /** Reads several values together, in the order of the keys. */
  getAll(keys: readonly string[]): Promise<(string | null)[]>;
  set: (key: string, value: string, ageMs: number) => Promise<void>;
  /** Atomically stores a value if the key is absent. Returns true if it was. */
  add(key: string, value: string, ageMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Makes a change, atomically for every process that shares the store. */
  commit: (change: Change) => Promise<Committed>;
  /**
   * Returns the name of this store's current lifetime. It changes when data was lost (a lost file, a flushed or
   * failed-over Redis), because earlier promises may have been lost too.
   */
  epoch(): Promise<string>;
  /** Returns the time that all processes sharing the store use. */
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

/** Real conflicts need fewer tries. Each may read and check a megabyte. */
const TRIES_MAX = 20;

/**
 * Repeats a change until it has no conflict.
 *
 * @param change resolves to true when the change is made; it may read the store again
 * @throws Error if every try had a conflict; the error of `change`
 */
export async function untilChanged(change: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) if (await change()) return;
  throw new Error("the store refuses every change");
}

export function singleWrites(commit: Store["commit"]): Pick<Store, "set" | "add" | "delete"> {
  return {
    set: async (key, value, ageMs) => void (await commit({ write: { [key]: { value, ageMs } } })),
    add: async (key, value, ageMs) =>
      (await commit({ expect: { [key]: null }, write: { [key]: { value, ageMs } } })) === "done",
    delete: async (key) => void (await commit({ write: { [key]: null } })),
  };
}
