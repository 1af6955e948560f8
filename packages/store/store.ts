/** Changes of what must not be lost are as large as this, in characters; a probe writes as much. */
export const PROBE_CHARACTERS = 4_096;
/** A difference between wall clock and monotonic clock beyond this is a jump, after which the store has a new epoch. */
export const CLOCK_JUMP_MS = 60_000;

/** A value to store, and for how long. */
export interface Entry {
  value: string;
  ageMs: number;
}

/** A change of several keys that happens whole or not at all. */
export interface Change {
  /** The value that each key must have at this moment; null for nothing. */
  expect?: Readonly<Record<string, string | null>>;
  /** Only while the store is the one that this epoch was read from. */
  epoch?: string;
  /** The new value of each key; null deletes. */
  write: Readonly<Record<string, Entry | null>>;
}

/** Whether a change was made; "conflict" when a key had another value, which comes before "otherEpoch". */
export type Committed = "done" | "conflict" | "otherEpoch";

/**
 * Data that must outlive a process: texts under keys `kind:…`, each for a time in milliseconds. A cookie or a token
 * must be sealed before it is stored. Every function rejects when the store does not respond.
 */
export interface Store {
  get(key: string): Promise<string | null>;
  /** The values of several keys, in their order, read together. */
  getAll(keys: readonly string[]): Promise<(string | null)[]>;
  set: (key: string, value: string, ageMs: number) => Promise<void>;
  /** Stores only if the key is absent, atomically; returns whether it did. */
  add(key: string, value: string, ageMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Makes a change, atomically, for every process that shares the store. */
  commit: (change: Change) => Promise<Committed>;
  /**
   * Names this store's memory. It is another one after the memory began empty (a lost file, a flushed or failed-over
   * Redis), so that what was promised before is not taken for something that has never happened.
   */
  epoch(): Promise<string>;
  /** The time of the store, in milliseconds since 1970, which all processes share that use it. */
  nowMs: () => Promise<number>;
  /**
   * Makes a durable write as large as a purchase's change, in the way in which a purchase does, and reads it back.
   *
   * @returns what the operator should see to although purchases are possible, if there is anything
   * @throws Error whose message describes for the operator what is wrong, without an address or a path
   */
  probe: () => Promise<string | undefined>;
  close: () => Promise<void>;
}

/** The writes of a single key, each as a change. */
export function singleWrites(commit: Store["commit"]): Pick<Store, "set" | "add" | "delete"> {
  return {
    set: async (key, value, ageMs) => void (await commit({ write: { [key]: { value, ageMs } } })),
    add: async (key, value, ageMs) =>
      (await commit({ expect: { [key]: null }, write: { [key]: { value, ageMs } } })) === "done",
    delete: async (key) => void (await commit({ write: { [key]: null } })),
  };
}
