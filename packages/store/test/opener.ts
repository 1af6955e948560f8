import { openStoreFile } from "../file";
import { storeOptions } from "./options";

/** A program that opens a store's file, writes to it and prints its epoch: `opener.ts <file> <witness folder>`. */
const [file, witnessDir] = process.argv.slice(2);
if (file !== undefined && witnessDir !== undefined) {
  const { store } = openStoreFile(file, storeOptions(witnessDir));
  await store.set(`quote:${process.pid}`, "opened", 60_000);
  process.stdout.write(await store.epoch());
  await store.close();
}
