import type { StoreFileOptions } from "../file";

/** The options of a file whose quotes and buyers wait for the disk, without a log. */
export const storeOptions = (witnessDir: string): StoreFileOptions => ({
  witnessDir,
  durableKinds: ["quote", "buyer"],
  log: { info: () => undefined, warn: () => undefined },
});
