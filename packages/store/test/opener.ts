import { openStoreFile, type StoreFileOptions } from "../file";

/** Returns options of a store file whose quotes and buyers wait for the disk; it logs nothing. */
export const storeOptions = (witnessDir: string): StoreFileOptions => ({
  witnessDir,
  durableKinds: ["quote", "buyer"],
  durableAgeMs: 25 * 60 * 60_000,
  log: { info: () => undefined, warn: () => undefined },
});

/** Opens a store's file, writes to it and prints its epoch: `opener.ts <file> <witness folder>`. */
const [file, witnessDir] = process.argv.slice(2);
if (file !== undefined && witnessDir !== undefined) {
  const { store } = openStoreFile(file, storeOptions(witnessDir));
  await store.set(`quote:${process.pid}`, "opened", 60_000);
  process.stdout.write(await store.epoch());
  await store.close();
}
